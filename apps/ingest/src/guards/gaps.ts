import type { Report } from '../report/report.ts';
import { exceeds, printLimit, type Limit } from './limit.ts';
import { Refusal } from '../report/refusal.ts';
import type { Place, Reject } from '../rows/types.ts';

/** What the rejects of a load say about what is missing of its source: here it is decided whether a feed was whole. */
export interface Gaps {
  /** The first reject that other rows may be missing with. */
  hiding?: Place & Pick<Reject, 'reason'>;
  /** Rejected rows of which nobody can tell what record they are. */
  unread: number;
}

/** Rows that are wrong are counted; where it cannot be known how many there are, no number of them is few enough. */
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

/** A row that nobody can read may be any of the records that the feed seems to have no more. */
export function tooManyGone(
  { gone, stored }: { gone: number; stored: number },
  { unread }: Gaps,
  maxDeletes: Limit,
  plural: string,
): Refusal | undefined {
  const would = `${gone} of ${stored} ${plural} would be deleted, since the feed no longer has them`;
  if (exceeds(maxDeletes, gone, stored)) {
    return new Refusal('deletions', `${would}; --max-deletes allows ${printLimit(maxDeletes)}.`);
  }
  const isAnyAllowed = 'percent' in maxDeletes && maxDeletes.percent === 100;
  if (gone === 0 || unread === 0 || isAnyAllowed) return undefined;
  const rows =
    unread === 1
      ? '1 rejected row whose key cannot be read'
      : `${unread} rejected rows whose keys cannot be read`;
  return new Refusal(
    'deletions',
    `${would}, but ${rows} may be some of them; mend what is rejected, or allow any with --max-deletes 100%.`,
  );
}
