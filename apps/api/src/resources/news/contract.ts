import {
  booleanInput,
  cursorPagination,
  integerId,
  textLike,
  listing,
  newsItem,
  type ErrorCode,
} from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { asOfErrors, asOfField } from '../../query/as-of.ts';
import { fieldsOf, oneOf, within } from '../../query/filters.ts';
import { companyFields, companyListFields, cursorFields, MAX_COMPANIES } from '../../query/fields.ts';

export const newsList = listing({
  name: 'news',
  keys: { release_date: 'text', id: 'text' },
  direction: 'desc',
  pageSize: { default: 10, max: 50 },
});

export const newsFilters = [
  oneOf(
    'importance',
    {
      news_type: z
        .enum(['major', 'all'])
        .default('major')
        .meta({ description: 'major: major news only. all: all news' }),
    },
    { all: ['major', 'minor'], toValue: (type) => (type === 'all' ? undefined : type) },
  ),
  within('created_at', ['created_at_gte', 'created_at_start'], ['created_at_lte', 'created_at_end']),
  within('updated_at', ['updated_at_gte'], ['updated_at_lte']),
  within('release_date', ['release_date_start'], ['release_date_end']),
] as const;

const input = (maxDomains: number) =>
  z.strictObject({
    ...companyFields,
    company_domains: companyListFields(maxDomains).company_domains,
    ...fieldsOf(newsFilters),
    require_thumbnails: booleanInput.default(false).meta({
      description: 'true: an article without a thumbnail shows the logo of its company',
    }),
    ...asOfField,
    ...cursorFields(newsList),
  });
export type NewsInput = z.output<ReturnType<typeof input>>;

const output = {
  200: z.object({
    company_news: z.array(newsItem).describe('The news of the page'),
    meta: z
      .object({
        query_type: z
          .enum(['single-company', 'multi-company', 'domain-less'])
          .describe('Whether the request named one company, several or none'),
        companies_count: z.int().describe('The number of companies that were found'),
        companies: z
          .array(
            z.object({
              id: integerId.describe('The id of the company'),
              domain: textLike('stripe.com').describe('The main domain of the company'),
            }),
          )
          .nullable()
          .describe('The companies that were found; null if the request named none'),
      })
      .describe('What the request asked for'),
    pagination: cursorPagination,
  }),
};

const paging = `Newest release first, ${newsList.pageSize.default} on a page, at most ${newsList.pageSize.max}.`;

const news = {
  path: '/api/v1/news/company',
  tag: 'News',
  rows: 'company_news',
  output,
  errors: [
    'invalid_cursor',
    'both_cursors',
    'different_aliases',
    'window_required',
    'company_not_found',
    ...asOfErrors,
  ] satisfies ErrorCode[],
};

export const listNews = endpoint({
  ...news,
  method: 'GET',
  operationId: 'listNews',
  summary: 'News of one company, of several or of all',
  description:
    `Returns major news only, unless \`news_type=all\`. Accepts up to ${MAX_COMPANIES.query} domains. Without a company, ` +
    `one date range must span 14 days or less. ${paging}`,
  input: input(MAX_COMPANIES.query),
  example: { company_domain: 'stripe.com', news_type: 'all' },
});

export const queryNews = endpoint({
  ...news,
  method: 'POST',
  operationId: 'queryNews',
  summary: 'News of many companies, with the filters in a body',
  description:
    `Works like the GET, for up to ${MAX_COMPANIES.body} domains: major news only, unless \`news_type\` is \`all\`. To ` +
    `follow a link, send it with the same body. ${paging}`,
  input: input(MAX_COMPANIES.body),
  example: { company_domains: ['stripe.com', 'openai.com'], page_size: 50 },
});
