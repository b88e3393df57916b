import { companyDetail, companyIdentity, domainInput, idInput, slugInput } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { companySlugField } from '../../http/fields.ts';

const detail = z.object({ company: companyDetail });

/** The collection path: one company by domain, id or slug; without any of them, the identities of all. */
export const getCompanies = endpoint({
  method: 'GET',
  path: '/api/v1/companies',
  operationId: 'getCompanies',
  summary: 'A company by domain, id or slug, or the list of all',
  tag: 'Companies',
  input: z.strictObject({
    company_domain: domainInput.optional(),
    id: idInput.optional(),
    ...companySlugField,
  }),
  output: { 200: z.union([detail, z.object({ companies: z.array(companyIdentity) })]) },
  errors: ['invalid_input', 'one_company_identifier', 'company_not_found'],
});

export const getCompany = endpoint({
  method: 'GET',
  path: '/api/v1/companies/:company_slug',
  operationId: 'getCompany',
  summary: 'A company by slug',
  tag: 'Companies',
  params: z.object({ company_slug: slugInput }),
  input: z.strictObject({}),
  output: { 200: detail },
  errors: ['invalid_input', 'company_not_found'],
});
