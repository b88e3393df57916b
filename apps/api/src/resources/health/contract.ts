import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';

/** For load balancers: says that the service and its database answer. */
export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  operationId: 'getHealth',
  summary: 'Whether the service and its database answer',
  description: 'For load balancers: 200 while they answer, 503 when the database does not.',
  tag: 'Service',
  access: 'public',
  input: z.strictObject({}),
  output: {
    200: z.object({ status: z.literal('ok') }),
    503: z.object({ status: z.literal('unavailable') }),
  },
});
