import { companyNameKey, groupBy, type Page, type PageRequest } from '@dossier/shared';
import {
  domainSpellings,
  keysetRows,
  storedDomain,
  whereBetween,
  type CategoryRow,
  type CompanyDomainRow,
  type CompanyListingRow,
  type CompanyRow,
  type Db,
  type Query,
} from '@dossier/store';
import { companyList, type CompanyFilter, type LookupKey } from './contract.ts';

/** A company with its parts. */
export interface CompanyParts {
  company: CompanyRow;
  domains: CompanyDomainRow[];
  categories: CategoryRow[];
  listings: CompanyListingRow[];
}

/** Returns a page of the companies that match all filters. */
export const readCompanies = (
  db: Db,
  filter: CompanyFilter,
  request: PageRequest,
): Promise<Page<CompanyRow>> =>
  keysetRows<CompanyRow>(db, 'companies', companyList, request, (query) => {
    const { name, category, country, ticker, cik, type } = filter;
    const having = (table: string): Query => db(table).select(`${table}.company_id`);
    if (name !== undefined)
      void query.whereIn('id', whereBegins(having('company_names'), companyNameKey(name)));
    if (category !== undefined)
      void query.whereIn(
        'id',
        having('company_categories')
          .join('categories', 'categories.id', 'company_categories.category_id')
          .where('categories.slug', category),
      );
    if (ticker !== undefined)
      void query.whereIn('id', having('company_listings').where('ticker', ticker.toUpperCase()));
    if (country !== undefined) void query.where('headquarters_country', country);
    if (cik !== undefined) void query.where('cik', cik);
    if (type !== undefined) void query.where('type', type);
    whereBetween(query, 'updated_at', filter.updated_at_gte, filter.updated_at_lte);
  });

/** Keeps the names that begin with a key. No name begins with the key of a text without letters and digits. */
const whereBegins = (query: Query, key: string): Query =>
  key === ''
    ? query.whereRaw('1 = 0')
    : query.where('name_key', '>=', key).where('name_key', '<', `${key}\u{10ffff}`);

/** Returns the companies with their parts, in the same order, with one statement for each table. */
export async function readParts(db: Db, companies: CompanyRow[]): Promise<CompanyParts[]> {
  const ids = companies.map(({ id }) => id);
  const [domains, categories, listings] = await Promise.all([
    db<CompanyDomainRow>('company_domains').whereIn('company_id', ids).orderBy('domain'),
    db('company_categories')
      .join('categories', 'categories.id', 'company_categories.category_id')
      .whereIn('company_id', ids)
      .orderBy(['categories.name', 'categories.id'])
      .select<(CategoryRow & { company_id: number })[]>('categories.*', 'company_id'),
    db<CompanyListingRow>('company_listings').whereIn('company_id', ids).orderBy(['ticker', 'venue']),
  ]);
  const byCompany = <Row extends { company_id: number }>(rows: Row[]) =>
    groupBy(rows, ({ company_id }) => company_id);
  const [domainsOf, categoriesOf, listingsOf] = [
    byCompany(domains),
    byCompany(categories),
    byCompany(listings),
  ];
  return companies.map((company) => ({
    company,
    domains: domainsOf.get(company.id) ?? [],
    categories: categoriesOf.get(company.id) ?? [],
    listings: listingsOf.get(company.id) ?? [],
  }));
}

/** A value of a request with the company that it finds. */
export interface Match {
  value: string | number;
  company_id: number;
}

/** Returns the companies that values of a key find. A CIK may find several; a value that finds none is left out. */
export async function readMatches(db: Db, key: LookupKey, values: (string | number)[]): Promise<Match[]> {
  if (key === 'domains') return readDomainMatches(db, values.map(String));
  const column = ({ ids: 'id', slugs: 'slug', ciks: 'cik' } as const)[key];
  return db('companies')
    .whereIn(column, values)
    .orderBy('id')
    .select<Match[]>(`${column} as value`, 'id as company_id');
}

async function readDomainMatches(db: Db, domains: string[]): Promise<Match[]> {
  const rows = await db<CompanyDomainRow>('company_domains').whereIn('domain', domainSpellings(domains));
  const byDomain = new Map(rows.map(({ domain, company_id }) => [domain, company_id]));
  return domains.flatMap((value) => {
    const company_id = byDomain.get(storedDomain(value, byDomain));
    return company_id === undefined ? [] : { value, company_id };
  });
}

/** Returns the rows of these companies by id. */
export const readRows = (db: Db, ids: number[]): Promise<CompanyRow[]> =>
  db<CompanyRow>('companies').whereIn('id', ids).orderBy('id');
