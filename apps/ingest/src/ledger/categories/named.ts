import { commit, type CategoryRow, type Change, type Trx } from '@dossier/store';
import { toSlug } from '../../fields/slug.ts';
import { rowsWhere } from '../../stored/rows.ts';

/**
 * Returns category ids by name, and creates missing categories. A name finds the category with that name, else the
 * one with its slug. A name that makes no slug has no id.
 */
export async function findCategories(trx: Trx, now: string, names: string[]): Promise<Map<string, number>> {
  const slugs = new Map([...new Set(names)].map((name) => [name, toSlug(name)]));
  const byName = await rowsWhere<CategoryRow>(trx, 'categories', 'name', slugs.keys());
  for (const { name } of byName) slugs.delete(name);
  const open = [...slugs].map(([name, slug]) => ({ slug, name })).filter(({ slug }) => slug !== '');
  const bySlug = await ensureCategories(trx, now, open);
  return new Map([
    ...byName.map(({ name, id }): [string, number] => [name, id]),
    ...[...slugs].flatMap(([name, slug]): [string, number][] =>
      bySlug.has(slug) ? [[name, bySlug.get(slug)!]] : [],
    ),
  ]);
}

/** Returns the ids of categories by slug, and creates missing categories. */
export async function ensureCategories(
  trx: Trx,
  now: string,
  categories: Omit<CategoryRow, 'id'>[],
): Promise<Map<string, number>> {
  const missing = new Map(categories.map((category) => [category.slug, category]));
  const stored = await rowsWhere<CategoryRow>(trx, 'categories', 'slug', missing.keys());
  for (const { slug } of stored) missing.delete(slug);
  const changes = [...missing.values()].map(({ slug, name }): Change => ({
    ...{ op: 'upsert', kind: 'category', record: {}, isNew: true },
    ...{ key: [slug], companies: [], fields: null, row: { slug, name } },
  }));
  await commit(trx, now, { changes });
  return new Map([
    ...stored.map(({ slug, id }): [string, number] => [slug, id]),
    ...changes.map(({ key, record }): [string, number] => [key[0]!, Number(record.id)]),
  ]);
}
