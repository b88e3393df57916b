import { timeOf } from '../chart/format.ts';
import type { Value } from '../chart/frame.ts';
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

const part = (value: number, [from, to]: readonly [number, number]) =>
  from === to ? 0.5 : (value - from) / (to - from);
const rounded = (value: number) => Number(value.toFixed(2));

/** Draws one step as a path: a value holds until the next one is known. */
const stepPath = (from: Spot, to: Spot) => `M${from.x} ${from.y}H${to.x}V${to.y}`;
type Spot = { x: number; y: number; estimate: boolean };

/**
 * Draws the inside of a small line without axes, in steps, that fills its box. The last value holds until the end of the
 * span. Steps from an estimate or to one are dashed. `points` are in order of time; without any, nothing is drawn.
 */
export function sparkMarks(points: readonly Value[], span: Span): Markup | undefined {
  const spots = points.map(({ date, value, estimate }): Spot => ({
    x: rounded(part(timeOf(date), span.times) * 100),
    y: rounded(100 - part(value, span.values) * 100),
    estimate,
  }));
  const last = spots.at(-1);
  if (!last) return undefined;
  const steps = spots.slice(1).map((to, i) => ({
    d: stepPath(spots[i]!, to),
    estimate: to.estimate || spots[i]!.estimate,
  }));
  const held = { d: stepPath(last, { ...last, x: 100 }), estimate: last.estimate };
  const pathOf = (estimate: boolean) =>
    [...steps, ...(last.x < 100 ? [held] : [])]
      .filter((step) => step.estimate === estimate)
      .map(({ d }) => d)
      .join('');
  const lineView = (className: string, d: string) =>
    d === '' ? undefined : svg`<path class=${className} vector-effect="non-scaling-stroke" d=${d} />`;
  return svg`
    <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible">
      ${lineView('trace', pathOf(false))}${lineView('trace estimate', pathOf(true))}
    </svg>
    <circle class=${last.estimate ? 'trace estimate' : 'trace'} cx=${`${last.x}%`} cy=${`${last.y}%`} r="3" />`;
}

/**
 * Draws a small line for a page.
 * @param label describes the line to readers who cannot see it
 */
export function sparkView(points: readonly Value[], span: Span, label: string): Markup | undefined {
  const marks = sparkMarks(points, span);
  return marks && html`<svg class="spark" role="img" aria-label=${label}>${marks}</svg>`;
}
