export type Interval = readonly [number, number];
/** Maps a number to percent of the plot's width or height. */
export type Scale = (value: number) => number;

/** Returns a linear scale. An empty domain maps to the middle of the range. */
export function linear([from, to]: Interval, [start, end]: Interval): Scale {
  if (from === to) return () => (start + end) / 2;
  return (value) => start + ((value - from) / (to - from)) * (end - start);
}

export type ValueAxis = { domain: Interval; ticks: number[] };

/** With more intervals, labels would be too close on a plot 140 pixels high. */
const MOST_INTERVALS = 5.5;

/**
 * Returns the value axis. It always includes zero, so heights are proportional to values, and ends on round numbers. A
 * side of zero that is shorter than one step ends on a fifth of a step, to avoid an almost empty interval.
 */
export function valueAxis(values: readonly number[]): ValueAxis {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const extent = high - low;
  // All values are zero or too small for ticks.
  if (extent < 1e-300) return { domain: [0, 1], ticks: [0] };
  const power = 10 ** Math.floor(Math.log10(extent));
  const steps = [power / 5, power / 2, power, power * 2];
  const step = steps.find((size) => extent / size <= MOST_INTERVALS) ?? power * 5;
  const outward = (value: number, round: (value: number) => number) => {
    const size = Math.abs(value) < step ? step / 5 : step;
    return round(value / size) * size;
  };
  // A rounding error must not leave a value outside.
  const domain: Interval = [
    Math.min(low, outward(low, Math.floor)),
    Math.max(high, outward(high, Math.ceil)),
  ];
  const [first, last] = [Math.ceil(domain[0] / step - 1e-9), Math.floor(domain[1] / step + 1e-9)];
  return { domain, ticks: Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step) };
}
