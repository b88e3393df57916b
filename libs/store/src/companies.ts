import type { Db, Trx } from './open.ts';
import type { CategoryRow } from './tables.ts';

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

/** Finds companies by domain, id or slug in one statement, and leaves out unknown ones. */
export async function findCompanies(
  db: Db | Trx,
  by: CompanyKey,
  values: (string | number)[],
): Promise<CompanyRef[]> {
  const query = db('companies').distinct(REF_COLUMNS).orderBy('companies.id');
  if (by !== 'domain') return (await query.whereIn(`companies.${by}`, values)) as CompanyRef[];
  const domains = values.map(String);
  const rows = await query
    .join('company_domains', 'company_domains.company_id', 'companies.id')
    .whereIn('company_domains.domain', [...new Set([...domains, ...domains.map(withoutWww)])])
    .select<(CompanyRef & { by_domain: string })[]>('company_domains.domain as by_domain');
  const known = new Set(rows.map(({ by_domain }) => by_domain));
  const wanted = new Set(domains.map((domain) => (known.has(domain) ? domain : withoutWww(domain))));
  const found = rows.filter(({ by_domain }) => wanted.has(by_domain)).map(({ by_domain: _, ...ref }) => ref);
  return found.filter(({ id }, i) => id !== found[i - 1]?.id);
}

/** Callers copy domains from addresses. A company whose own domain begins with `www.` is found by that first. */
const withoutWww = (domain: string) => domain.replace(/^www\./, '');

/** Finds the company of a lookup. */
export async function findCompany(
  db: Db | Trx,
  { by, value }: CompanyLookup,
): Promise<CompanyRef | undefined> {
  const [company] = await findCompanies(db, by, [value]);
  return company;
}

/** Returns the categories of a company, ordered by name. */
export async function categoriesOf(db: Db | Trx, companyId: number): Promise<CategoryRow[]> {
  return db('categories')
    .join('company_categories', 'company_categories.category_id', 'categories.id')
    .where({ company_id: companyId })
    .orderBy(['name', 'categories.id'])
    .select<CategoryRow[]>('categories.id', 'categories.name', 'categories.slug');
}
