import type { CompanyChange, CompanySource, PageRequest } from '@dossier/shared';
import { isPostgres, pagesOf, type Db, type ItemPage, type Param, type Query } from '@dossier/store';
import { syncList } from './sync-contract.ts';
import { viewChange } from './view.ts';

/** A time window. Both ends are inclusive. */
export interface SyncWindow {
  from: string;
  to: string;
}

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

const within = (query: Query, column: string, param: Param<SyncWindow>): Query =>
  query.where(column, '>=', param('from')).where(column, '<=', param('to'));

/** The bit of a source by its place, as in `namesOfBits`. */
const bitOf = (place: number) => 1 << place;

/** Returns the changes of a window: rows with `company_id`, `bit` (which names the source) and `at`. */
function changesIn(db: Db, param: Param<SyncWindow>, sources: CompanySource[]): Query {
  const each = (query: Query, company: string, at: string, bit: string | number) =>
    within(query.select(`${company} as company_id`, db.raw(`${bit} as bit`), `${at} as at`), at, param);
  // A changed row does not show whether its listings changed, so it counts as a change of both. The response has no name for
  // a change of the company itself.
  const listings = sources.indexOf('listings');
  const own = each(
    db('companies'),
    'companies.id',
    'companies.updated_at',
    listings < 0 ? 0 : bitOf(listings),
  );
  const others = sources.flatMap((source, place) =>
    source === 'listings' ? [] : [{ ...rows[source], bit: bitOf(place) }],
  );
  if (others.length === 0) return own;
  const changed = others.map(({ of, company, changed, bit }) => each(of(db), company, changed, bit));
  const bits = others.map(({ kind, bit }) => `when '${kind}' then ${bit}`).join(' ');
  const deleted = db('deletions')
    .join('companies', 'companies.id', 'deletions.company_id')
    .whereIn(
      'kind',
      others.map(({ kind }) => kind),
    );
  return own.unionAll([
    ...changed,
    each(deleted, 'deletions.company_id', 'deletions.deleted_at', `case kind ${bits} end`),
  ]);
}

/** Returns the companies that changed, each with its last change and the bits of the sources that changed. */
function changedIn(db: Db, param: Param<SyncWindow>, sources: CompanySource[]): Query {
  // Both databases combine bits in less time than they sort names. SQLite has no function for the bits of a group, but each
  // row has only one bit, and the sum of different bits is their combination.
  const bits = isPostgres(db) ? 'bit_or(bit)' : 'sum(distinct bit)';
  const changed = db(changesIn(db, param, sources).as('each'))
    .groupBy('company_id')
    .select('company_id', db.raw(`${bits} as bits`))
    .max('at as updated_at');
  return db(changed.as('changed')).select('changed.updated_at', 'changed.bits');
}

const pages = pagesOf<CompanyChange, CompanySource[], SyncWindow>({
  list: syncList,
  table: 'changed',
  from: changedIn,
  columns: { id: 'changed.company_id' },
  item: (db, _param, sources) => viewChange(db, sources),
  // Sorting all changed companies keeps SQLite from scanning every company after the cursor.
  sorts: 'all',
});

/**
 * Returns a page of the companies that changed, or whose rows in one of the sources changed or were deleted. The
 * statement reads the index entries of the window, plus the companies of the page. Listings belong to the company's row
 * and change with it.
 */
export const readChangedCompanies = (
  db: Db,
  sources: CompanySource[],
  window: SyncWindow,
  request: PageRequest,
): Promise<ItemPage<CompanyChange>> => pages(db, { request, where: [], form: sources, params: window });
