import { DAY_MS, isDate } from '@dossier/shared';
import { lastDone, type Db } from '@dossier/store';
import { UsageError } from '../../rows/types.ts';

/** Days that are read again: the SEC publishes the index of a day late, and corrects it. */
const OVERLAP = 7;

/**
 * Returns the days of `edgar since` as a range, `2026-01-05..2026-01-13`: from a week before the end of its last complete
 * run until today (UTC). A run that failed or rejected rows is repeated.
 * @param given the first day, or nothing
 * @throws UsageError when there is no earlier run and no day
 */
export async function daysSince(db: Db, given: string[], now = new Date()): Promise<string> {
  const today = now.toISOString().slice(0, 10);
  const [first, ...more] = given;
  if (more.length > 0 || (first !== undefined && (!isDate(first) || first > today)))
    throw new UsageError(
      'Name one day of the past, such as 2020-03-16, or none to continue from the last run.',
    );
  if (first !== undefined) return `${first}..${today}`;
  const last = await lastDone(db, 'edgar', 'since');
  const end = last?.split('..')[1];
  if (end === undefined)
    throw new UsageError(
      'edgar since has no complete run to continue from. Name the first day: edgar since 2020-03-16.',
    );
  const start = new Date(Date.parse(end) - OVERLAP * DAY_MS).toISOString().slice(0, 10);
  return `${start}..${today}`;
}
