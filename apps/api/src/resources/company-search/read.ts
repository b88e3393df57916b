import { companyNameKey, companyType, type PageRequest } from '@dossier/shared';
import {
  ask,
  between,
  domainSpellings,
  equals,
  inList,
  jsonFor,
  pagesOf,
  questions,
  storedDomain,
  type CompanyDomainRow,
  type Condition,
  type Db,
  type ItemPage,
  type ItemRow,
  type Items,
} from '@dossier/store';
import {
  companyList,
  type CompanyFilter,
  type CompanySummary,
  type LookupKey,
  type SummaryField,
} from './contract.ts';
import { viewSummary } from './view.ts';

/** The fields to return, sorted; all if undefined. */
type Wanted = SummaryField[] | undefined;

const pages = pagesOf<CompanySummary, Wanted>({
  list: companyList,
  from: (db) => db('companies'),
  item: (db, _param, fields) =>
    jsonFor(db).one(db('companies').where('companies.id', db.ref('page.id')), viewSummary(db, fields)),
  sorts: 'few',
  counters: [{ name: 'companies', columns: { type: companyType.options } }],
});

/** Returns a page of the companies that match all filters. */
export function readCompanies(
  db: Db,
  filter: CompanyFilter,
  request: PageRequest,
): Promise<ItemPage<CompanySummary>> {
  const { name, category, country, ticker, cik, type, updated_at_gte: from, updated_at_lte: to } = filter;
  const filters = [
    ...begins(name),
    ...isAmong(
      'select company_categories.company_id from company_categories join categories on categories.id = ' +
        'company_categories.category_id where categories.slug = ?',
      category,
    ),
    ...isAmong('select company_id from company_listings where ticker = ?', ticker?.toUpperCase()),
    ...equals('headquarters_country', country),
    ...equals('cik', cik),
    ...equals('type', type),
    ...between('updated_at', from, to),
  ];
  // The matches of any filter may be far apart in the order of ids.
  const where = filters.map((condition) => ({ ...condition, isScattered: true }));
  return pages(db, { request, where, form: sorted(filter.fields), params: {} });
}

const sorted = (fields: Wanted): Wanted => fields && [...new Set(fields)].sort();

/** Keeps the companies that a query with one parameter selects. */
const isAmong = (query: string, value: string | undefined): Condition[] =>
  value === undefined ? [] : [{ sql: `"id" in (${query})`, values: [value] }];

/** Keeps the names that begin with a text. None begins with a text without letters and digits. */
function begins(name: string | undefined): Condition[] {
  if (name === undefined) return [];
  const key = companyNameKey(name);
  if (key === '') return [{ sql: '1 = 0', values: [] }];
  const names = 'select company_id from company_names where name_key >= ? and name_key < ?';
  return [{ sql: `"id" in (${names})`, values: [key, `${key}\u{10ffff}`] }];
}

const summaries = questions<Wanted, { ids: number[] }, ItemRow>((db, param, fields) =>
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
