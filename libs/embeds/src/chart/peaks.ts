import type { Mark } from './frame.ts';

/** A peak rises above the values around it by at least this share of the range of all values. */
const LEAST_RISE = 0.1;
/** More labels would hide the line. */
const MOST_PEAKS = 3;

/** Returns by how much a mark is above the higher one of the lowest values on the way to a higher mark on either side. */
function riseOf(marks: readonly Mark[], at: number): number {
  const { value } = marks[at]!.point;
  const lowest = (side: readonly Mark[]) => {
    const higher = side.findIndex(({ point }) => point.value > value);
    const way = side.slice(0, higher < 0 ? undefined : higher).map(({ point }) => point.value);
    return way.length === 0 ? value : Math.min(...way);
  };
  return value - Math.max(lowest(marks.slice(0, at).reverse()), lowest(marks.slice(at + 1)));
}

/** Returns the peaks of a line, the most prominent first. Its first and its last value are none. */
export function peaksOf(marks: readonly Mark[]): Mark[] {
  const values = marks.map(({ point }) => point.value);
  const range = Math.max(...values) - Math.min(...values);
  const inner = marks.slice(1, -1);
  return inner
    .map((mark, i) => ({ mark, rise: riseOf(marks, i + 1) }))
    .filter(({ rise }) => rise > 0 && rise >= range * LEAST_RISE)
    .sort((a, b) => b.rise - a.rise)
    .slice(0, MOST_PEAKS)
    .map(({ mark }) => mark);
}
