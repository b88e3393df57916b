import { fail, pageCursors, pageRequest } from '@dossier/shared';
import { redirect } from '../../http/endpoint.ts';
import { route, type Context, type Route } from '../../services.ts';
import { companyLookup } from '../../query/fields.ts';
import { requireCompany } from '../../query/scope.ts';
import { documentWebUrl, filingUrl } from '../../links.ts';
import * as contract from './contract.ts';
import { readFilings, readFilingSource, readFilingText } from './read.ts';
import { viewFiling, viewFilingsMeta } from './view.ts';

/** The first letter of a backward cursor: one `cursor` parameter serves both directions. */
const BACKWARD = '-';

const list = async ({ db, publicUrl, linkTo }: Context, input: contract.FilingFilter) => {
  const lookup = companyLookup(input);
  if (!lookup) throw fail('company_required');
  const company = await requireCompany(db, lookup);
  const { cursor, page_size } = input;
  const backward = cursor?.startsWith(BACKWARD) === true;
  const paging = { page_size, ...(backward ? { page_before: cursor.slice(1) } : { page_after: cursor }) };
  const request = pageRequest(contract.filingList, paging, input, {
    fields: { after: 'cursor', before: 'cursor' },
  });
  const page = await readFilings(db, company, input, request);
  const { next, previous } = pageCursors(contract.filingList, page);
  return {
    filings: page.rows.map((row) => viewFiling(row, publicUrl)),
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
