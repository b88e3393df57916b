import type { Report } from '../report/report.ts';
import { exceeds, printLimit, type Limit } from './limit.ts';
import { Refusal } from '../report/refusal.ts';
import type { Place, Reject } from '../rows/types.ts';

/** What the rejects of a load show about the completeness of the feed. */
export interface Gaps {
  /** The first reject after which other rows may be missing too. */
  hiding?: Place & Pick<Reject, 'reason'>;
  /** Rejected rows whose natural key cannot be read. */
  unread: number;
}

/** Returns why to refuse a load with more rejected rows than allowed, or with rows that are missing and cannot be counted. */
export function tooManyErrors(
  { rejected, read }: Report,
  { hiding }: Gaps,
  maxErrors: Limit,
): Refusal | undefined {
  if (hiding) {
    const { file, row, reason } = hiding;
    const why = 'with --full and --max-errors a source must be whole';
    return new Refusal('errors', `${file} row ${row}: ${reason}; rows may be missing with it, and ${why}.`);
  }
  if (!exceeds(maxErrors, rejected, read)) return undefined;
  const allowed = `--max-errors allows ${printLimit(maxErrors)}`;
  return new Refusal('errors', `${rejected} of ${read} rows are rejected; ${allowed}.`);
}

/** Returns why to refuse too many deletions, or any deletion if a rejected row may be one of the missing records. */
export function tooManyMissing(
  { missing, stored }: { missing: number; stored: number },
  { unread }: Gaps,
  maxDeletes: Limit,
  plural: string,
): Refusal | undefined {
  const would = `${missing} of ${stored} ${plural} would be deleted, since they are missing from the feed`;
  if (exceeds(maxDeletes, missing, stored)) {
    return new Refusal('deletions', `${would}; --max-deletes allows ${printLimit(maxDeletes)}.`);
  }
  const isAnyAllowed = 'percent' in maxDeletes && maxDeletes.percent === 100;
  if (missing === 0 || unread === 0 || isAnyAllowed) return undefined;
  const rows =
    unread === 1
      ? '1 rejected row whose key cannot be read'
      : `${unread} rejected rows whose keys cannot be read`;
  return new Refusal(
    'deletions',
    `${would}, but ${rows} may be some of them; repair the rejected rows, or allow any with --max-deletes 100%.`,
  );
}
