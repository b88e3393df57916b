import type { CategoryRow, Trx } from '@dossier/store';
import { ensureCategories } from '../changes.ts';
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
