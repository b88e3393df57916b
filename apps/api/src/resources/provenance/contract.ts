import { companyIdentity, provenance } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { companyFields, companySlugField } from '../../query/fields.ts';

/** Where the fields of a company come from. */
export const explainCompany = endpoint({
  method: 'GET',
  path: '/api/v1/provenance/companies',
  operationId: 'explainCompany',
  summary: 'Where the fields of a company come from',
  description:
    'Returns each field of the company that `/api/v1/companies/` shows, with its source, its links, the file and line, ' +
    'when the source last stated it, and the values of other sources. Lists have one entry for each item. `fields` is empty ' +
    'for a company of a release that stored no sources, until it is loaded again.',
  tag: 'Companies',
  input: z.strictObject({
    company_domain: companyFields.company_domain,
    id: companyFields.company_id,
    ...companySlugField,
  }),
  output: {
    200: z.object({
      company: companyIdentity.describe('The company'),
      fields: z.array(provenance).describe('Its fields with their sources'),
    }),
  },
  errors: ['one_company_identifier', 'company_not_found'],
  example: { company_domain: 'stripe.com' },
});
