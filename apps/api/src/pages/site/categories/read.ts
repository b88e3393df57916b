import { fail, type CategoryItem } from '@dossier/shared';
import type { CategoryRow } from '@dossier/store';
import { listCategoryItems } from '../../../resources/categories/contract.ts';
import { readCategory, readItems } from '../../../resources/categories/read.ts';
import { companyFilterOf, type CompanySummary } from '../../../resources/company-search/contract.ts';
import { readSorted } from '../../../resources/company-search/read.ts';
import type { Context } from '../../../services.ts';
import { listWithAddresses } from '../../../views/companies.ts';
import { FIELDS } from '../companies/csv.ts';

/** The companies that a category begins with, and its items on a page. */
const MAX_SHOWN = { companies: 20, items: 100 };

/** What the page of a category shows. */
export interface CategoryContents {
  category: CategoryRow;
  /** The largest companies by valuation, and whether more have one. */
  companies: CompanySummary[];
  hasMore: boolean;
  items: CategoryItem[];
  total: number;
  offset: number;
  next: number | undefined;
}

/** Reads a category with its largest companies and a page of its items. @throws 404 */
export async function readContents(
  context: Context,
  slug: string,
  start: string | undefined,
): Promise<CategoryContents> {
  const parsed = listCategoryItems.input.shape.offset.safeParse(start);
  if (!parsed.success) throw fail('not_found');
  const offset = parsed.data;
  const category = await readCategory(context.db, slug);
  const filter = companyFilterOf({ category: slug, sort: 'valuation' });
  const [{ page }, found] = await Promise.all([
    readSorted(context, { ...filter, page_size: MAX_SHOWN.companies, fields: FIELDS }),
    readItems(context.db, category.id, { limit: MAX_SHOWN.items, offset }),
  ]);
  const listed = await listWithAddresses(found, context);
  return {
    category,
    companies: page.rows.map(({ item }) => JSON.parse(item) as CompanySummary),
    hasMore: page.hasNext,
    items: listed.items.map((item) => JSON.parse(item) as CategoryItem),
    total: found.total,
    offset,
    next: offset + MAX_SHOWN.items < found.total ? offset + MAX_SHOWN.items : undefined,
  };
}

/** Returns the offset of the page before one; undefined for the first one. */
export const offsetBefore = ({ offset }: CategoryContents): number | undefined =>
  offset === 0 ? undefined : Math.max(0, offset - MAX_SHOWN.items);
