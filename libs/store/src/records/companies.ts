import { inList } from '../sql/filters.ts';
import type { DeletionRow } from '../ledger/deletions.ts';
import type { Db, Query } from '../sql/open.ts';
import { ask, preparedQueries, preparedQuery, type Param } from '../sql/prepared-query.ts';
import type { CategoryRow } from '../schema/tables.ts';

/** The fields that identify a company in responses about its parts. */
export interface CompanyRef {
  id: number;
  slug: string;
  domain: string;
  name: string;
}

type CompanyKey = 'domain' | 'slug' | 'id';
/** How a caller identifies a company. A domain may be any of its domains. */
export type CompanyLookup = { by: CompanyKey; value: string | number };

const REF_COLUMNS = ['companies.id', 'companies.slug', 'companies.domain', 'companies.name'];

const byKey = preparedQueries<'id' | 'slug', { values: (string | number)[] }, CompanyRef>((db, param, by) => {
  const among = (column: string) => db.raw(inList(db, column), [param('values')]);
  // The own slug or id of a company takes precedence over an alias.
  const alias = by === 'id' ? 'merged_id' : 'name';
  const former = db('company_aliases')
    .where(among(alias))
    .whereRaw(`not exists (select 1 from companies as own where own.${by} = company_aliases.${alias})`)
    .select('company_id');
  if (by === 'slug') void former.where({ kind: 'slug' });
  // With OR instead of UNION, Postgres reads all companies.
  const own = db('companies').where(among(by)).select('id');
  return db('companies')
    .distinct(REF_COLUMNS)
    .whereIn('companies.id', own.union(former))
    .orderBy('companies.id');
});

/** Finds companies by domain, id or slug in one statement, and leaves out unknown ones. */
export async function findCompanies(
  db: Db,
  by: CompanyKey,
  values: (string | number)[],
): Promise<CompanyRef[]> {
  if (by !== 'domain') return ask(db, byKey(by), { values });
  const domains = values.map(String);
  const rows = await db('companies')
    .distinct(REF_COLUMNS)
    .orderBy('companies.id')
    .join('company_domains', 'company_domains.company_id', 'companies.id')
    .whereIn('company_domains.domain', domainSpellings(domains))
    .select<(CompanyRef & { by_domain: string })[]>('company_domains.domain as by_domain');
  const known = new Set(rows.map(({ by_domain }) => by_domain));
  const wanted = new Set(domains.map((domain) => storedDomain(domain, known)));
  const found = rows.filter(({ by_domain }) => wanted.has(by_domain)).map(({ by_domain: _, ...ref }) => ref);
  return found.filter(({ id }, i) => id !== found[i - 1]?.id);
}

/** Returns the ids of companies with those of the companies that they were merged into. */
export async function followMerges(db: Db, ids: number[]): Promise<number[]> {
  const stored = await findCompanies(db, 'id', ids);
  return [...new Set([...ids, ...stored.map(({ id }) => id)])];
}

const withoutWww = (domain: string) => domain.replace(/^www\./, '');

/** Returns domains with and without `www.`, because callers copy domains from addresses. */
export const domainSpellings = (domains: string[]): string[] => [
  ...new Set([...domains, ...domains.map(withoutWww)]),
];

/** Returns the spelling by which a domain is found: as it is if that is stored, and otherwise without `www.`. */
export const storedDomain = (domain: string, stored: { has: (domain: string) => boolean }): string =>
  stored.has(domain) ? domain : withoutWww(domain);

/** The parameters of `whereCompany`. */
export interface LookupParams {
  value: string | number;
  /** The domain without `www.`. */
  bare: string;
}

/** Returns the parameters of `whereCompany` for a lookup. */
export const lookupParams = ({ value }: CompanyLookup): LookupParams => ({
  value,
  bare: withoutWww(String(value)),
});

/** Limits a query to the company that its parameters name, by the same rules as `findCompanies`. */
export function whereCompany<Q extends Query>(by: CompanyKey, query: Q, param: Param<LookupParams>): Q {
  const owner = '(select company_id from company_domains where domain = ?)';
  if (by === 'domain')
    void query.whereRaw(`companies.id = coalesce(${owner}, ${owner})`, [param('value'), param('bare')]);
  else if (by === 'slug') {
    // A former slug of a merged company leads to the company that it was merged into.
    const own = '(select id from companies where slug = ?)';
    const former = "(select company_id from company_aliases where kind = 'slug' and name = ?)";
    void query.whereRaw(`companies.id = coalesce(${own}, ${former})`, [param('value'), param('value')]);
  } else {
    const own = '(select id from companies where id = ?)';
    const merged = '(select company_id from company_aliases where merged_id = ? limit 1)';
    void query.whereRaw(`companies.id = coalesce(${own}, ${merged})`, [param('value'), param('value')]);
  }
  return query;
}

const companyBy = (by: CompanyKey) =>
  preparedQuery<LookupParams, CompanyRef>(
    (db, param) => whereCompany(by, db('companies').select(REF_COLUMNS), param),
    { isQuick: true },
  );
const oneCompany = { id: companyBy('id'), slug: companyBy('slug'), domain: companyBy('domain') };

/** Finds the company of a lookup. */
export async function findCompany(db: Db, lookup: CompanyLookup): Promise<CompanyRef | undefined> {
  const [company] = await ask(db, oneCompany[lookup.by], lookupParams(lookup));
  return company;
}

const categoryBySlug = preparedQuery<{ slug: string }, CategoryRow>(
  (db, param) => db('categories').where('slug', param('slug')).select('id', 'name', 'slug'),
  { isQuick: true },
);

/** Finds the category with a slug. */
export async function findCategory(db: Db, slug: string): Promise<CategoryRow | undefined> {
  const [category] = await ask(db, categoryBySlug, { slug });
  return category;
}

const categoriesOfOne = preparedQuery<{ company: number }, CategoryRow>((db, param) =>
  db('categories')
    .join('company_categories', 'company_categories.category_id', 'categories.id')
    .where('company_id', param('company'))
    .orderBy(['name', 'categories.id'])
    .select('categories.id', 'categories.name', 'categories.slug'),
);

/** Returns the categories of a company, ordered by name. */
export const categoriesOf = async (db: Db, company: number): Promise<CategoryRow[]> =>
  ask(db, categoriesOfOne, { company });

/** Returns the ids of deleted companies that had the main domain or the id of every lookup. */
export async function deletedCompanies(db: Db, lookups: CompanyLookup[]): Promise<number[]> {
  const found: number[][] = [];
  for (const { by, value } of lookups) {
    // Deletions do not name slugs.
    if (by === 'slug') return [];
    const [column, keys] =
      by === 'id'
        ? ['record_id', [String(value)]]
        : ['natural_key', domainSpellings([String(value)]).map((domain) => JSON.stringify([domain]))];
    const query = db<DeletionRow>('deletions').where({ kind: 'company' }).whereIn(column, keys);
    found.push((await query.pluck<string[]>('record_id')).map(Number));
  }
  const [first = [], ...others] = found;
  return [...new Set(first)].filter((id) => others.every((ids) => ids.includes(id)));
}
