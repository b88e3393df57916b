import { dateText, dayText, short } from '../../chart/format.ts';
import { svg, type Markup } from '../../markup.ts';
import { sparkMarks, spanOf } from '../../parts/spark.ts';
import { plainText } from '../../text.ts';
import { say } from '../../words/say.ts';
import { withoutPlot, type Picture } from '../widget.ts';
import { comparedOf, type Compared, type ComparisonData } from './data.ts';
import { leftOutWords, lineWords, rangeWords } from './words.ts';

/** Pixels: the least width of a panel, the gaps between panels, and the heights of a panel's parts. */
const LEAST = 148;
const GAP = 28;
const TEXTS = 64;
const LINE = 72;
/** What a line's last dot needs, as on the page. */
const AROUND = 4;
const LEAST_LINE = 28;
const YEARS = 20;
const BELOW = 16;
/** Pixels of a character at 14 pixels in bold, and at 12 pixels. */
const LARGE = 8.2;
const SMALL = 6.6;

/** What several companies were worth, each in a panel of its own on one scale. */
export function multiplesPicture(data: ComparisonData, _look: unknown, room: number): Picture {
  const compared = comparedOf(data);
  const known = compared.filter(({ points }) => points.length > 0);
  const across = Math.max(1, Math.min(compared.length, Math.floor((room + GAP) / (LEAST + GAP))));
  const column = (room - GAP * (across - 1)) / across;
  const span =
    known.length > 0
      ? spanOf(
          known.map(({ points }) => points),
          data.asOf,
        )
      : undefined;
  const fit = (text: string, character: number) => plainText(text, Math.floor(column / character));

  function panelView({ company, points }: Compared, line: number): Markup {
    const last = points.at(-1);
    const name = svg`<text class="subtitle strong" x="0" y="14">${fit(company.name, LARGE)}</text>`;
    if (!last || !span)
      return svg`${name}<text x="0" y="36">${fit(say('No valuation is known.'), SMALL)}</text>`;
    const kind = last.estimate ? `, ${say('estimate')}` : '';
    const since = `${say('since {day}', { day: dayText(last.date) })}${kind}`;
    const [from, to] = span.times.map((time) => dateText(time, 'year'));
    return svg`${name}
      <text class="amount" x="0" y="36">${short(last.value, data.currency)}</text>
      <text x="0" y="53">${fit(since, SMALL)}</text>
      <line class="zero" x1="0" x2=${column} y1=${TEXTS + line} y2=${TEXTS + line} />
      <svg x=${AROUND} y=${TEXTS + AROUND} width=${column - 2 * AROUND} height=${line - 2 * AROUND}>${sparkMarks(points, span)}</svg>
      <text x="0" y=${TEXTS + line + 15}>${from}</text>
      <text x=${column} y=${TEXTS + line + 15} text-anchor="end">${to}</text>`;
  }

  const rows = Math.ceil(compared.length / across);
  const around = TEXTS + YEARS + BELOW;
  const view = (height: number) => {
    const shownRows = Math.max(1, Math.min(rows, Math.floor((height + BELOW) / (around + LEAST_LINE))));
    const line = Math.max(LEAST_LINE, Math.min(LINE * 2, (height + BELOW) / shownRows - around));
    const places = shownRows * across;
    const shown = compared.length > places ? compared.slice(0, Math.max(1, places - 1)) : compared;
    const panels = shown.map((one) => panelView(one, line));
    const rest = compared.length - shown.length;
    if (rest > 0) panels.push(svg`<text x="0" y="14">${say('and {rest} more', { rest })}</text>`);
    return panels.map(
      (panel, i) =>
        svg`<svg x=${(i % across) * (column + GAP)} y=${Math.floor(i / across) * (around + line)} width=${column} height=${around + line}>${panel}</svg>`,
    );
  };
  return {
    ...withoutPlot,
    title: say('Valuations compared'),
    subtitle: known.length === 0 ? '' : `${rangeWords(known, data.currency)}. ${say('All on one scale')}.`,
    summary:
      known.length === 0
        ? say('No company has a value.')
        : known.map((one) => lineWords(one, data.currency)).join(' '),
    unit: data.currency,
    notes: leftOutWords(data),
    sources: known.flatMap(({ points }) => points.map(({ source }) => source)).reverse(),
    empty: say('No company has a value.'),
    ...(known.length > 0 && { body: { height: rows * (around + LINE) - BELOW, view } }),
  };
}
