import { textLike, slugLookup } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../../http/endpoint.ts';
import { publicPage } from '../../../views/contract.ts';

/** The page that search results of companies open. */
export const getCompanyPage = endpoint({
  ...publicPage,
  path: '/companies/:company_slug',
  operationId: 'getCompanyPage',
  summary: 'The public page of a company',
  description:
    'Profile, charts, figures with their sources, and the latest rows of each list. To read all rows, use the endpoints ' +
    'of the lists. The `url` of a company in search results redirects here.',
  tag: 'Companies',
  params: z.object({
    company_slug: slugLookup.meta({ description: 'The slug of the company' }),
  }),
  output: { 200: textLike('<!doctype html><title>Stripe</title>') },
  errors: ['company_not_found'],
});

/** The `url` of a company in search results. */
export const redirectToCompany = endpoint({
  method: 'GET',
  path: '/:company_slug',
  operationId: 'redirectToCompany',
  summary: 'Redirects to the public page of a company',
  description:
    'The `url` of a company in search results. Returns a 302 to `/companies/<slug>`. For an unknown company, a browser gets a page.',
  tag: 'Companies',
  access: 'public',
  params: z.object({
    company_slug: slugLookup.meta({ description: 'The slug of the company' }),
  }),
  input: z.object({}),
  output: { 302: z.null() },
  errors: ['not_found'],
  produces: '*/*',
});
