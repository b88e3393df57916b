import { DAY_MS, fail } from '@dossier/shared';

const WINDOW_DAYS = 14;

/** A range of times, both ends inclusive, with the names of the fields that bound it. */
export interface TimeRange {
  names: string;
  from: string | undefined;
  to: string | undefined;
}

/**
 * A range of an input, by the names that were sent of its ends; each end may have several, those of one place belong
 * together.
 * @throws 400 when two names of an end are sent and differ
 */
export function rangeOf<Name extends string>(
  input: { [name in Name]?: string | undefined },
  lower: readonly Name[],
  upper: readonly Name[],
): TimeRange {
  const [from, to] = [sentOf(input, lower), sentOf(input, upper)];
  const place = from ?? to ?? 0;
  const [lowerName, upperName] = [lower[place]!, upper[to ?? place]!];
  return { names: `${lowerName} and ${upperName}`, from: input[lowerName], to: input[upperName] };
}

/** The place of the name that was sent. */
function sentOf<Name extends string>(
  input: { [name in Name]?: string | undefined },
  names: readonly Name[],
): number | undefined {
  const [name, alias] = names.filter((each) => input[each] !== undefined);
  if (name !== undefined && alias !== undefined && input[name] !== input[alias])
    throw fail('different_aliases', { name, alias });
  return name === undefined ? undefined : names.indexOf(name);
}

const DAY_BEGINS = 'T00:00:00.000Z';
const DAY_ENDS = 'T23:59:59.999Z';
const beginOfDay = (time: string) => Date.parse(time.slice(0, 10) + DAY_BEGINS);

/**
 * How many days a range spans, for the rule of 14. A date counts as the beginning of its day at either end, so that
 * 1 to 15 January are 14 days, as people count; and a range that begins with a date and is open ends today, not now.
 */
function daysOf(from: string, to: string | undefined, now: string): number {
  const byDay = to === undefined ? from.endsWith(DAY_BEGINS) : to.endsWith(DAY_ENDS);
  const end = byDay ? beginOfDay(to ?? now) : Date.parse(to ?? now);
  return (end - Date.parse(from)) / DAY_MS;
}

/** To one decimal, never down: what is too long by a moment must not look as if it were not. */
const shown = (days: number) => Math.ceil(days * 10) / 10;

/** Whether an answer to these ranges speaks of now: one has a lower end only. */
export const speaksOfNow = (ranges: Record<string, TimeRange>): boolean =>
  Object.values(ranges).some(({ from, to }) => from !== undefined && to === undefined);

/**
 * The rule of lists without a company: at least one range spans 14 days or less; a lower end is needed, and a
 * missing upper end is now. Gives the ranges with their upper ends set, so that what is read is what was checked.
 * @param now that of page one, so that a walk does not outgrow its window
 * @throws 400 that names the ranges, and says of those that were sent what is wrong with them
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

/** The rule of a list with one window only. @throws 400 when it spans more than 14 days */
export function requireNarrow(
  { names, from, to }: { names: string; from: string; to: string | undefined },
  now: string,
): void {
  const days = daysOf(from, to, now);
  if (days > WINDOW_DAYS)
    throw fail('window_too_long', { days: WINDOW_DAYS, range: names, given: shown(days) });
}
