import type { StatedBy, Trx } from '@dossier/store';
import { putRows, rowsWhere } from './rows.ts';

/** The values of `stated` for links that the rows of the company or document state. */
export const OWN: StatedBy[] = [1, 3];
/** The values of `stated` for links that the rows of the category state. */
export const OF_CATEGORY: StatedBy[] = [2, 3];

/** The tables that link companies and documents to categories. */
export const LINKS = {
  company: { table: 'company_categories', column: 'company_id' },
  document: { table: 'document_categories', column: 'document_id' },
} as const;

interface Link {
  company_id: number;
  document_id: number;
  category_id: number;
  stated: StatedBy;
}

/**
 * Replaces the categories that the rows of companies or documents state. The links that rows of categories state stay.
 * @param own the ids of the categories, by record
 */
export async function putOwnLinks(
  trx: Trx,
  kind: keyof typeof LINKS,
  own: [id: number, categories: Iterable<number>][],
): Promise<void> {
  const { table, column } = LINKS[kind];
  const ids = own.map(([id]) => id);
  const stored = await rowsWhere<Link>(trx, table, column, ids);
  const byRecord = new Map(ids.map((id) => [id, new Map<number, StatedBy>()]));
  for (const { [column]: id, category_id, stated } of stored)
    if (OF_CATEGORY.includes(stated)) byRecord.get(id)!.set(category_id, 2);
  for (const [id, categories] of own) {
    const links = byRecord.get(id)!;
    for (const category of categories) links.set(category, links.has(category) ? 3 : 1);
  }
  if (stored.length > 0) await trx(table).whereIn(column, ids).delete();
  const rows = [...byRecord].flatMap(([id, links]) =>
    [...links].map(([category_id, stated]) => ({ [column]: id, category_id, stated })),
  );
  await putRows(trx, table, rows);
}
