import type { CompanySource, Page, PageRequest } from '@dossier/shared';
import { keysetPage, whereBetween, type CompanyRow, type Db, type Query } from '@dossier/store';
import { syncList } from './sync-contract.ts';

/** A time window. Both ends are inclusive. */
export interface SyncWindow {
  from: string;
  to: string;
}

/** A company, with the time of the last change of each chosen source within the window. */
export type ChangedCompany = Pick<CompanyRow, 'id' | 'domain' | 'name' | 'updated_at'> &
  Partial<Record<CompanySource, string | null>>;

type RowSource = Exclude<CompanySource, 'listings'>;

/** The table, company column and time column of each source, and the kind that its deletions are recorded under. */
const rows: Record<RowSource, { kind: string; of: (db: Db) => Query; company: string; changed: string }> = {
  documents: {
    kind: 'document',
    of: (db) => db('documents').join('document_companies', 'document_companies.document_id', 'documents.id'),
    company: 'document_companies.company_id',
    changed: 'documents.updated_at',
  },
  news: tableOf('news', 'news'),
  events: tableOf('events', 'event'),
  datasets: tableOf('datasets', 'dataset'),
  metrics: tableOf('metrics', 'metric'),
  filings: tableOf('filings', 'filing'),
};

function tableOf(name: string, kind: string) {
  return {
    kind,
    of: (db: Db): Query => db(name),
    company: `${name}.company_id`,
    changed: `${name}.updated_at`,
  };
}

/**
 * Returns a page of the companies that changed, or whose rows in one of the sources changed or were deleted. The
 * statement reads the index entries of the window, plus a few lookups for each company of the page. With a join,
 * Postgres would overestimate the window and scan all companies. Listings belong to the company's row and change
 * with it.
 */
export function readChangedCompanies(
  db: Db,
  sources: CompanySource[],
  { from, to }: SyncWindow,
  request: PageRequest,
): Promise<Page<ChangedCompany>> {
  const chosen = sources.filter((source): source is RowSource => source !== 'listings');
  const changed = whereBetween(db('companies').select('id as company_id'), 'updated_at', from, to).union(
    chosen.flatMap((source) => {
      const { kind, of, company, changed: at } = rows[source];
      const deleted = db('deletions')
        .join('companies', 'companies.id', 'deletions.company_id')
        .where({ kind })
        .select('company_id');
      return [
        whereBetween(of(db).select(`${company} as company_id`), at, from, to),
        whereBetween(deleted, 'deleted_at', from, to),
      ];
    }),
  );
  const latest = chosen.map((source) => {
    const { kind, of, company, changed: at } = rows[source];
    const ofCompany = (query: Query, column: string) => query.where(column, db.ref('changed.company_id'));
    const own = ofCompany(of(db), company).max(`${at} as at`);
    const deleted = ofCompany(db('deletions').where({ kind }), 'company_id').max('deleted_at as at');
    const both = whereBetween(own, at, from, to).unionAll([whereBetween(deleted, 'deleted_at', from, to)]);
    return db(both.as('each')).max('at').as(source);
  });
  const own = (['domain', 'name', 'updated_at'] as const).map((column) =>
    db('companies').where('id', db.ref('changed.company_id')).select(column).as(column),
  );
  const query = db(changed.as('changed')).select('changed.company_id as id', ...own, ...latest);
  // Sorting all changed companies keeps SQLite from scanning every company after the cursor.
  return keysetPage(syncList, request, {
    query,
    columns: { id: 'changed.company_id' },
    sorts: 'all',
  });
}
