import { dateText, dayText, short } from '../../chart/format.ts';
import type { Point } from '../../inputs/data.ts';
import { html } from '../../text/markup.ts';
import type { Readable } from '../../parts/reader.ts';
import { roundSpan, scaleOf, sparkMarks, spanOf, spotOf, type Span } from '../../parts/spark.ts';
import { nameView } from '../../parts/views.ts';
import { longestOf, plainText } from '../../text/text.ts';
import { say } from '../../words/say.ts';
import { readingOf } from '../valuation-chart/words.ts';
import type { Compared, ComparisonData } from './data.ts';
import { lineWords } from './words.ts';

/** Returns the span that all panels share. */
export const sharedSpan = (compared: readonly Compared[], asOf: string | null) =>
  roundSpan(
    spanOf(
      compared.map(({ points }) => points),
      asOf,
    ),
  );

const dayOf = (point: Point, last: Point) =>
  (point === last ? say('since {day}', { day: dayText(point.date) }) : dayText(point.date)) +
  (point.estimate ? `, ${say('estimate')}` : '');

export function panelsView(compared: readonly Compared[], { currency, asOf }: ComparisonData) {
  const span = sharedSpan(compared, asOf);
  return html`<ul class="panels">
    ${compared.map((one) => panelView(one, currency, span))}
  </ul>`;
}

function panelView(one: Compared, currency: string, span: Span) {
  const { company, points } = one;
  const last = points.at(-1);
  if (!last)
    return html`<li>
      <h2>${nameView(company.name)}</h2>
      <p><small>${say('No valuation is known.')}</small></p>
    </li>`;
  const room = (words: (point: Point) => string) => longestOf(points.map(words));
  return html`<li>
    <h2>${nameView(company.name)}</h2>
    <p>
      <strong class="fixed" data-room=${room(({ value }) => short(value, currency))}
        ><span data-t="value">${short(last.value, currency)}</span></strong
      >
      <small class="fixed" data-room=${room((point) => dayOf(point, last))}
        ><span data-t="day">${dayOf(last, last)}</span></small
      >
    </p>
    <div class="track">
      <div class="plot">
        <svg class="spark" role="img" aria-label=${lineWords(one, currency)}>
          ${sparkMarks(points, span, { scale: scaleOf(span, currency) })}
        </svg>
      </div>
    </div>
    <p class="times" aria-hidden="true">
      ${span.times.map((time) => html`<span>${dateText(time, 'year')}</span>`)}
    </p>
  </li>`;
}

/**
 * Returns what pointers and keyboards read in each panel.
 * @param pointOf returns a point with its source
 */
export function panelReadings(
  compared: readonly Compared[],
  { currency, asOf }: Pick<ComparisonData, 'currency' | 'asOf'>,
  root: ParentNode,
  pointOf: (company: number, i: number) => Point = (company, i) => compared[company]!.points[i]!,
): (readonly [ParentNode, Readable])[] {
  const span = sharedSpan(compared, asOf);
  const panels = [...root.querySelectorAll('.panels > li')];
  return compared.flatMap(({ company, points }, k) => {
    const last = points.at(-1);
    if (!last) return [];
    const spots = points.map((point) => spotOf(point, span));
    const readable: Readable = {
      label: `${plainText(company.name)}: ${say('Read the values one by one')}`,
      stops: spots,
      words: (stop) => readingOf(pointOf(k, stop), currency),
      texts: (stop) => {
        const point = stop === undefined ? last : points[stop]!;
        return { value: short(point.value, currency), day: dayOf(point, last) };
      },
      rings: (stop) => [{ ...spots[stop]!, lane: 0, colour: 'var(--line)' }],
    };
    return [[panels[k]!, readable] as const];
  });
}
