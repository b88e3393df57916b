import { fail } from '@dossier/shared';
import type { Logger } from 'pino';
import { admission, isVitalPath } from './request/admission.ts';
import type { Endpoint } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import { observe } from './observe/observe.ts';
import { requestIdOf } from './request/request-id.ts';
import { requestLog } from './observe/request-log.ts';
import { SECURITY_HEADERS } from './response/security-headers.ts';
import type { HttpServices } from './services.ts';

/**
 * Returns the first step of every request, whichever adapter it came through: its id, its observers such as the log, a
 * place in flight, the headers that every response has, and the limit of its address.
 */
export function opening(
  services: Pick<HttpServices, 'gate' | 'requestLimiter' | 'observers' | 'clock'>,
  endpoints: Endpoint[],
  logger: Logger,
): (exchange: Exchange) => void {
  const { gate, requestLimiter, clock } = services;
  const isVital = isVitalPath(endpoints);
  const admit = gate && admission(gate);
  const observers = [requestLog(logger), ...services.observers];
  return (exchange) => {
    const { req, path } = exchange;
    const vital = isVital(path);
    exchange.id = requestIdOf(req);
    exchange.setHeader('Request-Id', exchange.id);
    observe(exchange, observers);
    if (!vital) admit?.(exchange);
    for (const [name, value] of SECURITY_HEADERS) exchange.setHeader(name, value);
    if (!vital) requestLimiter?.countAddress(exchange.adapter.addressOf(req), clock());
    if (req.headers.host === undefined && req.httpVersion === '1.1')
      throw fail('invalid_input', { problem: 'The request has no Host header.' });
    // Node's fetch sends `Cache-Control: no-cache` with each `If-None-Match`, and Express would then never answer with 304.
    // Deleting it would make all headers of the request slower to read.
    if (req.headers['cache-control'] !== undefined) req.headers['cache-control'] = undefined;
    // `compression` sets it only on responses with a Content-Type. A 304 has none, but must vary as its 200 does.
    exchange.setHeader('Vary', 'Accept-Encoding');
  };
}
