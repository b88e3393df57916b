import { fail, type ApiError, type ErrorCode } from '@dossier/shared';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Endpoint, HttpServices } from './endpoint.ts';
import { siblingStyle } from './error-style.ts';
import { sendError } from './errors.ts';
import type { Pass } from './gate.ts';
import { setRequestId } from './request-id.ts';

const RETRY_AFTER_SECONDS = 2;
/** Rejected requests are logged together: a line for each would add to the overload. */
const LOG_EACH_MS = 10_000;

/**
 * Rejects requests that the process cannot answer in time with a 503, before any other work. Endpoints that are vital
 * always pass.
 */
export function admission(
  { gate }: Pick<HttpServices, 'gate'>,
  endpoints: Endpoint[],
  logger: Logger,
): RequestHandler {
  const isVital = vitalPaths(endpoints);
  const styleOf = siblingStyle(endpoints);
  const reject = counted('overloaded', logger);
  return (req, res, next) => {
    if (!gate || isVital(req)) return next();
    const pass = gate.enter();
    if (pass) {
      res.locals['pass'] = pass;
      // The place is free once the response is complete: a slow reader does not keep it. A disconnect frees it too.
      res.once('prefinish', () => pass.leave());
      whenClosed(res, () => pass.leave());
      return next();
    }
    reject();
    setRequestId(req, res);
    sendError(req, res, overloaded(), styleOf(req.path));
  };
}

function overloaded(): ApiError {
  const error = fail('overloaded', { seconds: RETRY_AFTER_SECONDS });
  error.headers['Retry-After'] = String(RETRY_AFTER_SECONDS);
  return error;
}

/** Runs parsers of a body outside the gate, so that requests whose body does not arrive take no place from others. */
export const outsideGate = (parsers: RequestHandler[]): RequestHandler[] => [
  (_req, res, next) => {
    passOf(res)?.pause();
    next();
  },
  ...parsers,
  (_req, res, next) => {
    if (passOf(res)?.reenter() === false) throw overloaded();
    next();
  },
];

/** Returns a function that returns whether a request is for a vital endpoint. */
export function vitalPaths(endpoints: Endpoint[]): (req: Request) => boolean {
  const vital = new Set(endpoints.filter(({ isVital }) => isVital).map(({ path }) => path));
  return ({ path }) => vital.has(path.replace(/(.)\/$/, '$1'));
}

/** Runs work when the response has been sent or its client has disconnected. One listener serves all work. */
export function whenClosed(res: Response, work: () => void): void {
  if (res.closed) return work();
  const known = res.locals['whenClosed'] as (() => void)[] | undefined;
  if (known) return void known.push(work);
  const all = [work];
  res.locals['whenClosed'] = all;
  res.once('close', () => {
    for (const one of all) one();
  });
}

/** Returns the place of a request in flight; undefined if nothing limits them. */
export const passOf = (res: Response): Pass | undefined => res.locals['pass'] as Pass | undefined;

/** Returns a function that counts rejected requests, and logs the count once in ten seconds. */
function counted(code: ErrorCode, logger: Logger): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > 1) return;
    setTimeout(() => {
      logger.warn({ code, count }, 'requests rejected');
      count = 0;
    }, LOG_EACH_MS).unref();
  };
}
