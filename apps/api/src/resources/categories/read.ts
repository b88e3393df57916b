import { fail, type CategoryItem } from '@dossier/shared';
import {
  ask,
  equals,
  findCategory,
  findDay,
  preparedQuery,
  readCounters,
  type CategoryRow,
  type Db,
  type ItemRow,
  type Items,
} from '@dossier/store';
import { viewItem } from './view.ts';

/** Returns the category with this slug. @throws 404 */
export async function readCategory(db: Db, slug: string): Promise<CategoryRow> {
  const found = await findCategory(db, slug);
  if (!found) throw fail('category_not_found');
  return found;
}

interface Slice {
  limit: number;
  offset: number;
}

/** Later than all times. */
const LAST = '~';

/** In the order of the index `category_items_in_order`. */
const slice = preparedQuery<Slice & { category: number; until: string }, ItemRow>((db, param) => {
  const items = db('category_items')
    .where('category_id', param('category'))
    .where('published_at', '<=', param('until'))
    .orderByRaw('published_at desc, kind, id desc limit ? offset ?', [param('limit'), param('offset')]);
  return db(items.as('page'))
    .select(viewItem(db).sql.wrap('', ' as item'))
    .orderBy([
      { column: 'page.published_at', order: 'desc' },
      { column: 'page.kind' },
      { column: 'page.id', order: 'desc' },
    ]);
});

/**
 * Returns a slice of a category's companies and documents, newest first, and how many there are. Companies sort before
 * documents of the same time, then by id. A document's time is its publication date. A company has none, so its
 * profile's date is used.
 */
export async function readItems(
  db: Db,
  category: number,
  { limit, offset }: Slice,
): Promise<Items<CategoryItem> & { total: number }> {
  const total = await readCounters(db, [`category_items ${category}`]);
  if (offset >= total) return { rows: [], total };
  const where = equals('category_id', category);
  const day = await findDay(db, 'category_items', { column: 'published_at', where, offset });
  const { until, rest } = day ?? { until: LAST, rest: offset };
  return { rows: await ask(db, slice, { category, limit, offset: rest, until }), total };
}

/** A category, and how many companies and documents it has. */
export type CountedCategory = CategoryRow & { items: number };

/** More categories than a taxonomy for people has. */
const MAX_CATEGORIES = 2000;

const byName = preparedQuery<{ most: number }, CountedCategory>((db, param) =>
  db('categories')
    .leftJoin('counters', 'counters.name', db.raw("'category_items ' || categories.id"))
    .orderByRaw('categories.name limit ?', [param('most')])
    .select<CountedCategory[]>(
      ...['categories.id', 'categories.name', 'categories.slug'],
      db.raw('coalesce(counters.n, 0) as items'),
    ),
);

/** Reads all categories by name, or the first ones, with the number of their items. */
export const readAllCategories = async (db: Db, most = MAX_CATEGORIES): Promise<CountedCategory[]> =>
  (await ask(db, byName, { most })).map((row) => ({ ...row, items: Number(row.items) }));
