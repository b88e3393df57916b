import { pageRequest, viewCursorPagination } from '@dossier/shared';
import { Answer } from '../../http/endpoint.ts';
import { listText } from '../../http/text/json-text.ts';
import { route, type Context, type Route } from '../../services.ts';
import { contextAt } from '../../query/as-of.ts';
import { companyLookup } from '../../query/fields.ts';
import { dependsOnScope, findScope, type CompanyScope } from '../../query/scope.ts';
import { rangeOf, requireWindow, isOpen } from '../../query/window.ts';
import * as contract from './contract.ts';
import { readNews } from './read.ts';
import { viewNewsMeta } from './view.ts';

const list = async (present: Context, input: contract.NewsInput) => {
  const context = await contextAt(present, input.as_of);
  const { db, linkTo } = context;
  const asked = newsScope(input);
  const ranges = newsRanges(input);
  const global = asked.type === 'domain-less';
  // An answer whose handler reads the time is not cached.
  const asOf = global && isOpen(ranges) ? context.now : '';
  const request = pageRequest(contract.newsList, input, input, { asOf });
  const bounds = global ? requireWindow(ranges, request.asOf || asOf) : ranges;

  const scope = await findScope(db, asked);
  const importance = input.news_type === 'major' ? input.news_type : undefined;
  const page = await readNews(db, scope, { ...bounds, importance }, input.require_thumbnails, request);
  const body = {
    company_news: listText(page),
    meta: viewNewsMeta(scope),
    pagination: viewCursorPagination(contract.newsList, page, linkTo),
  };
  return new Answer(body, { dependsOn: dependsOnScope(scope, 'news') });
};

/** Uses the first company filter of company_id, company_domains and company_domain, and ignores the others. */
function newsScope({ company_id, company_domains, company_domain }: contract.NewsInput): CompanyScope {
  if (company_id === undefined && company_domains !== undefined)
    return { type: 'multi-company', ids: [], domains: company_domains };
  const lookup = companyLookup({ company_id, company_domain });
  return lookup ? { type: 'single-company', lookups: [lookup] } : { type: 'domain-less' };
}

function newsRanges(input: contract.NewsInput) {
  return {
    created: rangeOf(input, ['created_at_gte', 'created_at_start'], ['created_at_lte', 'created_at_end']),
    updated: rangeOf(input, ['updated_at_gte'], ['updated_at_lte']),
    released: rangeOf(input, ['release_date_start'], ['release_date_end']),
  };
}

export const routes: Route[] = [route(contract.listNews, list), route(contract.queryNews, list)];
