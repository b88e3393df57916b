import { fail, pageCursors, pageRequest } from '@dossier/shared';
import { Answer, redirect } from '../../http/endpoint.ts';
import { route, type Context, type Route } from '../../services.ts';
import { contextAt } from '../../query/as-of.ts';
import { companyLookup } from '../../query/fields.ts';
import { listText } from '../../rows/json-text.ts';
import { documentWebUrl, filingUrl } from '../../views/links.ts';
import * as contract from './contract.ts';
import { readChangedFilings, readFilings, readFilingSource, readFilingText } from './read.ts';
import { filingParams, viewFilingsMeta } from './view.ts';

/** The first letter of a backward cursor: one `cursor` parameter serves both directions. */
const BACKWARD = '-';

const list = async (present: Context, input: contract.FilingInput) => {
  const context = await contextAt(present, input.as_of);
  const { linkTo } = context;
  const lookup = companyLookup(input);
  // A blank name must not widen the list to all companies.
  const isBlank = input.company_id === null || input.company_domain === null;
  if (!lookup && (isBlank || input.updated_at_gte === undefined)) throw fail('company_required');
  const { cursor, page_size } = input;
  const backward = cursor?.startsWith(BACKWARD) === true;
  const paging = { page_size, ...(backward ? { page_before: cursor.slice(1) } : { page_after: cursor }) };
  const listed = lookup ? contract.filingList : contract.changedFilingList;
  const { page, scope, dependsOn } = await (lookup ? readFilings : readChangedFilings)(context, input, {
    ...(lookup && { scope: { type: 'single-company', lookups: [lookup] } }),
    formOf: () => ({ form: undefined, params: filingParams(context.publicUrl) }),
    requestOf: (asOf) =>
      pageRequest(listed, paging, input, { fields: { after: 'cursor', before: 'cursor' }, asOf }),
  });
  const { next, previous } = pageCursors(listed, page);
  const body = {
    filings: listText(page),
    meta: viewFilingsMeta(scope.companies?.[0], input),
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
  return new Answer(body, { dependsOn });
};

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
