import { DAY_MS, fail } from '@dossier/shared';

const WINDOW_DAYS = 14;

/** A range of times, both ends inclusive, with the names of the fields that bound it. */
export interface TimeRange {
  names: string;
  from: string | undefined;
  to: string | undefined;
}

const isNarrow = (from: string, to: string) => Date.parse(to) - Date.parse(from) <= WINDOW_DAYS * DAY_MS;

/** Whether an answer to these ranges speaks of now: one has a lower end only. */
export const speaksOfNow = (ranges: Record<string, TimeRange>): boolean =>
  Object.values(ranges).some(({ from, to }) => from !== undefined && to === undefined);

/**
 * The rule of lists without a company: at least one range spans 14 days or less; a lower end is needed, and a
 * missing upper end is now. Gives the ranges with their upper ends set, so that what is read is what was checked.
 * @param now that of page one, so that a walk does not outgrow its window
 * @throws 400 that names the ranges
 */
export function requireWindow<Name extends string>(
  ranges: Record<Name, TimeRange>,
  now: string,
): Record<Name, TimeRange> {
  const closed = { ...ranges };
  for (const name of Object.keys(ranges) as Name[]) {
    const { from, to = now } = ranges[name];
    if (from !== undefined) closed[name] = { ...ranges[name], to };
  }
  const all: TimeRange[] = Object.values(closed);
  const narrow = all.some(({ from, to }) => from !== undefined && to !== undefined && isNarrow(from, to));
  if (!narrow)
    throw fail(
      'window_required',
      WINDOW_DAYS,
      all.map(({ names }) => names),
    );
  return closed;
}

/** The rule of a list with one window only. @throws 400 when it spans more than 14 days */
export function requireNarrow({ names, from, to }: { names: string; from: string; to: string }): void {
  if (!isNarrow(from, to)) throw fail('window_too_long', WINDOW_DAYS, names);
}
