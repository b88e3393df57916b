import {
  companySource,
  invalid,
  pageRequest,
  viewCursorPagination,
  type CompanyChange,
  type CompanySource,
} from '@dossier/shared';
import type { z } from 'zod';
import type { Context } from '../../services.ts';
import { requireNarrow } from '../../query/window.ts';
import { syncFields, syncList, type SyncInput, type syncOutput } from './sync-contract.ts';
import { readChangedCompanies, type ChangedCompany, type SyncWindow } from './sync-read.ts';

/**
 * Returns the companies that changed within a window of at most 14 days.
 * @throws 400 if the lower end is missing or the window is longer
 */
export async function sync(
  { db, now, linkTo }: Context,
  input: SyncInput,
): Promise<z.input<typeof syncOutput>> {
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
  const sources = chosenSources(input.sources);
  const page = await readChangedCompanies(db, sources, window, request);
  return {
    companies: page.rows.map((row) => viewChange(row, sources, window)),
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

/** Returns a company, dated by its newest change in the window: its own or that of a chosen source. */
function viewChange(row: ChangedCompany, sources: CompanySource[], { from, to }: SyncWindow): CompanyChange {
  const { id, domain, name, updated_at: own } = row;
  const ownChange = own >= from && own <= to ? own : null;
  // A changed row may or may not mean changed listings, so it is reported as a change of both.
  const changeOf = (source: CompanySource) => (source === 'listings' ? ownChange : row[source]);
  const changed = sources.filter((source) => changeOf(source) != null);
  const times = [ownChange, ...changed.map(changeOf)].filter((time) => time != null);
  return { id, domain, name, updated_at: times.sort().at(-1)!, sources: changed };
}
