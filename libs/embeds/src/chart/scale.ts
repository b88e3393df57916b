import { nice, ticks } from 'd3-array';

export type Interval = readonly [number, number];
/** Maps a number to percent of the plot's width or height. */
export type Scale = (value: number) => number;

/** A straight scale; a domain without extent maps to the middle of the range. */
export function linear([from, to]: Interval, [start, end]: Interval): Scale {
  if (from === to) return () => (start + end) / 2;
  return (value) => start + ((value - from) / (to - from)) * (end - start);
}

export type ValueAxis = { domain: Interval; ticks: number[] };

/**
 * The vertical axis: it always holds zero, so that heights compare as the values do, and ends on round numbers.
 * About `count` ticks.
 */
export function valueAxis(values: readonly number[], count = 5): ValueAxis {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  // Too near to nothing for ticks, or all zero.
  if (high - low < 1e-300) return { domain: [0, 1], ticks: [0] };
  const domain = nice(low, high, count);
  return { domain, ticks: ticks(...domain, count) };
}
