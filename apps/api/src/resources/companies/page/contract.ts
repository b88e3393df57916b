import { like, slugLookup } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../../http/endpoint.ts';

/** The page to which the search results of companies lead. */
export const getCompanyPage = endpoint({
  method: 'GET',
  path: '/companies/:company_slug',
  operationId: 'getCompanyPage',
  summary:
    'The public page of a company: profile, figures with their sources, charts, and its latest records',
  description:
    'The `url` of a search result of a company redirects here. The lists are short: read the whole ones from their ' +
    'endpoints.',
  tag: 'Companies',
  access: 'public',
  params: z.object({
    company_slug: slugLookup.meta({ description: 'The slug of the company' }),
  }),
  input: z.object({}),
  output: { 200: like('<!doctype html><title>Stripe</title>') },
  errors: ['company_not_found'],
  errorStyle: 'page',
  produces: 'text/html',
});

/** The `url` of a search result of a company. */
export const redirectToCompany = endpoint({
  method: 'GET',
  path: '/:company_slug',
  operationId: 'redirectToCompany',
  summary: 'Redirects to the public page of a company',
  description: 'The target of the `url` of a search result of a company: a 302 to `/companies/<slug>`.',
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
