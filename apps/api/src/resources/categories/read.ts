import { fail } from '@dossier/shared';
import type { CategoryRow, CompanyRow, Db, DocumentRow } from '@dossier/store';

/** Where an item stands in its category's list. */
export interface ItemPlace {
  type: 'company' | 'document';
  id: number;
  published_at: string;
}

/** The rows behind the places of a page. */
export interface ItemRows {
  companies: Map<number, CompanyRow>;
  documents: Map<number, DocumentRow>;
}

/** A category by slug. @throws 404 in the specification's words */
export async function readCategory(db: Db, slug: string): Promise<CategoryRow> {
  const row = await db<CategoryRow>('categories').where({ slug }).first('id', 'name', 'slug');
  if (!row) throw fail('category_not_found');
  return row;
}

/** How many companies and documents a category has. */
export async function countItems(db: Db, categoryId: number): Promise<number> {
  const counts = await Promise.all(
    ['company_categories', 'document_categories'].map((table) =>
      db(table).where({ category_id: categoryId }).count({ n: '*' }).first<{ n: number | string }>(),
    ),
  );
  return counts.reduce((sum, { n }) => sum + Number(n), 0);
}

/**
 * A slice of the companies and documents of a category in one order, newest first; ties: companies before
 * documents, then by id. A document is published on its publication date; a company, which has none, when its
 * profile was.
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

/** The rows of a page's items: one statement for each type. */
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
