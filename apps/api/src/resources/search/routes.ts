import type { SearchQuery } from '@dossier/search';
import { searchSuggestion } from '@dossier/shared';
import type { Db } from '@dossier/store';
import type { z } from 'zod';
import { requireCompany } from '../../query/scope.ts';
import { route, type Route } from '../../services.ts';
import * as contract from './contract.ts';
import { filterOf } from './filter.ts';
import { withoutSection } from './view.ts';
import { readSearch, readSuggestions } from './read.ts';

type Input = z.output<typeof contract.search.input>;

export const routes: Route[] = [
  route(contract.search, async ({ search, db }, input) => {
    const { query, limit, offset, facets, include = [] } = input;
    const { total, results, types, partial } = await readSearch(search, await queryOf(db, input));
    return {
      query,
      total_results: total,
      page: Math.floor(offset / limit),
      per_page: limit,
      results: include.includes('sections') ? results : results.map(withoutSection),
      ...(facets && { meta: { types: types!, partial: partial! } }),
    };
  }),
  route(contract.suggest, async ({ search }, { q, limit }) => ({
    query: q,
    suggestions: searchSuggestion.array().parse(await readSuggestions(search, q, limit)),
  })),
];

async function queryOf(db: Db, input: Input): Promise<SearchQuery> {
  const { query: text, limit, offset, date_gte, date_lte, company_domain, facets } = input;
  const company =
    company_domain === undefined
      ? undefined
      : (await requireCompany(db, { by: 'domain', value: company_domain })).id;
  const filter = filterOf(input, company);
  return { text, limit, offset, dateFrom: date_gte, dateTo: date_lte, filter, countTypes: facets === true };
}
