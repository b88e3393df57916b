import { fail, pageCursors, pageRequest } from '@dossier/shared';
import { Answer, redirect, type DependsOn } from '../../http/endpoint.ts';
import { route, type Context, type Route } from '../../services.ts';
import { contextAt } from '../../query/as-of.ts';
import { companyLookup } from '../../query/fields.ts';
import { dependsOnCompany, requireCompany } from '../../query/scope.ts';
import { requireNarrow } from '../../query/window.ts';
import { listWithAddresses } from '../../views/companies.ts';
import { documentWebUrl, filingUrl } from '../../views/links.ts';
import * as contract from './contract.ts';
import { readFilings, readFilingSource, readFilingText } from './read.ts';
import { viewFilingsMeta } from './view.ts';

/** The first letter of a backward cursor: one `cursor` parameter serves both directions. */
const BACKWARD = '-';

const list = async (present: Context, input: contract.FilingFilter) => {
  const context = await contextAt(present, input.as_of);
  const { db, linkTo } = context;
  const lookup = companyLookup(input);
  const { updated_at_gte: from, updated_at_lte: to } = input;
  // A blank name must not widen the list to all companies.
  const isBlank = input.company_id === null || input.company_domain === null;
  if (!lookup && (isBlank || from === undefined)) throw fail('company_required');
  const company = lookup && (await requireCompany(db, lookup));
  const { cursor, page_size } = input;
  const backward = cursor?.startsWith(BACKWARD) === true;
  const paging = { page_size, ...(backward ? { page_before: cursor.slice(1) } : { page_after: cursor }) };
  const listed = company ? contract.filingList : contract.changedFilingList;
  // An answer whose handler reads the time is not cached.
  const asOf = !company && to === undefined ? context.now : '';
  const request = pageRequest(listed, paging, input, {
    fields: { after: 'cursor', before: 'cursor' },
    // All pages use the window of the first one.
    asOf,
  });
  const filter = company || from === undefined ? input : within(input, from, request.asOf || asOf);
  const page = await readFilings(db, company, filter, request);
  const { next, previous } = pageCursors(listed, page);
  const body = {
    filings: await listWithAddresses(page, context),
    meta: viewFilingsMeta(company, input),
    pagination:
      page.total === 0
        ? null
        : {
            next: next && linkTo({ cursor: next }),
            previous: previous && linkTo({ cursor: BACKWARD + previous }),
            page_size,
            current_page_items: page.rows.length,
          },
  };
  const dependsOn: DependsOn = company
    ? dependsOnCompany(company, lookup ? [lookup] : [])
    : { kinds: ['filing', 'company'] };
  return new Answer(body, { dependsOn });
};

/** Returns the filter with both ends of its window. @throws 400 if the window is longer than 14 days */
function within(filter: contract.FilingFilter, from: string, now: string): contract.FilingFilter {
  const to = filter.updated_at_lte;
  requireNarrow({ names: 'updated_at_gte to updated_at_lte', from, to }, now);
  return { ...filter, updated_at_lte: to ?? now };
}

export const routes: Route[] = [
  route(contract.listFilings, list),
  route(contract.queryFilings, list),
  route(contract.getFilingFile, async ({ db }, { filing_id }) =>
    redirect(await readFilingSource(db, filing_id)),
  ),
  route(contract.getFilingPage, async ({ db, publicUrl }, { filing_id }) => {
    const slug = await readFilingText(db, filing_id);
    return redirect(slug === undefined ? filingUrl(publicUrl, filing_id) : documentWebUrl(publicUrl, slug));
  }),
];
