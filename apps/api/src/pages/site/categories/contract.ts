import { textLike, slugLookup } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../../http/endpoint.ts';
import { publicPage } from '../../../views/contract.ts';

const page = { ...publicPage, tag: 'Categories' };

export const getCategoriesPage = endpoint({
  ...page,
  path: '/categories',
  operationId: 'getCategoriesPage',
  summary: 'The page of all categories',
  description: 'Each category with the number of its companies and documents. Only with `PUBLIC_SITE=on`.',
  output: { 200: textLike('<!doctype html><title>Categories</title>') },
  errors: ['not_found'],
});

export const getCategoryPage = endpoint({
  ...page,
  path: '/categories/:category_slug',
  operationId: 'getCategoryPage',
  summary: 'The page of a category',
  description:
    'Shows what `GET /api/v1/categories/:category_slug/items` returns, and the largest companies of the category. Only ' +
    'with `PUBLIC_SITE=on`.',
  params: z.object({
    category_slug: slugLookup.meta({ description: 'The slug of the category', examples: ['payments'] }),
  }),
  input: z.object({
    offset: z
      .string()
      .max(20)
      .optional()
      .meta({ description: 'The number of items to skip', examples: ['100'] }),
  }),
  output: { 200: textLike('<!doctype html><title>Payments</title>') },
  errors: ['category_not_found', 'not_found'],
});
