import { domainInput, slugLookup } from '@dossier/shared';
import type { SearchEngine } from '@dossier/search';
import { findCompanies, type CompanyRef, type Db } from '@dossier/store';
import { askSearch } from '../../../query/ask-search.ts';

const MAX_FOUND = 10;

export type Found = Pick<CompanyRef, 'slug' | 'name' | 'domain'>;

/**
 * Returns the companies that match what was typed, best first: by slug or domain, then by the beginning of a name or
 * ticker, and if there is none, as a search finds them.
 * @throws like `askSearch`
 */
export async function searchCompanies(
  { db, search }: { db: Db; search: SearchEngine },
  typed: string,
): Promise<Found[]> {
  const q = typed.trim();
  if (q === '') return [];
  const exact = await Promise.all([
    findBy(db, 'slug', [q.toLowerCase()]),
    findBy(db, 'domain', [q.toLowerCase()]),
  ]);
  const found = await askSearch(async () => {
    const suggested = await search.suggest(q, MAX_FOUND);
    const companies = suggested.filter(({ type }) => type === 'company').map(({ slug }) => slug);
    if (companies.length > 0) return companies;
    const { results } = await search.search({
      text: q,
      filter: { types: ['company'] },
      limit: MAX_FOUND,
      offset: 0,
    });
    return results.map(({ document_id }) => document_id);
  });
  const all = [...exact.flat(), ...(await companiesOf(db, found))];
  return [...new Map(all.map((one) => [one.slug, viewFound(one)])).values()].slice(0, MAX_FOUND);
}

/** Returns the companies with these slugs in their order, without unknown ones. Other texts are unknown. */
export async function companiesOf(db: Db, slugs: readonly string[]): Promise<CompanyRef[]> {
  const found = await findBy(db, 'slug', [...slugs]);
  const bySlug = new Map(found.map((company) => [company.slug, company]));
  return slugs.flatMap((slug) => bySlug.get(slug) ?? []);
}

/** Finds companies by typed texts, which may be neither slugs nor domains. */
async function findBy(db: Db, by: 'slug' | 'domain', texts: string[]): Promise<CompanyRef[]> {
  const schema = by === 'slug' ? slugLookup : domainInput;
  const values = texts.flatMap((text) => schema.safeParse(text).data ?? []);
  return values.length > 0 ? findCompanies(db, by, values) : [];
}

const viewFound = ({ slug, name, domain }: CompanyRef): Found => ({ slug, name, domain });
