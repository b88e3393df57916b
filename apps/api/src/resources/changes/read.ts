import { fail, type ChangeKind } from '@dossier/shared';
import { newestChange, oldestChange, readChanges, type ChangeRow, type Db } from '@dossier/store';

/** The most changes that a request without a company scans. Otherwise a rare kind would scan the whole log. */
const SPAN = 20_000;

/** What a request asks for. */
export interface Asked {
  after: number;
  limit: number;
  kinds: ChangeKind[] | undefined;
  company: number | undefined;
}

/** Changes, and the position after them. */
export interface ChangesPage {
  rows: ChangeRow[];
  last: number;
  hasMore: boolean;
}

/**
 * Reads the changes after a position. An index range bounds the work: of `SPAN` changes, or of the changes of one company.
 * @throws 410 if the log does not have the changes after that position
 */
export async function readChangesPage(db: Db, asked: Asked): Promise<ChangesPage> {
  const { after, limit, company } = asked;
  // The newest change is read first, so that later ones are not skipped; the oldest last, because the log may be pruned.
  const newest = await newestChange(db);
  const until = company === undefined ? Math.min(newest, after + SPAN) : newest;
  const rows = after < until ? await readChanges(db, { ...asked, until }) : [];
  const first = (await oldestChange(db)) - 1;
  if (after < first || after > newest) throw fail('changes_not_kept', { after, first, last: newest });
  const last = rows.length === limit ? rows.at(-1)!.seq : until;
  return { rows, last, hasMore: last < newest };
}
