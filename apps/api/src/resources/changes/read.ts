import { ApiError, fail, type ChangeKind } from '@dossier/shared';
import {
  currentEpoch,
  deletedCompanies,
  newestChange,
  oldestChange,
  readChanges,
  type ChangeRow,
  type CompanyLookup,
  type Db,
} from '@dossier/store';
import { requireOneCompany } from '../../query/scope.ts';

/** The most changes that a request without a company scans. Otherwise a rare kind would scan the whole log. */
const SPAN = 20_000;

/** What a request asks for. */
export interface Asked {
  after: number;
  /** The epoch of `after`, if the client knows it. */
  epoch?: string | undefined;
  limit: number;
  kinds: ChangeKind[] | undefined;
  /** The ids of a company and of deleted companies that had its domain; undefined for all companies. */
  companies: number[] | undefined;
}

/** Changes, and the position after them. */
export interface ChangesPage {
  rows: ChangeRow[];
  epoch: string;
  last: number;
  hasMore: boolean;
}

/**
 * Returns the ids of the company that all lookups find, and of deleted companies that they found before. The changes of a
 * deleted company end with its deletion.
 * @throws 404 if a lookup finds neither; 400 if the lookups find different companies
 */
export async function companiesOfChanges(db: Db, lookups: CompanyLookup[]): Promise<number[]> {
  const deleted = await deletedCompanies(db, lookups);
  const isDeleted = deleted.length > 0;
  const stored = await requireOneCompany(db, lookups).catch((error: unknown) => {
    if (isDeleted && error instanceof ApiError && error.code === 'company_not_found') return undefined;
    throw error;
  });
  return [...new Set([...(stored ? [stored.id] : []), ...deleted])];
}

/**
 * Reads the changes after a position. An index range bounds the work: of `SPAN` changes, or of the changes of one company.
 * @throws 410 if the log does not have the changes after that position, or if its epoch has changed
 */
export async function readChangesPage(db: Db, asked: Asked): Promise<ChangesPage> {
  const { after, limit, companies } = asked;
  const epoch = await currentEpoch(db);
  if (asked.epoch !== undefined && asked.epoch !== epoch) throw fail('epoch_changed');
  // The newest change is read first, so that later ones are not skipped; the oldest last, because the log may be pruned.
  const newest = await newestChange(db);
  const until = companies === undefined ? Math.min(newest, after + SPAN) : newest;
  const rows = after < until ? await readChanges(db, { ...asked, until }) : [];
  const first = (await oldestChange(db)) - 1;
  if (after < first || after > newest) throw fail('changes_not_kept', { after, first, last: newest });
  const last = rows.length === limit ? rows.at(-1)!.seq : until;
  return { rows, epoch, last, hasMore: last < newest };
}
