import {
  companySource,
  invalid,
  pageRequest,
  viewCursorPagination,
  type CompanySource,
} from '@dossier/shared';
import { listText } from '../../rows/json-text.ts';
import type { Context } from '../../services.ts';
import { requireNarrow } from '../../query/window.ts';
import { syncFields, syncList, type SyncInput } from './sync-contract.ts';
import { readChangedCompanies } from './sync-read.ts';

/**
 * Returns the companies that changed within a window of at most 14 days.
 * @throws 400 if the lower end is missing or the window is longer
 */
export async function sync({ db, now, linkTo }: Context, input: SyncInput) {
  const { updated_at_gte: from, page_size = syncList.pageSize.default } = input;
  if (from === undefined) throw invalid('updated_at_gte', 'is required with mode=sync');
  const request = pageRequest(
    syncList,
    { ...input, page_size },
    input,
    // All pages use the window of the first one.
    input.updated_at_lte === undefined ? { asOf: now } : {},
  );
  const window = { from, to: input.updated_at_lte ?? (request.asOf || now) };
  const names = 'updated_at_gte to updated_at_lte';
  requireNarrow({ names, from, to: input.updated_at_lte }, window.to);
  const page = await readChangedCompanies(db, chosenSources(input.sources), window, request);
  return {
    companies: listText(page),
    pagination: viewCursorPagination(syncList, page, linkTo),
  };
}

/** Rejects parameters that need `mode=sync`. @throws 400 that names the first one */
export function refuseSyncFields(input: SyncInput): void {
  const given = (Object.keys(syncFields) as (keyof SyncInput)[]).find((name) => input[name] !== undefined);
  if (given !== undefined) throw invalid(given, 'needs mode=sync');
}

function chosenSources(sources: SyncInput['sources']): CompanySource[] {
  if (sources === undefined || sources.includes('all')) return companySource.options;
  return companySource.options.filter((source) => sources.includes(source));
}
