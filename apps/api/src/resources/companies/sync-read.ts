import type { CompanySource, Page, PageRequest } from '@dossier/shared';
import { keysetPage, whereBetween, type CompanyRow, type Db, type Query } from '@dossier/store';
import { syncList } from './sync-contract.ts';

/** Both ends inclusive. */
export interface SyncWindow {
  from: string;
  to: string;
}

/** A company, and when the rows of each chosen source last changed in the window. */
export type ChangedCompany = Pick<CompanyRow, 'id' | 'domain' | 'name' | 'updated_at'> &
  Partial<Record<CompanySource, string | null>>;

type RowSource = Exclude<CompanySource, 'listings'>;

/** The rows of a source: where they are, whose they are, when they changed. */
const rows: Record<RowSource, { of: (db: Db) => Query; company: string; changed: string }> = {
  documents: {
    of: (db) => db('documents').join('document_companies', 'document_companies.document_id', 'documents.id'),
    company: 'document_companies.company_id',
    changed: 'documents.updated_at',
  },
  news: tableOf('news'),
  events: tableOf('events'),
  datasets: tableOf('datasets'),
  metrics: tableOf('metrics'),
  filings: tableOf('filings'),
};

function tableOf(name: string) {
  return { of: (db: Db): Query => db(name), company: `${name}.company_id`, changed: `${name}.updated_at` };
}

/**
 * A page of the companies that changed, or have a row in one of the sources that did: one statement. It costs a walk
 * over the index entries of the window, however large the tables are, and a probe a source for each company of the
 * page. The listings are part of the company's record and change with it.
 */
export function readChangedCompanies(
  db: Db,
  sources: CompanySource[],
  { from, to }: SyncWindow,
  request: PageRequest,
): Promise<Page<ChangedCompany>> {
  const chosen = sources.filter((source): source is RowSource => source !== 'listings');
  const changed = whereBetween(db('companies').select('id as company_id'), 'updated_at', from, to).union(
    chosen.map((source) => {
      const { of, company, changed: at } = rows[source];
      return whereBetween(of(db).select(`${company} as company_id`), at, from, to);
    }),
  );
  const latest = chosen.map((source) => {
    const { of, company, changed: at } = rows[source];
    const own = of(db).where(company, db.ref('changed.company_id')).max(at);
    return whereBetween(own, at, from, to).as(source);
  });
  const query = db(changed.as('changed'))
    .join('companies', 'companies.id', 'changed.company_id')
    .select('companies.id', 'companies.domain', 'companies.name', 'companies.updated_at', ...latest);
  // The place is one among all companies: on a column of the union, SQLite would walk the tables by company instead.
  return keysetPage(syncList, request, { query, columns: { id: 'companies.id' } });
}
