import { groupBy } from '@dossier/shared';
import type { StatedBy, Target, Trx } from '@dossier/store';
import { rowsWhere } from './rows.ts';

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
 * Returns the links of companies or documents to the categories that their own rows state now, with those that rows of
 * categories state.
 * @param own the ids of the categories, by record
 */
export async function linksOf<Record extends Target>(
  trx: Trx,
  kind: keyof typeof LINKS,
  own: [record: Record, categories: Iterable<number>][],
): Promise<Map<Record, { category_id: number; stated: StatedBy }[]>> {
  const { table, column } = LINKS[kind];
  const ids = own.flatMap(([{ id }]) => (id === undefined ? [] : Number(id)));
  const stored = groupBy(await rowsWhere<Link>(trx, table, column, ids), (link) => link[column]);
  return new Map(
    own.map(([record, categories]) => {
      const links = new Map<number, StatedBy>();
      for (const { category_id, stated } of stored.get(Number(record.id)) ?? [])
        if (OF_CATEGORY.includes(stated)) links.set(category_id, 2);
      for (const category of categories) links.set(category, links.has(category) ? 3 : 1);
      return [record, [...links].map(([category_id, stated]) => ({ category_id, stated }))];
    }),
  );
}
