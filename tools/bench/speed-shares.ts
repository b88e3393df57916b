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

const quantile = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;
/** Returns the median of some values. */
export const median = (values: number[]) => quantile(values, 0.5);

/** Returns the ratios of two programs, round by round: how often ours does the work of the other one. */
const ratios = (one: Work[], other: Work[], of: (work: Work) => number) =>
  one.map((work, round) => of(work) / of(other[round]!));

/** Returns the median of some values, with the lowest and the highest. */
export const spread = (values: number[]): string =>
  `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`;

/** Returns the CPU of a request: the median of the rounds. */
export const microsecondsOf = (works: Work[]): number =>
  Math.round(median(works.map(({ microseconds }) => microseconds)));

/** Returns the CPU of a request with bare Express, divided by ours: the median of the rounds. */
export const cpuShare = ({ express, ours }: Record<'express' | 'ours', Work[]>): number =>
  Number(median(ratios(express, ours, ({ microseconds }) => microseconds)).toFixed(2));

/** Returns the slowest hundredth of the requests, in times of another program: the median and the spread of the rounds. */
export const slowestCell = (ours: Work[], other: Work[]): string =>
  spread(ratios(ours, other, ({ p99 }) => p99));

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

/** Returns a table in Markdown. The first columns have texts, one by default, and the others numbers. */
export const markdown = (header: string[], lines: (string | number)[][], texts = 1): string =>
  [header, header.map((_, i) => (i < texts ? '---' : '---:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n') + '\n';
