import { pageRequest, viewCursorPagination } from '@dossier/shared';
import { Answer } from '../../http/endpoint.ts';
import { listText } from '../../rows/json-text.ts';
import { route, type Route } from '../../services.ts';
import { contextAt } from '../../query/as-of.ts';
import * as contract from './contract.ts';
import { readRanking } from './read.ts';

export const routes: Route[] = [
  route(contract.rankCompanies, async (context, input) => {
    const { page_after, page_before, as_of, ...filter } = input;
    const { db, linkTo } = await contextAt(context, as_of);
    const list = contract.rankingList(input);
    const request = pageRequest(
      list,
      { page_after, page_before, page_size: input.limit },
      { ...filter, as_of },
    );
    const page = await readRanking(db, input, request);
    const isPaged = page_after !== undefined || page_before !== undefined;
    const body = {
      companies: listText(page),
      meta: { ...filter, total_ranked: page.total },
      // The specification fixes the response to a request without a cursor.
      ...(isPaged && { pagination: viewCursorPagination(list, page, linkTo) }),
    };
    return new Answer(body, { dependsOn: { kinds: ['company'] } });
  }),
];
