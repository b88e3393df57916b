import { legacyFunding } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { companyFieldsOrBlank } from '../../query/fields.ts';

export const getFundingRounds = endpoint({
  method: 'GET',
  path: '/api/v1/funding-rounds',
  operationId: 'getFundingRounds',
  summary: "A company's funding rounds in the legacy form",
  description:
    'Deprecated: use events. Returns all rounds of one company in one response, newest first, without cancelled ones. `company_id` takes ' +
    'precedence over `company_domain`. The same rounds as events: `/api/v1/events/?types=funding-round`.',
  tag: 'Funding rounds',
  input: z.strictObject(companyFieldsOrBlank),
  output: { 200: legacyFunding },
  errors: ['company_required', 'company_not_found'],
  errorStyle: 'string',
  example: { company_domain: 'stripe.com' },
  deprecated: true,
});
