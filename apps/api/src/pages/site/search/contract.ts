import { textLike, searchResultType, searchSuggestion } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../../http/endpoint.ts';
import { publicPage } from '../../../views/contract.ts';

export const getSearchPage = endpoint({
  ...publicPage,
  path: '/search',
  operationId: 'getSearchPage',
  summary: 'The search page of the site',
  description: 'Shows what `POST /api/v1/search` returns, 20 results on a page. Only with `PUBLIC_SITE=on`.',
  tag: 'Search',
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
  output: { 200: textLike('<!doctype html><title>Search</title>') },
  errors: ['search_unavailable', 'search_failed', 'not_found'],
});

export const getSuggestions = endpoint({
  method: 'GET',
  path: '/search/suggestions',
  operationId: 'getSearchSuggestions',
  summary: 'Suggestions for the search box of the site',
  description: 'What `GET /api/v1/search/suggest` returns, at most 8. Only with `PUBLIC_SITE=on`.',
  tag: 'Search',
  access: 'public',
  input: z.object({
    q: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .meta({ description: 'What somebody has typed so far', examples: ['str'] }),
  }),
  output: {
    200: z.object({ suggestions: z.array(searchSuggestion).describe('The suggestions, best first') }),
  },
  errors: ['search_unavailable', 'search_failed', 'not_found'],
});

export const getSiteScript = endpoint({
  method: 'GET',
  path: '/search/script.js',
  operationId: 'getSiteScript',
  summary: 'The script of the site',
  description: 'It adds suggestions to the search boxes.',
  tag: 'Search',
  access: 'public',
  input: z.object({}),
  output: { 200: textLike('for (const box of document.querySelectorAll("input[type=search]")) …') },
  produces: 'text/javascript',
});
