import { newestChange, type CategoryRow, type Db } from '@dossier/store';
import type { CompanyFilter } from '../../../resources/company-search/contract.ts';
import { readSorted } from '../../../resources/company-search/read.ts';
import type { Context } from '../../../services.ts';
import { FIELDS } from './csv.ts';

const PAGE_SIZE = 100;
/** The most categories that a form lists. */
const MOST_CATEGORIES = 300;

/** Reads a page of companies for the table. */
export const readPage = (context: Context, filter: CompanyFilter) =>
  readSorted(context, { ...filter, page_size: PAGE_SIZE, fields: FIELDS });

/** Reads the categories to choose from, with that of the filter. */
export async function readCategories(db: Db, chosen: string | undefined) {
  const rows = await db('categories')
    .orderBy('name')
    .limit(MOST_CATEGORIES)
    .select<Pick<CategoryRow, 'name' | 'slug'>[]>('name', 'slug');
  if (chosen === undefined || rows.some(({ slug }) => slug === chosen)) return rows;
  const row = await db('categories')
    .where({ slug: chosen })
    .first<(typeof rows)[number] | undefined>('name', 'slug');
  return [...rows, ...(row ? [row] : [])];
}

export const readSeq = (db: Db): Promise<number> => newestChange(db);
