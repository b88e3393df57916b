import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';

const common = {
  method: 'GET',
  tag: 'Service',
  access: 'public',
  isVital: true,
} as const;

/** For monitors. */
export const getHealth = endpoint({
  ...common,
  path: '/health',
  operationId: 'getHealth',
  summary: 'The health of the service and its database',
  description: 'For monitors: 200 if the database answers, otherwise 503.',
  output: {
    200: z.object({ status: z.literal('ok').describe('Whether the database answers') }),
    503: z.object({ status: z.literal('unavailable').describe('The database does not answer') }),
  },
});

/** For supervisors, which restart a process that does not answer. */
export const getLiveness = endpoint({
  ...common,
  path: '/live',
  operationId: 'getLiveness',
  summary: 'Whether the process runs',
  description: 'For supervisors: 200 while the process answers, also when it is overloaded or stopping.',
  output: { 200: z.object({ status: z.literal('live').describe('The process runs') }) },
});

/** For load balancers, which send no requests to a process that is not ready. */
export const getReadiness = endpoint({
  ...common,
  path: '/ready',
  operationId: 'getReadiness',
  summary: 'Whether the service accepts requests',
  description:
    'For load balancers: 200 if the database answers. Returns 503 otherwise, and while the process stops. `search` is the ' +
    'state of search, without which everything else works: `filling` while its index is being built.',
  output: {
    200: z.object({
      status: z.literal('ready').describe('The service accepts requests'),
      search: z
        .enum(['ready', 'filling', 'unavailable'])
        .describe('The state of search, without which everything else works'),
    }),
    503: z.object({
      status: z.enum(['unavailable', 'draining']).describe('Why the service accepts no requests'),
    }),
  },
});
