import { pageRequest, rankingMetrics, type Listing, type RankingMetric } from '@dossier/shared';
import {
  ask,
  equals,
  domainSpellings,
  inList,
  jsonFor,
  preparedQueries,
  storedDomain,
  type CompanyDomainRow,
  type Db,
  type ItemRow,
  type Items,
} from '@dossier/store';
import { companyFilters } from '../../query/company-filters.ts';
import { list } from '../../query/list.ts';
import {
  columnLists,
  type CompanyFilter,
  companyList,
  figureLists,
  type CompanySummary,
  type LookupKey,
  type Sort,
  sorts,
  type SummaryField,
} from './contract.ts';
import type { Context } from '../../services.ts';
import { viewSummary } from './view.ts';

/** The fields to return, sorted; all if undefined. */
type Wanted = SummaryField[] | undefined;

/** Reads a page of the companies that match all filters. */
const readCompanies = list<CompanySummary, Wanted>({
  list: companyList,
  table: 'companies',
  kinds: ['category'],
  filters: companyFilters,
  isScattered: true,
  item: (db, _param, fields) =>
    jsonFor(db).one(db('companies').where('companies.id', db.ref('page.id')), viewSummary(db, fields)),
  sorts: 'few',
});

/** Reads a page of the active companies with a figure that match all filters, largest first. */
const readByFigure = (metric: RankingMetric) =>
  list<CompanySummary, Wanted>({
    list: figureLists[metric],
    table: 'ranked',
    columns: { value: 'ranked.value', id: 'ranked.company_id' },
    kinds: ['category'],
    from: (db) => db('ranked').join('companies', 'companies.id', 'ranked.company_id'),
    filters: [...companyFilters, { fields: {}, where: () => equals('ranked.name', rankingMetrics[metric]) }],
    item: (db, _param, fields) =>
      jsonFor(db).one(db('companies').where('companies.id', db.ref('page.id')), viewSummary(db, fields)),
  });

/**
 * Reads a page of the companies that match all filters, in the order of a column.
 * @param options.isOptional leaves out companies without a value. Other columns have no such condition, because it has no
 * counter, so the database would count the total.
 */
const readByColumn = (name: keyof typeof columnLists, column: string, { isOptional = false } = {}) =>
  list<CompanySummary, Wanted>({
    list: columnLists[name],
    table: 'companies',
    columns: { [name]: column },
    kinds: ['category'],
    filters: [
      ...companyFilters,
      { fields: {}, where: () => (isOptional ? [{ sql: `"${column}" is not null`, values: [] }] : []) },
    ],
    isScattered: true,
    item: (db, _param, fields) =>
      jsonFor(db).one(db('companies').where('companies.id', db.ref('page.id')), viewSummary(db, fields)),
  });

const readers = {
  valuation: readByFigure('valuation'),
  revenue: readByFigure('revenue'),
  total_funding: readByFigure('total_funding'),
  updated_at: readByColumn('updated_at', 'updated_at'),
  founded: readByColumn('founded', 'founding_year', { isOptional: true }),
  country: readByColumn('country', 'headquarters_country', { isOptional: true }),
  type: readByColumn('type', 'type'),
} satisfies Record<Sort, unknown>;

/**
 * Reads a page of the companies that match all filters, in the order that the request names.
 * @param countMost counts no more companies than this. A cursor of such a page carries no total for other pages.
 */
export function readSorted(context: Context, input: CompanyFilter, countMost?: number) {
  const { fields, sort, ...filter } = input;
  const listed = listOf(sort);
  return (sort ? readers[sort] : readCompanies)(context, input, {
    formOf: () => ({ form: sorted(fields) }),
    requestOf: () => pageRequest(listed, input, { ...filter, countMost }),
    countMost,
  });
}

/** Returns the list that a request reads, to which its cursors belong. */
export const listOf = (sort: Sort | undefined): Listing => (sort ? sorts[sort] : companyList);

/** Sorts fields, so that the same fields in another order use the same prepared statement. */
export const sorted = (fields: Wanted): Wanted => fields && [...new Set(fields)].sort();

const summaries = preparedQueries<Wanted, { ids: number[] }, ItemRow>((db, param, fields) =>
  db('companies')
    .whereRaw(inList(db, 'companies.id'), [param('ids')])
    .orderBy('companies.id')
    .select(viewSummary(db, fields).sql.wrap('', ' as item')),
);

/** Returns the companies with these ids, by id. */
export const readSummaries = async (
  db: Db,
  ids: number[],
  fields: Wanted,
): Promise<Items<CompanySummary>> => ({ rows: await ask(db, summaries(sorted(fields)), { ids }) });

/** A value of a request with the company that it finds. */
export interface Match {
  value: string | number;
  company_id: number;
}

/** Returns the companies that values of a key find. A CIK may find several; a value that finds none is left out. */
export async function readMatches(db: Db, key: LookupKey, values: (string | number)[]): Promise<Match[]> {
  if (key === 'domains') return readDomainMatches(db, values.map(String));
  const column = ({ ids: 'id', slugs: 'slug', ciks: 'cik' } as const)[key];
  const own = await db('companies')
    .whereIn(column, values)
    .orderBy('id')
    .select<Match[]>(`${column} as value`, 'id as company_id');
  return key === 'slugs' ? [...own, ...(await readFormerSlugs(db, lacking(values, own)))] : own;
}

const lacking = (values: (string | number)[], found: Match[]): (string | number)[] => {
  const known = new Set(found.map(({ value }) => value));
  return values.filter((value) => !known.has(value));
};

/** Returns the companies to which the slugs of merged companies lead. */
const readFormerSlugs = async (db: Db, slugs: (string | number)[]): Promise<Match[]> =>
  slugs.length === 0
    ? []
    : db('company_aliases')
        .where({ kind: 'slug' })
        .whereIn('name', slugs)
        .orderBy('name')
        .select<Match[]>('name as value', 'company_id');

async function readDomainMatches(db: Db, domains: string[]): Promise<Match[]> {
  const rows = await db<CompanyDomainRow>('company_domains').whereIn('domain', domainSpellings(domains));
  const byDomain = new Map(rows.map(({ domain, company_id }) => [domain, company_id]));
  return domains.flatMap((value) => {
    const company_id = byDomain.get(storedDomain(value, byDomain));
    return company_id === undefined ? [] : { value, company_id };
  });
}
