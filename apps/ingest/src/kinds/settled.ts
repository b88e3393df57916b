import { mergedDomains, type Db, type Trx } from '@dossier/store';
import type { Content } from '@dossier/shared';
import { toSlug } from './company/slug.ts';
import { storedValues } from './rows.ts';
import type { MergedRecord } from './statements.ts';

/**
 * Removes the categories of merged records that were deleted after their sources named them. A category that a statement
 * of the current transaction names may be new.
 */
export async function settleCategories(trx: Trx, merged: MergedRecord[], now: string): Promise<Content[]> {
  const namesOf = ({ categories }: Content) => (categories ?? []) as string[];
  const names = merged.flatMap(({ record }) => namesOf(record));
  const slugs = await storedValues(trx, 'categories.slug', names.map(toSlug));
  const known = await storedValues(trx, 'categories.name', names);
  return merged.map(({ record, said }) => {
    const fresh = said.flatMap(({ observedAt, content }) =>
      observedAt === now && content ? namesOf(content) : [],
    );
    const stays = (name: string) => slugs.has(toSlug(name)) || known.has(name) || fresh.includes(name);
    return Array.isArray(record['categories'])
      ? { ...record, categories: namesOf(record).filter(stays) }
      : record;
  });
}

/** Returns the domains that find a stored company. */
export async function knownDomains(db: Db | Trx, domains: string[]): Promise<Set<string>> {
  const merged = await mergedDomains(db, domains);
  return new Set([...(await storedValues(db, 'company_domains.domain', domains)), ...merged.keys()]);
}
