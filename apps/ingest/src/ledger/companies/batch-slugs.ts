import type { CompanyAliasRow, CompanyRow, Trx } from '@dossier/store';
import { mainDomains, rowsWhere } from '../../stored/rows.ts';
import { mayBeNew } from './near.ts';
import type { CompanyRecord } from '../../kinds/company/record.ts';
import { isReservedSlug, slugCandidates, toSlug } from '../../fields/slug.ts';
import type { Company, StoredCompanies } from './stored.ts';

/**
 * Returns the record's slug, else the stored one, else one made from the name; undefined if the record's slug is in use.
 */
export function chooseSlug(
  record: CompanyRecord,
  company: Company | undefined,
  domain: string,
  slugs: Map<string, string>,
  warnings: string[],
): string | undefined {
  const isFree = (slug: string) =>
    !slugs.has(slug) || (company !== undefined && slugs.get(slug) === company.content.row.domain);
  const requested = record.slug;
  if (requested !== undefined && !isReservedSlug(requested)) return isFree(requested) ? requested : undefined;
  const slug = company?.content.row.slug ?? slugCandidates(record.name!, domain).find(isFree);
  if (slug === undefined) return undefined;
  const fromName = toSlug(record.name ?? '');
  const reservedSlug = requested ?? (!company && isReservedSlug(fromName) ? fromName : undefined);
  if (reservedSlug !== undefined)
    warnings.push(`the slug "${reservedSlug}" is reserved; the company has "${slug}"`);
  return slug;
}

/**
 * Returns the owners of the slugs that the batch may use: main domains by slug. Most companies get one of the first two
 * candidates, so the numbered ones are only read for the others.
 */
export async function readSlugs(
  trx: Trx,
  records: CompanyRecord[],
  stored: StoredCompanies,
): Promise<Map<string, string>> {
  const candidates = records.flatMap(({ name, domain }) =>
    name !== undefined && mayBeNew(domain, stored.byDomain) ? [slugCandidates(name, domain)] : [],
  );
  const first = candidates.flatMap((slugs) => slugs.slice(0, 2));
  const rows = await rowsWhere<CompanyRow>(trx, 'companies', 'slug', [
    ...records.flatMap(({ slug }) => slug ?? []),
    ...first,
  ]);
  const taken = new Map([
    ...(await formerSlugs(trx, [...records.flatMap(({ slug }) => slug ?? []), ...first])),
    ...rows.map(({ slug, domain }): [string, string] => [slug, domain]),
  ]);
  const counts = new Map<string, number>();
  for (const slug of first) counts.set(slug, (counts.get(slug) ?? 0) + 1);
  const isScarce = (slug: string) => taken.has(slug) || counts.get(slug)! > 1;
  const more = candidates
    .filter((slugs) => slugs.slice(0, 2).every(isScarce))
    .flatMap((slugs) => slugs.slice(2));
  for (const { slug, domain } of await rowsWhere<CompanyRow>(trx, 'companies', 'slug', more)) {
    taken.set(slug, domain);
  }
  return taken;
}

/** Returns the slugs of merged companies, with the main domains of the companies that they find. */
async function formerSlugs(trx: Trx, slugs: string[]): Promise<[string, string][]> {
  const aliases = await rowsWhere<CompanyAliasRow>(trx, 'company_aliases', 'name', slugs);
  const former = aliases.filter(({ kind }) => kind === 'slug');
  const domains = await mainDomains(
    trx,
    former.map(({ company_id }) => company_id),
  );
  return former.map(({ name, company_id }) => [name, domains.get(company_id)!]);
}
