import type { ListRow } from '@dossier/store';
import type { ListFilter } from '../../lists/filter.ts';

/** Returns a list, with the address of its feed. */
export const viewList = (
  { id, name, filter_json, company_ids_json, corrections, feed_key, created_at }: ListRow,
  publicUrl: string,
) => ({
  ...{ id, name },
  filter: filter_json === null ? null : (JSON.parse(filter_json) as Record<string, string | number>),
  company_ids: company_ids_json === null ? null : (JSON.parse(company_ids_json) as number[]),
  corrections: corrections === 1,
  feed_url: `${publicUrl}/lists/${id}/${feed_key}/feed.atom`,
  created_at,
});
export type List = ReturnType<typeof viewList>;

/** Returns the columns of what somebody says about a list. */
export const settingsOf = ({
  name,
  filter,
  company_ids,
  corrections,
}: {
  name: string;
  filter?: ListFilter | undefined;
  company_ids?: number[] | undefined;
  corrections: boolean;
}) => ({
  name,
  filter_json: filter ? JSON.stringify(filter) : null,
  company_ids_json: company_ids ? JSON.stringify([...new Set(company_ids)]) : null,
  corrections: corrections ? 1 : 0,
});
