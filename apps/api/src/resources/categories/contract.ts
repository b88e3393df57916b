import { category, categoryItem, offsetPagination, slugLookup, wholeNumber } from '@dossier/shared';
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
    'A company gives all its categories by name, in one answer; a slug gives that one. One of both is needed.',
  tag: 'Categories',
  input: z.strictObject({
    ...companyFields,
    slug: slugLookup
      .optional()
      .meta({ description: 'One category, by its slug; not with a company', examples: ['payments'] }),
  }),
  output: { 200: z.union([z.object({ categories: z.array(category) }), z.object({ category })]) },
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

/** Below 1 it is the handler that refuses it, in the words of the specification. */
const limit = wholeNumber(1, LIMIT.max, Number.MIN_SAFE_INTEGER)
  .default(LIMIT.default)
  .meta({ description: 'How many items to give' });

export const listCategoryItems = endpoint({
  method: 'GET',
  path: '/api/v1/categories/:category_slug/items',
  operationId: 'listCategoryItems',
  summary: 'Companies and documents of a category, newest first',
  description:
    `Both mixed, by date of publication: ${LIMIT.default} at a time and at most ${LIMIT.max}. Send \`next_offset\` as ` +
    '`offset` until it is null.',
  tag: 'Categories',
  params: z.object({
    category_slug: slugLookup.meta({
      description: 'From the categories of a company',
      examples: ['payments'],
    }),
  }),
  input: z.strictObject({
    limit,
    offset: wholeNumber(0, MAX_OFFSET).default(0).meta({ description: 'How many items to skip' }),
  }),
  output: { 200: z.object({ category, items: z.array(categoryItem), pagination: offsetPagination }) },
  errors: ['limit_not_positive', 'category_not_found'],
  example: { limit: 20 },
  errorStyle: 'string',
});
