import { category, categoryItem, fail, offsetPagination, slugLookup, wholeNumber } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { companyFields } from '../../query/fields.ts';

const LIMIT = { default: 20, max: 100 };
const MAX_OFFSET = 2_147_483_647;

export const getCategories = endpoint({
  method: 'GET',
  path: '/api/v1/categories',
  operationId: 'getCategories',
  summary: "A company's categories, or one category by slug",
  description:
    'With a company: all its categories by name, in one response. With a slug: that category. One of them is required.',
  tag: 'Categories',
  rows: 'categories',
  input: z.strictObject({
    ...companyFields,
    slug: slugLookup
      .optional()
      .meta({ description: 'The slug of one category. Not with a company', examples: ['payments'] }),
  }),
  output: {
    200: z.union([
      z.object({ categories: z.array(category).describe('The categories of the company, by name') }),
      z.object({ category }),
    ]),
  },
  errors: [
    'category_filter_required',
    'one_category_filter',
    'category_not_found',
    'company_not_found',
    'different_companies',
  ],
  errorStyle: 'string',
  example: { company_domain: 'stripe.com' },
});

/** Values below 1 are rejected before all other problems, with the message of the specification. */
const limit = wholeNumber(1, LIMIT.max, Number.NEGATIVE_INFINITY)
  .transform((value) => {
    if (value < 1) throw fail('limit_not_positive');
    return value;
  })
  .default(LIMIT.default)
  .meta({ description: 'The number of items to return' });

export const listCategoryItems = endpoint({
  method: 'GET',
  path: '/api/v1/categories/:category_slug/items',
  operationId: 'listCategoryItems',
  summary: 'Companies and documents of a category, newest first',
  description:
    `Companies and documents in one list, by date of publication: ${LIMIT.default} at a time, at most ${LIMIT.max}. Send ` +
    '`next_offset` as `offset` until it is null.',
  tag: 'Categories',
  rows: 'items',
  params: z.object({
    category_slug: slugLookup.meta({
      description: 'The slug of the category, from the categories of a company',
      examples: ['payments'],
    }),
  }),
  input: z.strictObject({
    limit,
    offset: wholeNumber(0, MAX_OFFSET).default(0).meta({ description: 'The number of items to skip' }),
  }),
  output: {
    200: z.object({
      category,
      items: z.array(categoryItem).describe('The companies and documents, newest first'),
      pagination: offsetPagination,
    }),
  },
  errors: ['limit_not_positive', 'category_not_found'],
  example: { limit: 20 },
  errorStyle: 'string',
});
