export type Interval = readonly [number, number];
/** Maps a number to percent of the plot's width or height. */
export type Scale = (value: number) => number;

/** A straight scale; a domain without extent maps to the middle of the range. */
export function linear([from, to]: Interval, [start, end]: Interval): Scale {
  if (from === to) return () => (start + end) / 2;
  return (value) => start + ((value - from) / (to - from)) * (end - start);
}

export type ValueAxis = { domain: Interval; ticks: number[] };

/** More labels than these intervals have would stand too close in a plot that is 140 pixels high. */
const MOST_INTERVALS = 5.5;

/**
 * The vertical axis: it always holds zero, so that heights compare as the values do, and ends on round numbers. On
 * a side of zero that has less than one step it ends where its values do, for a whole step would be an empty one.
 */
export function valueAxis(values: readonly number[]): ValueAxis {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const extent = high - low;
  // Too near to nothing for ticks, or all zero.
  if (extent < 1e-300) return { domain: [0, 1], ticks: [0] };
  const power = 10 ** Math.floor(Math.log10(extent));
  const steps = [power / 5, power / 2, power, power * 2];
  const step = steps.find((size) => extent / size <= MOST_INTERVALS) ?? power * 5;
  const outward = (value: number, round: (value: number) => number) => {
    const size = Math.abs(value) < step ? step / 5 : step;
    return round(value / size) * size;
  };
  // What is lost in a division must not leave a value outside.
  const domain: Interval = [
    Math.min(low, outward(low, Math.floor)),
    Math.max(high, outward(high, Math.ceil)),
  ];
  const [first, last] = [Math.ceil(domain[0] / step - 1e-9), Math.floor(domain[1] / step + 1e-9)];
  return { domain, ticks: Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step) };
}
