import { domainToUnicode } from 'node:url';
import { fail } from '@dossier/shared';
import type { Db, Trx } from './open.ts';
import type { CategoryRow } from './tables.ts';

/** What identifies a company in answers about its parts. */
export interface CompanyRef {
  id: number;
  slug: string;
  domain: string;
  name: string;
}

type CompanyKey = 'domain' | 'slug' | 'id';
/** How a caller names a company; a domain may be any that leads to it. */
export type CompanyLookup = { by: CompanyKey; value: string | number };

const REF_COLUMNS = ['companies.id', 'companies.slug', 'companies.domain', 'companies.name'];

/** Finds companies by domain, id or slug; those that are unknown are left out. One statement for any number. */
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

/** Callers copy domains from addresses. A company whose own domain begins so is found by it first. */
const withoutWww = (domain: string) => domain.replace(/^www\./, '');

/** A domain as people write it, with its international letters. */
const inLetters = (domain: string) => domainToUnicode(domain) || domain;

/** The company of a lookup. @throws 404 in the specification's words */
export async function requireCompany(db: Db | Trx, { by, value }: CompanyLookup): Promise<CompanyRef> {
  const [company] = await findCompanies(db, by, [value]);
  if (!company) {
    const shown = by === 'domain' ? inLetters(String(value)) : value;
    throw fail('company_not_found', { key: by, value: shown });
  }
  return company;
}

/** The categories of a company, by name. */
export async function categoriesOf(db: Db | Trx, companyId: number): Promise<CategoryRow[]> {
  return db('categories')
    .join('company_categories', 'company_categories.category_id', 'categories.id')
    .where({ company_id: companyId })
    .orderBy(['name', 'categories.id'])
    .select<CategoryRow[]>('categories.id', 'categories.name', 'categories.slug');
}
