import { companyChange, companySource, cursorPagination, listing, listInput } from '@dossier/shared';
import { z } from 'zod';
import { cursorFields } from '../../query/fields.ts';
import { rangeFields } from '../../http/request/ranges.ts';

/** Sorted by id, which never changes, so a company that changes during a walk keeps its place. */
export const syncList = listing({
  name: 'company-sync',
  keys: { id: 'integer' },
  direction: 'asc',
  pageSize: { default: 30, max: 100 },
});

const source = z.enum([...companySource.options, 'all']);
const { page_size, ...cursors } = cursorFields(syncList);

/** The fields that need `mode=sync`. `page_size` has no default here, so that it is rejected without the mode. */
export const syncFields = {
  ...rangeFields(['updated_at_gte'], ['updated_at_lte']),
  sources: listInput(source, source.options.length).optional().meta({
    description:
      'With mode=sync: the data whose changes count in addition to changes of the company itself; all by default',
  }),
  ...cursors,
  page_size: page_size
    .unwrap()
    .optional()
    .meta({ description: `With mode=sync: items on a page, ${syncList.pageSize.default} by default` }),
};
export type SyncInput = z.output<z.ZodObject<typeof syncFields>>;

export const syncOutput = z.object({
  companies: z.array(companyChange).describe('The companies that changed, by id'),
  pagination: cursorPagination,
});
