import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';

/** For load balancers. */
export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  operationId: 'getHealth',
  summary: 'The health of the service and its database',
  description: 'For load balancers: 200 if the database answers, otherwise 503.',
  tag: 'Service',
  access: 'public',
  input: z.strictObject({}),
  output: {
    200: z.object({ status: z.literal('ok') }),
    503: z.object({ status: z.literal('unavailable') }),
  },
});
