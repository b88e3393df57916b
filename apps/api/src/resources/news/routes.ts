import { viewCursorPagination } from '@dossier/shared';
import { Answer } from '../../http/endpoint.ts';
import { listText } from '../../rows/json-text.ts';
import { route, type Context, type Route } from '../../services.ts';
import { contextAt } from '../../query/as-of.ts';
import { companyLookup } from '../../query/fields.ts';
import type { CompanyScope } from '../../query/scope.ts';
import { isUnbounded } from '../../query/window.ts';
import * as contract from './contract.ts';
import { readNews } from './read.ts';
import { viewNewsMeta } from './view.ts';

const list = async (present: Context, input: contract.NewsInput) => {
  const context = await contextAt(present, input.as_of);
  const thumbnails = input.require_thumbnails;
  const { page, scope, dependsOn } = await readNews(context, input, {
    scope: newsScope(input),
    formOf: ({ companies }, ranges) => {
      const [one, ...others] = companies ?? [];
      const isOfOne = one !== undefined && others.length === 0 && Object.values(ranges).every(isUnbounded);
      const company = one ? JSON.stringify({ id: one.id, domain: one.domain }) : null;
      return { form: { thumbnails, isOfOne: isOfOne && !thumbnails }, params: { company } };
    },
  });
  const body = {
    company_news: listText(page),
    meta: viewNewsMeta(scope),
    pagination: viewCursorPagination(contract.newsList, page, context.linkTo),
  };
  return new Answer(body, { dependsOn });
};

/** Uses the first company filter of company_id, company_domains and company_domain, and ignores the others. */
function newsScope({ company_id, company_domains, company_domain }: contract.NewsInput): CompanyScope {
  if (company_id === undefined && company_domains !== undefined)
    return { type: 'multi-company', ids: [], domains: company_domains };
  const lookup = companyLookup({ company_id, company_domain });
  return lookup ? { type: 'single-company', lookups: [lookup] } : { type: 'domain-less' };
}

export const routes: Route[] = [route(contract.listNews, list), route(contract.queryNews, list)];
