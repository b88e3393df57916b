import { timeOf } from '../chart/format.ts';
import type { Mark, Value } from '../chart/frame.ts';
import { lineView } from '../chart/line.ts';
import { across, down, ruleView, textView, type Pen } from '../chart/pen.ts';
import { valueAxis } from '../chart/scale.ts';
import { html, svg, type Markup } from '../markup.ts';

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

/**
 * Draws the inside of a small line without axes, in steps, that fills its box. The last value holds until the end of the
 * span. `points` are in order of time; without any, nothing is drawn.
 * @param pen the size of the box in a picture
 * @param top names the value at the top of the box
 */
export function sparkMarks(
  points: readonly Value[],
  span: Span,
  pen?: Pen,
  top?: string,
): Markup | undefined {
  const marks = points.map((point): Mark => ({
    x: part(timeOf(point.date), span.times) * 100,
    y: 100 - part(point.value, span.values) * 100,
    point,
  }));
  const last = marks.at(-1);
  if (!last) return undefined;
  return svg`${top === undefined ? undefined : topView(top, pen)}${lineView(marks, { path: 'step', until: 100, pen })}
    <circle class=${last.point.estimate ? 'estimate' : undefined} cx=${across(last.x, pen)} cy=${down(last.y, pen)} r="4" />`;
}

/** Draws the line at the top of a box, with its value above it. */
const topView = (text: string, pen: Pen) => [
  ruleView(
    'grid',
    [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ],
    pen,
  ),
  textView('label', { x: 0, y: 0, dy: -4 }, text, pen),
];

/**
 * Draws a small line for a page.
 * @param label describes the line to readers who cannot see it
 * @param top names the value at the top of the box
 */
export function sparkView(
  points: readonly Value[],
  span: Span,
  label: string,
  top?: string,
): Markup | undefined {
  const marks = sparkMarks(points, span, undefined, top);
  return marks && html`<svg class="spark" role="img" aria-label=${label}>${marks}</svg>`;
}
