import { median, spread } from './options.ts';
import type { Work } from './speed-cpu.ts';

/** The columns of `comparedCells`. */
export const COMPARED = [
  'Express, µs',
  'ours, µs',
  'CPU: Express / ours',
  'requests a second: ours / Express',
  'bar',
  'met',
];

/** Returns the ratios of two programs, round by round: how often ours does the work of the other one. */
const ratios = (one: Work[], other: Work[], of: (work: Work) => number) =>
  one.map((work, round) => of(work) / of(other[round]!));

/** Returns the CPU of a request: the median of the rounds. */
export const microsecondsOf = (works: Work[]): number =>
  Math.round(median(works.map(({ microseconds }) => microseconds)));

/** Returns the cells of a comparison with a bare Express route. @param bar the least share of its speed */
export function comparedCells(
  { express, ours }: Record<'express' | 'ours', Work[]>,
  bar: number,
): (string | number)[] {
  const cpu = ratios(express, ours, ({ microseconds }) => microseconds);
  const speed = ratios(ours, express, ({ perSecond }) => perSecond);
  const met = median(cpu) >= bar && median(speed) >= bar;
  return [microsecondsOf(express), microsecondsOf(ours), spread(cpu), spread(speed), bar, met ? 'yes' : 'no'];
}
