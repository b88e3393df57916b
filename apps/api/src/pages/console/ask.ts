import type { z } from 'zod';
import { requireScope } from '../../http/auth/scopes.ts';
import { answerOf, type Endpoint } from '../../http/endpoint.ts';
import { parseInput } from '../../http/request/input.ts';
import type { Route } from '../../services.ts';
import type { Signed } from './console.ts';

/** Returns a function that asks operations of the API, with the rights of the visitor. It throws like the operation. */
export function askerOf(routes: Route[]) {
  const api = new Map(routes.map(({ endpoint, handle }) => [endpoint.operationId, handle]));
  return async <P extends z.ZodObject, I extends z.ZodType, O extends Record<number, z.ZodType>>(
    context: Signed,
    endpoint: Endpoint<P, I, O>,
    raw: object = {},
    params: object = {},
  ): Promise<z.input<O[keyof O]>> => {
    requireScope(context.caller, endpoint);
    const input = { ...(parseInput(endpoint.input, raw) as object), ...parseInput(endpoint.params, params) };
    const result = await api.get(endpoint.operationId)!(context, input as never);
    return answerOf(result).body as z.input<O[keyof O]>;
  };
}
