import { like, searchResult, wholeNumber } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { rangeFields } from '../../query/ranges.ts';

const LIMIT = { default: 10, max: 50 };

/** Results of the document index precede those of the explore index; offset and limit page through both. */
export const search = endpoint({
  method: 'POST',
  path: '/api/v1/search',
  operationId: 'search',
  summary: 'Full-text search over documents, companies and filings',
  description:
    'Documents come first, then companies and filings. `offset` and `limit` page through both, ' +
    `${LIMIT.default} results at a time, at most ${LIMIT.max}. All words must match; words in double quotes are a phrase.`,
  tag: 'Search',
  input: z.strictObject({
    query: z
      .string()
      .trim()
      .min(1, 'must not be blank')
      .max(2000, 'must be at most 2000 characters')
      .meta({ description: 'The search term or question; words in double quotes are a phrase' }),
    limit: wholeNumber(1, LIMIT.max)
      .default(LIMIT.default)
      .meta({ description: 'The number of results to return' }),
    offset: wholeNumber(0, 1_000_000_000).default(0).meta({ description: 'The number of results to skip' }),
    ...rangeFields(['date_gte'], ['date_lte']),
  }),
  output: {
    200: z.object({
      query: like('payments infrastructure'),
      total_results: z.int(),
      /** From zero: floor(offset / limit). */
      page: z.int(),
      per_page: z.int(),
      results: z.array(searchResult),
    }),
  },
  errors: ['search_unavailable', 'search_failed'],
  errorStyle: 'string',
  example: { query: 'payments infrastructure', limit: 5 },
});
