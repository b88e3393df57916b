import { DAY_MS, fail } from '@dossier/shared';
import { sentIndex } from './alias.ts';

export const WINDOW_DAYS = 14;

/** A time range with inclusive bounds, and the names of the fields that bound it. */
export interface TimeRange {
  names: string;
  from: string | undefined;
  to: string | undefined;
}

/** Returns whether a range limits nothing. */
export const isUnbounded = ({ from, to }: Pick<TimeRange, 'from' | 'to'>): boolean =>
  from === undefined && to === undefined;

/**
 * Returns a range of an input, with the names that were sent. Each bound may have aliases; aliases at the same index
 * belong together.
 * @throws 400 if two aliases of a bound differ
 */
export function rangeOf<Name extends string>(
  input: { [name in Name]?: string | undefined },
  lower: readonly Name[],
  upper: readonly Name[],
): TimeRange {
  const [from, to] = [sentIndex(input, lower), sentIndex(input, upper)];
  const index = from ?? to ?? 0;
  const [lowerName, upperName] = [lower[index]!, upper[to ?? index]!];
  return { names: `${lowerName} and ${upperName}`, from: input[lowerName], to: input[upperName] };
}

const DAY_BEGINS = 'T00:00:00.000Z';
const DAY_ENDS = 'T23:59:59.999Z';
const beginOfDay = (time: string) => Date.parse(time.slice(0, 10) + DAY_BEGINS);

/**
 * Returns the days that a range spans. A date counts as the start of its day at either bound, so that 1 to 15 January
 * is 14 days. An open range that begins with a date ends at the start of today.
 */
function daysOf(from: string, to: string | undefined, now: string): number {
  const byDay = to === undefined ? from.endsWith(DAY_BEGINS) : to.endsWith(DAY_ENDS);
  const end = byDay ? beginOfDay(to ?? now) : Date.parse(to ?? now);
  return (end - Date.parse(from)) / DAY_MS;
}

/** Rounds up to one decimal, so that a range that is barely too long does not look short enough. */
const shown = (days: number) => Math.ceil(days * 10) / 10;

/** Returns whether a range has no upper bound, so that the response depends on the time of the request. */
export const isOpen = (ranges: Record<string, TimeRange>): boolean =>
  Object.values(ranges).some(({ from, to }) => from !== undefined && to === undefined);

/**
 * Checks the ranges of a list without a company: at least one must have a lower bound and span at most 14 days. Returns
 * the ranges with all upper bounds set, so that the list reads exactly the checked window.
 * @param now the time of page one, so that later pages keep its window
 * @throws 400 that names the ranges and the problem of each
 */
export function requireWindow<Name extends string>(
  ranges: Record<Name, TimeRange>,
  now: string,
): Record<Name, TimeRange> {
  const given: TimeRange[] = Object.values(ranges);
  const isNarrow = ({ from, to }: TimeRange) => from !== undefined && daysOf(from, to, now) <= WINDOW_DAYS;
  if (!given.some(isNarrow)) {
    const problems = given.map((range) => range.names + problemOf(range, now));
    throw fail('window_required', { days: WINDOW_DAYS, ranges: problems.join(', or ') });
  }
  const closed = { ...ranges };
  for (const name of Object.keys(ranges) as Name[]) {
    const { from, to = now } = ranges[name];
    if (from !== undefined) closed[name] = { ...ranges[name], to };
  }
  return closed;
}

function problemOf({ from, to }: TimeRange, now: string): string {
  if (from !== undefined) return ` (${shown(daysOf(from, to, now))} days were sent)`;
  return to === undefined ? '' : ' (no lower bound was sent)';
}

/** Checks a list with a single window. @throws 400 if it spans more than 14 days */
export function requireNarrow(
  { names, from, to }: { names: string; from: string; to: string | undefined },
  now: string,
): void {
  const days = daysOf(from, to, now);
  if (days > WINDOW_DAYS)
    throw fail('window_too_long', { days: WINDOW_DAYS, range: names, given: shown(days) });
}
