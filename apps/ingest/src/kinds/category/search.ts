import type { SearchDocument } from '@dossier/search';
import type { CategoryRow, Db, Trx } from '@dossier/store';

/** Categories have no date. Only results have one, and no question finds a category. */
const NO_DATE = '1970-01-01T00:00:00.000Z';

/** Returns the search entries of categories, by which search suggests them. */
export async function categorySearchDocuments(db: Db | Trx, ids: string[]): Promise<SearchDocument[]> {
  const rows = await db<CategoryRow>('categories').whereIn('id', ids.map(Number));
  return rows.map(({ id, slug, name }) => ({
    type: 'category',
    id: String(id),
    slug,
    title: name,
    excerpt: '',
    url: `/api/v1/categories/${slug}/items/`,
    date: NO_DATE,
    suggest: [name],
    passages: [],
  }));
}
