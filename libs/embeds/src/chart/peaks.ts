import type { Mark } from './frame.ts';

/** The least prominence of a peak, as a share of the range of all values. */
const MIN_PROMINENCE = 0.1;
/** More labels would hide the line. */
const MAX_PEAKS = 3;

/**
 * Returns the prominence of a mark, as of a mountain: how far the line falls before it reaches a higher mark or its end,
 * on the side on which it falls less.
 */
function prominenceOf(marks: readonly Mark[], at: number): number {
  const { value } = marks[at]!.point;
  const lowest = (side: readonly Mark[]) => {
    const higher = side.findIndex(({ point }) => point.value > value);
    const way = side.slice(0, higher < 0 ? undefined : higher).map(({ point }) => point.value);
    return way.length === 0 ? value : Math.min(...way);
  };
  return value - Math.max(lowest(marks.slice(0, at).reverse()), lowest(marks.slice(at + 1)));
}

/** Returns the peaks of a line, the most prominent first. The first and the last value are no peaks. */
export function peaksOf(marks: readonly Mark[]): Mark[] {
  const values = marks.map(({ point }) => point.value);
  const range = Math.max(...values) - Math.min(...values);
  const inner = marks.slice(1, -1);
  return inner
    .map((mark, i) => ({ mark, prominence: prominenceOf(marks, i + 1) }))
    .filter(({ prominence }) => prominence > 0 && prominence >= range * MIN_PROMINENCE)
    .sort((a, b) => b.prominence - a.prominence)
    .slice(0, MAX_PEAKS)
    .map(({ mark }) => mark);
}
