import { tickTexts, timeOf } from '../chart/format.ts';
import type { Mark, Value } from '../chart/frame.ts';
import { lineView } from '../chart/line.ts';
import { across, down, levelView, textView, type Pen } from '../chart/pen.ts';
import { valueAxis } from '../chart/scale.ts';
import { html, svg, type Markup } from '../text/markup.ts';

/** The times and values that a line spans, so that several lines share one scale. */
export type Span = { times: readonly [number, number]; values: readonly [number, number] };

/** Returns the span of several lines, from zero or the lowest value. Requires at least one point. */
export function spanOf(lines: readonly (readonly Value[])[], until: string | null = null): Span {
  const points = lines.flat();
  const times = points.map(({ date }) => timeOf(date));
  const values = points.map(({ value }) => value);
  const end = Math.max(...times, ...(until === null || Number.isNaN(timeOf(until)) ? [] : [timeOf(until)]));
  return { times: [Math.min(...times), end], values: [Math.min(0, ...values), Math.max(0, ...values)] };
}

/** Returns a span that ends on a round value, which its lines name at their top. */
export function roundSpan(span: Span): Span {
  const { domain } = valueAxis(span.values);
  return { ...span, values: [domain[0], domain[1]] };
}

const part = (value: number, [from, to]: readonly [number, number]) =>
  from === to ? 0.5 : (value - from) / (to - from);

/** Returns where a value is in its box, in percent from the left and from the top. */
export const spotOf = ({ date, value }: Value, span: Span) => ({
  x: part(timeOf(date), span.times) * 100,
  y: 100 - part(value, span.values) * 100,
});

/** A level of a box, in percent from its top, with its value in words. */
type Level = { y: number; text: string };

/** Returns the levels of a span that ends on a round value: its top, and others as far apart as their texts need. */
export function scaleOf(span: Span, unit: string): Level[] {
  const above = valueAxis(span.values).ticks.filter((tick) => tick > span.values[0]);
  const step = above.length > 3 ? 2 : 1;
  const shown = above.reverse().filter((_, i) => i % step === 0);
  const texts = tickTexts(shown, unit);
  return shown.map((tick, i) => ({ y: 100 - part(tick, span.values) * 100, text: texts[i]! }));
}

/** Returns the marks that are seen: of each pixel the lowest, the highest, and the last, from which the line goes on. */
export function seenMarks(marks: readonly Mark[], pixels: number): Mark[] {
  const columns = new Map<number, Mark[]>();
  for (const mark of marks) {
    const column = Math.floor((mark.x / 100) * pixels);
    const others = columns.get(column);
    if (others) others.push(mark);
    else columns.set(column, [mark]);
  }
  return [...columns.values()].flatMap((all) => {
    const byHeight = [...all].sort((a, b) => a.y - b.y);
    const seen = [byHeight[0], byHeight.at(-1), all.at(-1)];
    return all.filter((mark) => seen.includes(mark));
  });
}

/**
 * Draws the inside of a small line that fills its box, in steps. The last value holds until the end of the span. `points`
 * are in order of time; without any, nothing is drawn. `pen` is the size of the box in a picture. If its width is known,
 * in pixels, points that nobody could see are left out.
 */
export function sparkMarks(
  points: readonly Value[],
  span: Span,
  { pen, scale = [], pixels = pen?.width }: { pen?: Pen; scale?: readonly Level[]; pixels?: number } = {},
): Markup | undefined {
  const all = points.map((point): Mark => ({ ...spotOf(point, span), point }));
  const marks = pixels === undefined ? all : seenMarks(all, pixels);
  const last = marks.at(-1);
  if (!last) return undefined;
  return svg`${scale.map(({ y }) => levelView('grid', y, pen))}${lineView(marks, { path: 'step', until: 100, pen })}
    <circle class=${last.point.estimate ? 'estimate' : undefined} cx=${across(last.x, pen)} cy=${down(last.y, pen)} r="4" />
    ${scale.map(({ y, text }) => textView('label', { x: 0, y, dy: -4, halo: true }, text, pen))}`;
}

/**
 * Draws a small line without a scale for a page.
 * @param label describes the line to readers who cannot see it
 * @param pixels the width, if it is known
 */
export function sparkView(
  points: readonly Value[],
  span: Span,
  label: string,
  pixels?: number,
): Markup | undefined {
  const marks = sparkMarks(points, span, pixels === undefined ? {} : { pixels });
  return marks && html`<svg class="spark" role="img" aria-label=${label}>${marks}</svg>`;
}
