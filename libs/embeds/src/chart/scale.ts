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
const MAX_INTERVALS = 5.5;

/**
 * Returns the value axis, which ends on round numbers. It includes zero, so that heights are proportional to values, unless
 * it is to begin near the least of several values. A side of zero that is shorter than one step ends on a fifth of a step,
 * to avoid an almost empty interval.
 */
export function valueAxis(values: readonly number[], fromData = false): ValueAxis {
  const near = fromData && values.some((value) => value !== values[0]) ? [] : [0];
  const low = Math.min(...near, ...values);
  const high = Math.max(...near, ...values);
  const extent = high - low;
  // All values are zero or too small for ticks.
  if (extent < 1e-300) return { domain: [0, 1], ticks: [0] };
  const power = 10 ** Math.floor(Math.log10(extent));
  const steps = [power / 5, power / 2, power, power * 2];
  const step = steps.find((size) => extent / size <= MAX_INTERVALS) ?? power * 5;
  const outward = (value: number, round: (value: number) => number) => {
    const size = Math.abs(value) < step && low <= 0 && high >= 0 ? step / 5 : step;
    return round(value / size) * size;
  };
  // A rounding error must not leave a value outside.
  const domain: Interval = [
    Math.min(low, outward(low, Math.floor)),
    Math.max(high, outward(high, Math.ceil)),
  ];
  const [first, last] = [Math.ceil(domain[0] / step - 1e-9), Math.floor(domain[1] / step + 1e-9)];
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
  return { domain, ticks };
}

/** On a linear axis, a value below this share of the greatest one is near zero. */
const NEAR_ZERO = 0.05;

/** Returns true if most lines lie on a linear axis, or most values of the only line, and a logarithmic axis could show them. */
export function isFlat(lines: readonly (readonly number[])[]): boolean {
  const drawn = lines.filter(({ length }) => length > 0);
  const all = drawn.flat();
  const tops = drawn.length === 1 ? all : drawn.map((line) => Math.max(...line));
  const near = tops.filter((top) => top < Math.max(...all) * NEAR_ZERO);
  return all.every((value) => value > 0) && near.length > tops.length / 2;
}

/** A logarithmic axis of at most this many powers of ten also has ticks at 2 and 5 times each power. */
const FEW_POWERS = 2;

/**
 * Returns a logarithmic value axis that ends on 1, 2 or 5 times a power of ten, and labels its lowest line: an
 * unlabelled one looks like zero. All values must be above zero.
 */
export function logAxis(values: readonly number[]): ValueAxis {
  const steps = (value: number) => {
    const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
    return [1, 2, 5, 10].map((size) => Number((size * power).toPrecision(12)));
  };
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const wish = steps(least).findLast((step) => step <= least * (1 + 1e-9))!;
  const above = steps(most).find((step) => step >= most * (1 - 1e-9))!;
  const high = above > wish ? above : wish * 10;
  const floor = (value: number) => Math.floor(Math.log10(value) + 1e-9);
  const ceil = (value: number) => Math.ceil(Math.log10(value) - 1e-9);
  const isFew = ceil(high) - floor(wish) <= FEW_POWERS;
  const isApart = (a: number, b: number) =>
    Math.abs(Math.log10(a / b)) >= Math.log10(high / wish) / (MAX_INTERVALS + 1);
  const low = isFew || isApart(wish, 10 ** ceil(wish)) ? wish : Number(`1e${floor(wish)}`);
  const every = Math.ceil((ceil(high) - floor(low)) / MAX_INTERVALS);
  const sizes = isFew ? [1, 2, 5] : [1];
  const inside = Array.from({ length: ceil(high) - floor(low) + 1 }, (_, i) => floor(low) + i)
    .filter((_, i) => i % every === 0)
    .flatMap((power) => sizes.map((size) => Number((size * 10 ** power).toPrecision(12))))
    .filter((tick) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9));
  const ends = [low, high].filter((end) => inside.every((tick) => isApart(tick, end)));
  const ticks = [...inside, ...ends].sort((a, b) => a - b);
  return { domain: [low, high], ticks };
}

/** Returns the scale from the values of a logarithmic axis to percent from the top. */
export function logScale([low, high]: Interval): Scale {
  const percent = linear([Math.log10(low), Math.log10(high)], [100, 0]);
  return (value) => percent(Math.log10(value));
}
