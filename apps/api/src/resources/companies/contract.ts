import { companyDetail, companyIdentity, listInput, slugLookup } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { asOfErrors, asOfField } from '../../query/as-of.ts';
import { chosenFields, companyFields, companySlugField } from '../../query/fields.ts';
import { syncFields, syncList, syncOutput } from './sync-contract.ts';

/** The response for one company. */
export const detail = z.object({ company: companyDetail.describe('The company') });

/** What a response for one company contains: its fields besides the id, all if undefined, and parts on request. */
export interface Wanted {
  fields?: (keyof typeof companyDetail.shape)[] | undefined;
  include?: 'sources'[] | undefined;
}

/** The response for one company with `fields`, which may leave out every field but the id. */
const chosen = z.object({
  company: companyDetail
    .partial()
    .required({ id: true })
    .meta({ id: 'CompanyFields' })
    .describe('The company with the requested fields'),
});

const fields = chosenFields(
  companyDetail.keyof().options,
  'The fields of the company to return besides `id`; all by default',
);

const include = listInput(z.enum(['sources']), 1)
  .optional()
  .meta({ description: 'sources: each of `financials` with its `source_url`', examples: [['sources']] });

/** One company by domain, id or slug. Without any of them: all identities, or with `mode=sync` those that changed. */
export const getCompanies = endpoint({
  method: 'GET',
  path: '/api/v1/companies',
  operationId: 'getCompanies',
  summary: 'One company, all companies, or those that changed',
  description:
    'With one of `company_domain`, `id` and `company_slug`: that company. With none: id, domain and name of all companies ' +
    'in one response. With `mode=sync`: the companies that changed from `updated_at_gte` to `updated_at_lte` (at most 14 ' +
    `days), by id, ${syncList.pageSize.default} on a page, at most ${syncList.pageSize.max}.`,
  tag: 'Companies',
  input: z.strictObject({
    company_domain: companyFields.company_domain,
    id: companyFields.company_id,
    ...companySlugField,
    fields: fields.meta({
      description: 'With an identifier: the fields to return besides `id`; all by default',
    }),
    include: include.meta({
      description: 'With an identifier. sources: each of `financials` with its `source_url`',
    }),
    mode: z
      .enum(['sync'], 'must be sync')
      .optional()
      .meta({ description: 'sync: the companies that changed in a time window. Not with an identifier' }),
    ...syncFields,
    ...asOfField,
  }),
  output: {
    200: z.union([
      detail,
      chosen,
      syncOutput,
      z.object({ companies: z.array(companyIdentity).describe('All companies, by id') }),
    ]),
  },
  errors: [
    'one_company_identifier',
    'company_not_found',
    'invalid_cursor',
    'both_cursors',
    'window_too_long',
    ...asOfErrors,
  ],
  example: { company_domain: 'stripe.com' },
});

export const getCompany = endpoint({
  method: 'GET',
  path: '/api/v1/companies/:company_slug',
  operationId: 'getCompany',
  summary: 'A company by slug',
  description: 'Returns the same company as the list does with `company_slug`.',
  tag: 'Companies',
  params: z.object({
    company_slug: slugLookup.meta({
      description: 'The slug of the company, from a list, a search or the company itself',
    }),
  }),
  input: z.strictObject({ fields, include, ...asOfField }),
  output: { 200: z.union([detail, chosen]) },
  errors: ['company_not_found', ...asOfErrors],
});
