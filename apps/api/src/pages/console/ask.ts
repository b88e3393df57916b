import { requireScope } from '../../http/auth/scopes.ts';
import { answerOf } from '../../http/endpoint.ts';
import { parseInput } from '../../http/request/input.ts';
import type { Route } from '../../services.ts';
import type { Signed } from './console.ts';

/** Returns a function that asks operations of the API, with the rights of the visitor. It throws like the operation. */
export function askerOf(routes: Route[]) {
  const api = new Map(routes.map((route) => [route.endpoint.operationId, route]));
  return async <Body>(
    context: Signed,
    operation: string,
    raw: object = {},
    params: object = {},
  ): Promise<Body> => {
    const { endpoint, handle } = api.get(operation)!;
    requireScope(context.caller, endpoint);
    const input = parseInput(endpoint.input, raw) as object;
    const result = await handle(context, { ...input, ...parseInput(endpoint.params, params) } as never);
    return answerOf(result).body as Body;
  };
}
