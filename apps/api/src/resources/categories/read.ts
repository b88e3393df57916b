import { fail } from '@dossier/shared';
import type { CategoryRow, CompanyRow, Db, DocumentRow } from '@dossier/store';

/** The type and id of an item in a category's list. */
export interface ItemPlace {
  type: 'company' | 'document';
  id: number;
  published_at: string;
}

/** The rows of the items of a page. */
export interface ItemRows {
  companies: Map<number, CompanyRow>;
  documents: Map<number, DocumentRow>;
}

/** Returns the category with this slug. @throws 404 */
export async function readCategory(db: Db, slug: string): Promise<CategoryRow> {
  const row = await db<CategoryRow>('categories').where({ slug }).first('id', 'name', 'slug');
  if (!row) throw fail('category_not_found');
  return row;
}

/** Counts the companies and documents of a category. */
export async function countItems(db: Db, categoryId: number): Promise<number> {
  const counts = await Promise.all(
    ['company_categories', 'document_categories'].map((table) =>
      db(table).where({ category_id: categoryId }).count({ n: '*' }).first<{ n: number | string }>(),
    ),
  );
  return counts.reduce((sum, { n }) => sum + Number(n), 0);
}

/**
 * Returns a slice of a category's companies and documents, newest first. Companies sort before documents of the same
 * time, then by id. A document's time is its publication date. A company has none, so its profile's date is used.
 */
export async function readItemPlaces(
  db: Db,
  categoryId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<ItemPlace[]> {
  const companies = db('company_categories as l')
    .join('companies as i', 'i.id', 'l.company_id')
    .where('l.category_id', categoryId)
    .select(db.raw("'company' as type"), 'i.id', 'i.created_at as published_at');
  const documents = db('document_categories as l')
    .join('documents as i', 'i.id', 'l.document_id')
    .where('l.category_id', categoryId)
    .select(db.raw("'document' as type"), 'i.id', 'i.published_at');
  return db
    .from(companies.unionAll(documents).as('items'))
    .orderBy([{ column: 'published_at', order: 'desc' }, 'type', { column: 'id', order: 'desc' }])
    .limit(limit)
    .offset(offset)
    .select<ItemPlace[]>('type', 'id', 'published_at');
}

/** Returns the rows of a page's items, with one statement for each type. */
export async function readItems(db: Db, places: ItemPlace[]): Promise<ItemRows> {
  const idsOf = (type: ItemPlace['type']) => places.filter((p) => p.type === type).map(({ id }) => id);
  const [companies, documents] = await Promise.all([
    db<CompanyRow>('companies').whereIn('id', idsOf('company')),
    db<DocumentRow>('documents').whereIn('id', idsOf('document')),
  ]);
  return {
    companies: new Map(companies.map((row) => [row.id, row])),
    documents: new Map(documents.map((row) => [row.id, row])),
  };
}
