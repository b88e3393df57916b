import type { Knex } from 'knex';
import { keepRows, type Kept } from './kept-rows.ts';

/** The companies and documents of categories in the order of their lists. A company has the date of its profile. */
export const selectItems = {
  company: (links: string): string =>
    `select r.category_id, i.created_at as published_at, 'company' as kind, i.id from ${links} as r join companies as i on i.id = r.company_id`,
  document: (links: string): string =>
    `select r.category_id, i.published_at, 'document' as kind, i.id from ${links} as r join documents as i on i.id = r.document_id`,
};
const TIMES = { company: 'created_at', document: 'published_at' };
const TABLES = { company: 'companies', document: 'documents' };

const KEPT: Kept[] = (['company', 'document'] as const).flatMap((kind): Kept[] => [
  {
    name: `keep_items_${kind}`,
    table: `${kind}_categories`,
    key: [`${kind}_id`, 'category_id'],
    columns: [],
    added: (rows) =>
      `insert into category_items (category_id, published_at, kind, id) ${selectItems[kind](rows)};`,
    removed: (rows) =>
      `delete from category_items where (kind, id, category_id) in (select '${kind}', r.${kind}_id, r.category_id from ${rows} as r);`,
  },
  {
    name: `keep_item_times_${kind}`,
    table: TABLES[kind],
    key: ['id'],
    columns: [TIMES[kind]],
    onUpdate: true,
    added: (rows) =>
      `update category_items set published_at = (select r.${TIMES[kind]} from ${rows} as r where r.id = category_items.id) ` +
      `where kind = '${kind}' and id in (select r.id from ${rows} as r);`,
  },
]);

/** Creates the triggers of the lists of categories. */
export async function keepCategoryItems(db: Knex): Promise<void> {
  for (const kept of KEPT) await keepRows(db, kept);
}
