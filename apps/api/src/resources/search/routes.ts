import { route, type Route } from '../../services.ts';
import * as contract from './contract.ts';
import { readSearch } from './read.ts';

export const routes: Route[] = [
  route(contract.search, async (context, { query, limit, offset, date_gte, date_lte }) => {
    const { total, results } = await readSearch(context.search, {
      text: query,
      limit,
      offset,
      dateFrom: date_gte,
      dateTo: date_lte,
    });
    return { query, total_results: total, page: Math.floor(offset / limit), per_page: limit, results };
  }),
];
