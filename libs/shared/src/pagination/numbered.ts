import { z } from 'zod';
import type { LinkTo } from './page.ts';

const number = (example: number) => z.int().meta({ examples: [example] });
const link = (page: number) =>
  z
    .string()
    .nullable()
    .meta({ examples: [`https://dossier.example/api/v1/events?page=${page}`] });

/** The `pagination` of a list with page numbers. */
export const numberedPagination = z
  .object({
    page: number(2).describe('The number of this page, from 1'),
    page_size: number(30).describe('The most items of a page'),
    current_page_items: number(30).describe('The items of this page'),
    total_items: number(82).describe('The items of all pages'),
    total_pages: number(3).describe('The number of pages'),
    next_link: link(3).describe('The address of the next page; null on the last page'),
    prev_link: link(1).describe('The address of the page before; null on page one'),
  })
  .meta({ id: 'NumberedPagination' });
type NumberedPagination = z.infer<typeof numberedPagination>;

/** Returns the numbers and links of a page. A page after the last one links back to the last one. */
export function viewNumberedPagination(
  { page, size, items, total }: { page: number; size: number; items: number; total: number },
  linkTo: LinkTo,
): NumberedPagination {
  const pages = Math.ceil(total / size);
  const link = (target: number) => (target >= 1 && target <= pages ? linkTo({ page: String(target) }) : null);
  return {
    page,
    page_size: size,
    current_page_items: items,
    total_items: total,
    total_pages: pages,
    next_link: link(page + 1),
    prev_link: link(Math.min(page - 1, pages)),
  };
}
