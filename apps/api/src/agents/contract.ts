import { textLike } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';

/** One message of JSON-RPC. The SDK checks the rest, whose form depends on the version of the protocol. */
export const callTools = endpoint({
  method: 'POST',
  path: '/mcp',
  operationId: 'callTools',
  summary: 'Tools for agents (MCP)',
  description:
    'The Model Context Protocol over streamable HTTP, without sessions: each request is complete. A tool costs the tasks of ' +
    'the operations that it runs, and needs their scopes. See `/docs/partners/agents`.',
  tag: 'Service',
  isFree: true,
  // The operations that a tool runs choose the replica themselves.
  usesPrimary: true,
  input: z.strictObject({
    jsonrpc: z.literal('2.0', 'must be "2.0"').describe('The version of JSON-RPC'),
    id: z
      .union([z.string(), z.int()], 'must be a text or an integer')
      .optional()
      .meta({ description: 'The id of the message; notifications have none', examples: [1] }),
    method: textLike('tools/list').describe('The method'),
    params: z
      .looseObject({})
      .optional()
      .meta({ description: 'The parameters of the method', examples: [{}] }),
  }),
  output: {
    200: z.looseObject({
      jsonrpc: z.literal('2.0').describe('The version of JSON-RPC'),
      id: z.union([z.string(), z.int()]).meta({ description: 'The id of the request', examples: [1] }),
    }),
    202: z.null(),
  },
  errors: ['not_found'],
  errorStyle: 'rpc',
  example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
});
