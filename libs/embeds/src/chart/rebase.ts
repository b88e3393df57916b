import { drawable } from './frame.ts';

type Point = { date: string; value: number | null; estimate: boolean };

/** The unit of values that are an index. */
export const INDEX = 'index';

const known = (points: readonly Point[]) =>
  drawable(points.map(({ date, value, estimate }) => ({ date, value: value ?? Number.NaN, estimate })));

/**
 * Returns datasets as an index: each is 100 on the first day on which all of them have a value, by its latest value up to
 * then. Returns undefined if there is no value, or if one of that day is not above zero.
 */
export function indexed<P extends Point>(
  all: readonly (readonly P[])[],
): { day: string; points: P[][] } | undefined {
  const values = all.map(known);
  const firsts = values.flatMap(([first]) => (first ? [first.date] : []));
  const day = firsts.sort().at(-1);
  if (day === undefined) return undefined;
  const bases = values.map((points) => points.findLast(({ date }) => date <= day)?.value);
  if (bases.some((base) => base !== undefined && base <= 0)) return undefined;
  const points = all.map((list, i) =>
    list.map((point) => ({
      ...point,
      // An index needs no more digits than these.
      value: point.value === null ? null : Math.round((point.value / bases[i]!) * 10_000) / 100,
    })),
  );
  return { day, points };
}
