import { pageRequest, rankingMetrics, type Listing, type RankingMetric } from '@dossier/shared';
import {
  ask,
  equals,
  domainSpellings,
  findCategory,
  hasValue,
  inList,
  jsonFor,
  marked,
  preparedQueries,
  storedDomain,
  written,
  type CompanyDomainRow,
  type Db,
  type ItemRow,
  type Items,
} from '@dossier/store';
import { boundsOf, companyFilters, figureFilter, hasBounds, metrics } from '../../query/company-filters.ts';
import type { Filter } from '../../query/filters.ts';
import { list } from '../../query/list.ts';
import {
  columnLists,
  type CompanyFilter,
  companyList,
  figureLists,
  type CompanySummary,
  type LookupKey,
  mostCounted,
  type Sort,
  sorts,
  type SummaryField,
} from './contract.ts';
import type { Context } from '../../services.ts';
import { viewSummary } from './view.ts';

/** The fields to return, sorted; all if undefined. */
type Wanted = SummaryField[] | undefined;

/** What the SQL of a page depends on. */
interface Form {
  fields: Wanted;
  /** Whether all filters are about categories and figures, so that no company is read before its page. */
  isBare: boolean;
}

const shared = {
  kinds: ['category'],
  item: (db, _param, { fields }) =>
    jsonFor(db).one(db('companies').where('companies.id', db.ref('page.id')), viewSummary(db, fields)),
  sorts: 'few',
} satisfies Partial<Parameters<typeof list<CompanySummary, Form>>[0]>;

/** The columns of companies by which a list filters. @param inOrder those whose indexes are in its order */
const measured = (inOrder: string[] = []) => ({
  table: 'companies',
  columns: ['headquarters_country', 'type', 'founding_year', 'updated_at'],
  inOrder,
});

/** Reads a page of the companies that match all filters. */
const readCompanies = list<CompanySummary, Form>({
  ...shared,
  list: companyList,
  table: 'companies',
  measured: measured(['headquarters_country', 'type']),
  filters: companyFilters,
  isScattered: true,
});

/** The filters of companies except those by category and figures. */
const others = companyFilters.filter(
  ({ fields }) => !('category' in fields) && !metrics.some((metric) => `${metric}_gte` in fields),
);

/** Keeps the rows of the category of a request. */
const ofCategory = (table: string): Filter => ({
  fields: {},
  where: (_db, { input }) =>
    equals(`${table}.category_id`, input['category_id'] as number | undefined).map((condition) =>
      marked(condition, { isImplied: hasBounds(input) }),
    ),
});

/** Reads a page of the companies of a category whose figures are between bounds. */
const readMembers = list<CompanySummary, Form>({
  ...shared,
  list: companyList,
  table: 'company_categories',
  columns: { id: 'company_id' },
  filters: [
    ofCategory('company_categories'),
    ...metrics.map((metric) => figureFilter(metric, 'company_categories.company_id')),
  ],
});

/** Reads a page of the active companies with a figure that match all filters, largest first. */
const readByFigure = (metric: RankingMetric, table: 'ranked' | 'category_figures') => {
  const inOrder: Filter = {
    fields: {},
    where: (_db, { input }) => [
      ...equals('ranked.name', rankingMetrics[metric]),
      ...boundsOf(metric, input, 'ranked.value').map(([sql, value]) => written({ sql, values: [value] })),
    ],
  };
  return list<CompanySummary, Form>({
    ...shared,
    list: figureLists[metric],
    table,
    measured: measured(),
    columns: { value: 'ranked.value', id: 'ranked.company_id' },
    from: (db, _param, { isBare }) => {
      const rows = db({ ranked: table });
      return isBare ? rows : rows.join('companies', 'companies.id', 'ranked.company_id');
    },
    countedAs: ['ranked.name', 'ranked.category_id', 'companies.type'],
    filters: [
      ...others.map(scattered),
      ...metrics.filter((other) => other !== metric).map((other) => figureFilter(other, 'ranked.company_id')),
      ...(table === 'ranked' ? [] : [ofCategory('ranked')]),
      inOrder,
    ],
  });
};

/** Marks a filter whose matches may be far apart in the order of a list. */
const scattered = (filter: Filter): Filter => ({
  ...filter,
  where: (...given) => filter.where(...given).map((condition) => marked(condition, { isScattered: true })),
});

/**
 * Reads a page of the companies that match all filters, in the order of a column.
 * @param options.inOrder the columns of other filters whose indexes are in this order
 * @param options.isOptional leaves out companies without a value. Other columns have no such condition, because it has no
 * counter, so the database would count the total.
 */
const readByColumn = (
  name: keyof typeof columnLists,
  column: string,
  { inOrder = [] as string[], isOptional = false } = {},
) =>
  list<CompanySummary, Form>({
    ...shared,
    list: columnLists[name],
    table: 'companies',
    columns: { [name]: column },
    measured: measured([column, ...inOrder]),
    filters: [
      ...companyFilters,
      { fields: {}, where: () => (isOptional ? [hasValue('companies', column)] : []) },
    ],
    isScattered: true,
  });

const byFigure = (table: 'ranked' | 'category_figures') =>
  Object.fromEntries(metrics.map((metric) => [metric, readByFigure(metric, table)])) as Record<
    RankingMetric,
    ReturnType<typeof readByFigure>
  >;
const byColumn = {
  updated_at: readByColumn('updated_at', 'updated_at'),
  founded: readByColumn('founded', 'founding_year', { inOrder: ['headquarters_country'], isOptional: true }),
  country: readByColumn('country', 'headquarters_country', {
    isOptional: true,
  }),
  type: readByColumn('type', 'type'),
};
const readers = {
  ofAll: { ...byFigure('ranked'), ...byColumn },
  ofCategory: { ...byFigure('category_figures'), ...byColumn },
} satisfies Record<string, Record<Sort, unknown>>;

/** Reads a page of the companies that match all filters, in the order that the request names. */
export async function readSorted(context: Context, input: CompanyFilter) {
  const { fields, sort, category, ...filter } = input;
  const isGiven = (name: string) => filter[name as keyof typeof filter] !== undefined;
  const isBare = !others.some((each) => Object.keys(each.fields).some(isGiven));
  // An unknown category has no companies.
  const category_id =
    category === undefined ? undefined : ((await findCategory(context.db, category))?.id ?? 0);
  const { ofCategory, ofAll } = readers;
  const unsorted = isBare && category !== undefined ? readMembers : readCompanies;
  const read = sort ? (category === undefined ? ofAll : ofCategory)[sort] : unsorted;
  const asked = { ...input, category_id };
  return read(context, asked, {
    formOf: () => ({ form: { fields: sorted(fields), isBare } }),
    requestOf: () => pageRequest(listOf(sort), input, { ...filter, category }),
    countMost: mostCounted(input),
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
  const former = { ids: readFormerIds, slugs: readFormerSlugs, ciks: undefined }[key];
  return former ? [...own, ...(await former(db, lacking(values, own)))] : own;
}

const lacking = (values: (string | number)[], found: Match[]): (string | number)[] => {
  const known = new Set(found.map(({ value }) => value));
  return values.filter((value) => !known.has(value));
};

/** Returns the companies to which the ids of merged companies lead. Each of their slugs and domains is an alias. */
const readFormerIds = async (db: Db, ids: (string | number)[]): Promise<Match[]> =>
  ids.length === 0
    ? []
    : db('company_aliases')
        .whereIn('merged_id', ids)
        .orderBy('merged_id')
        .distinct<Match[]>('merged_id as value', 'company_id');

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
