import { like, searchResultType } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../../http/endpoint.ts';

export const getSearchPage = endpoint({
  method: 'GET',
  path: '/search',
  operationId: 'getSearchPage',
  summary: 'The search page of the site',
  description: 'Shows what `POST /api/v1/search` returns, 20 results on a page. Only with `PUBLIC_SITE=on`.',
  tag: 'Search',
  access: 'public',
  input: z.object({
    q: z
      .string()
      .max(2000)
      .default('')
      .meta({ description: 'The text to search for', examples: ['payments'] }),
    type: searchResultType.optional().meta({ description: 'Only results of this type' }),
    page: z.coerce
      .number()
      .int()
      .min(1)
      .max(500)
      .default(1)
      .meta({ description: 'The number of the page, from 1' }),
  }),
  output: { 200: like('<!doctype html><title>Search</title>') },
  errors: ['search_unavailable', 'search_failed', 'not_found'],
  errorStyle: 'page',
  produces: 'text/html',
});
