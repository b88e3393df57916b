import {
  booleanInput,
  documentType,
  textLike,
  listInput,
  searchResult,
  searchResultType,
  searchSuggestion,
  searchTypeCounts,
  wholeNumber,
} from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { companyFields } from '../../query/fields.ts';
import { rangeFields } from '../../http/request/ranges.ts';

const LIMIT = { default: 10, max: 50 };
const SUGGESTIONS = 10;
/** The most values of a filter. */
const MAX_VALUES = 50;

/** Results of the document index precede those of the explore index, and these precede news; offset and limit page through all. */
export const search = endpoint({
  method: 'POST',
  path: '/api/v1/search',
  operationId: 'search',
  summary: 'Search documents, companies and filings',
  description:
    'Documents come first, then companies and filings. News comes last, and only if `types` contains `news`. ' +
    '`offset` and `limit` page through all, ' +
    `${LIMIT.default} results at a time, at most ${LIMIT.max}. Results with all words precede others; words in double quotes are a phrase; a minus before a word excludes it.`,
  tag: 'Search',
  input: z.strictObject({
    query: z.string().trim().min(1).max(2000).meta({
      description:
        'The search term or question; words in double quotes are a phrase; a minus before a word excludes it',
    }),
    limit: wholeNumber(1, LIMIT.max)
      .default(LIMIT.default)
      .meta({ description: 'The number of results to return' }),
    offset: wholeNumber(0, 1_000_000_000).default(0).meta({ description: 'The number of results to skip' }),
    ...rangeFields(['date_gte'], ['date_lte']),
    types: listInput(searchResultType, MAX_VALUES)
      .optional()
      .meta({ description: 'Only results of these types. Without it: documents, companies and filings' }),
    company_domain: companyFields.company_domain.meta({
      description:
        'Only the company with this domain, its filings and news, and documents about it or connected to it',
    }),
    filing_type: listInput(
      z
        .string()
        .trim()
        .min(1)
        .max(64)
        .meta({ examples: ['10-K'] }),
      MAX_VALUES,
    )
      .optional()
      .meta({ description: 'Only filings of these types. Without `types`, only filings' }),
    document_type: listInput(documentType, MAX_VALUES)
      .optional()
      .meta({ description: 'Only documents of these types. Without `types`, only documents' }),
    include: listInput(z.enum(['sections']), 1)
      .optional()
      .meta({
        description: 'sections: each result with the `section` that matched, to which its `url` links',
        examples: [['sections']],
      }),
    facets: booleanInput.optional().meta({
      description: 'Whether `meta` counts the results of each type, and the partial ones among them',
    }),
  }),
  output: {
    200: z.object({
      query: textLike('payments infrastructure').describe('The requested text'),
      total_results: z.int().describe('The number of results of all pages'),
      /** From zero: floor(offset / limit). */
      page: z.int().describe('The number of this page, from 0: `offset` divided by `limit`'),
      per_page: z.int().describe('The most results of a page'),
      results: z.array(searchResult).describe('The results of the page, best first'),
      meta: z
        .object({
          types: searchTypeCounts.meta({ description: 'The results of each type' }),
          partial: searchTypeCounts.meta({
            description:
              'The results of each type with only some of the words, or with only a similar name. They come last among the documents, and last among the companies and filings',
          }),
        })
        .optional()
        .meta({ description: 'Only with `facets`' }),
    }),
  },
  errors: ['search_unavailable', 'search_failed', 'company_not_found'],
  errorStyle: 'string',
  example: { query: 'payments infrastructure', limit: 5 },
});

/** Suggestions while a user types. */
export const suggest = endpoint({
  method: 'GET',
  path: '/api/v1/search/suggest',
  operationId: 'suggestSearch',
  summary: 'Companies, categories and documents that begin with a text',
  description:
    'For a search box. Returns companies by name and ticker, then categories, then documents by title, that begin with ' +
    `\`q\` or have a domain or word that does; at most ${SUGGESTIONS}. If there are none, \`q\` may have one typo.`,
  tag: 'Search',
  input: z.strictObject({
    q: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .meta({ description: 'What the user has typed so far', examples: ['str'] }),
    limit: wholeNumber(1, SUGGESTIONS)
      .default(SUGGESTIONS)
      .meta({ description: 'The number of suggestions to return' }),
  }),
  output: {
    200: z.object({
      query: textLike('str').describe('The requested text'),
      suggestions: z.array(searchSuggestion).describe('The suggestions, best first'),
    }),
  },
  errors: ['search_unavailable', 'search_failed'],
  example: { q: 'str', limit: 5 },
});
