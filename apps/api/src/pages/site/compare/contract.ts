import { textLike, listInput } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../../http/endpoint.ts';
import { publicPage, repeated } from '../../../views/contract.ts';

/** The most companies of a comparison. */
export const MAX_COMPARED = 10;

const page = { ...publicPage, tag: 'Companies' };

const COMPANIES = `Up to ${MAX_COMPARED} companies: slugs, domains or names`;

export const getComparePage = endpoint({
  ...page,
  path: '/compare',
  operationId: 'getComparePage',
  summary: 'The page that compares companies',
  description:
    'Shows what `POST /api/v1/lookup/companies` returns, side by side, and a chart of each figure. Only with ' +
    '`PUBLIC_SITE=on`.',
  input: z.object({ companies: repeated(COMPANIES) }),
  output: { 200: textLike('<!doctype html><title>Compare</title>') },
  errors: ['search_unavailable', 'search_failed', 'not_found'],
});

export const getCompareCsv = endpoint({
  ...page,
  path: '/compare.csv',
  operationId: 'getCompareCsv',
  summary: 'Compared companies as CSV',
  description: 'The companies of `/compare` in their order. Only with `PUBLIC_SITE=on`.',
  input: z.object({
    companies: listInput(z.string().max(200), MAX_COMPARED).meta({
      description: COMPANIES,
      examples: [['stripe', 'openai']],
    }),
  }),
  output: { 200: textLike('id,slug,name\r\n1,stripe,Stripe\r\n') },
  errors: ['search_unavailable', 'search_failed', 'not_found'],
  produces: 'text/csv',
  isStreamed: true,
});
