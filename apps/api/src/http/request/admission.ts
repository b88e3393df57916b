import { fail, type ApiError } from '@dossier/shared';
import type { RequestHandler } from 'express';
import type { Endpoint } from '../endpoint.ts';
import { exchangeOf, type Exchange } from '../exchange.ts';
import type { Gate } from '../limits/gate.ts';

const RETRY_AFTER_SECONDS = 2;

/** Returns a function that admits a request. It throws a 503 if the process cannot answer in time. */
export function admission(gate: Gate): (exchange: Exchange) => void {
  // All rejections share one error, because creating one for each would add to the overload.
  const error = overloaded();
  return (exchange) => {
    const permit = gate.enter();
    if (!permit) throw error;
    exchange.permit = permit;
    // The place is free once the response is complete: a slow reader does not keep it. A disconnect frees it too.
    exchange.whenSent(() => permit.leave());
  };
}

/** Returns the 503 for a request that the process cannot answer in time. */
export function overloaded(): ApiError {
  const error = fail('overloaded', { seconds: RETRY_AFTER_SECONDS });
  error.headers['Retry-After'] = String(RETRY_AFTER_SECONDS);
  return error;
}

/** Runs parsers of a body outside the gate, so that requests whose body does not arrive take no place from others. */
export const outsideGate = (parsers: RequestHandler[]): RequestHandler[] => [
  (_req, res, next) => {
    exchangeOf(res).permit?.pause();
    next();
  },
  ...parsers,
  (_req, res, next) => {
    if (exchangeOf(res).permit?.reenter() === false) throw overloaded();
    next();
  },
];

/** Returns a function that returns whether a path belongs to a vital endpoint, which is always admitted. */
export function isVitalPath(endpoints: Endpoint[]): (path: string) => boolean {
  const vital = new Set(endpoints.filter(({ isVital }) => isVital).map(({ path }) => path));
  return (path) => vital.has(path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);
}
