import { newestChange, type Db } from '@dossier/store';
import { readAllCategories } from '../../../resources/categories/read.ts';
import type { CompanyFilter } from '../../../resources/company-search/contract.ts';
import { readSorted } from '../../../resources/company-search/read.ts';
import type { Context } from '../../../services.ts';
import { FIELDS } from './csv.ts';

const PAGE_SIZE = 100;

/** Reads a page of companies for the table. */
export const readPage = (context: Context, filter: CompanyFilter) =>
  readSorted(context, { ...filter, page_size: PAGE_SIZE, fields: FIELDS });

/** The most categories that a form lists. */
const MOST_CATEGORIES = 300;

/** Reads the categories to choose from, with that of the filter. */
export async function readCategories(db: Db, chosen: string | undefined) {
  const rows = await readAllCategories(db, MOST_CATEGORIES);
  if (chosen === undefined || rows.some(({ slug }) => slug === chosen)) return rows;
  return [...rows, { name: chosen, slug: chosen }];
}

export const readSeq = (db: Db): Promise<number> => newestChange(db);
