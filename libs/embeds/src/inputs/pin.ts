import type { Dated } from './data.ts';

/** Returns a test for entries that are no later than the day `until`. */
export const upTo =
  (until: string) =>
  ({ date }: { date: string }) =>
    date <= until;

/** Returns a test for entries on or after the day `first`. */
export const since =
  (first: string) =>
  ({ date }: { date: string }) =>
    date >= first;

/** Returns the days of pinned data. Data that end before the pinned day keep their own last day. */
export const pinnedDays = (asOf: string | null, until: string): Dated => ({
  asOf: asOf !== null && asOf > until ? until : asOf,
  until,
});
