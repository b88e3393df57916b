import { fail } from '@dossier/shared';
import type { Logger } from 'pino';
import type { Endpoint } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import { observe } from './observe/observe.ts';
import { requestIdOf } from './request/request-id.ts';
import { isVitalPath } from './request/roots.ts';
import { requestLog } from './observe/request-log.ts';
import { SECURITY_HEADERS } from './response/security-headers.ts';
import type { HttpServices } from './services.ts';

/**
 * Returns the first step of every request, whichever adapter it came through: its id, its observers such as the log, the
 * headers that every response has, and the limit of its address.
 */
export function opening(
  services: Pick<HttpServices, 'requestLimiter' | 'observers' | 'publicUrl' | 'clock' | 'fault'>,
  endpoints: Endpoint[],
  logger: Logger,
): (exchange: Exchange) => void {
  const { requestLimiter, publicUrl, clock, fault } = services;
  const isVital = isVitalPath(endpoints);
  // `compression` sets Vary only on responses with a Content-Type. A 304 has none, but must vary as its 200 does.
  const headers = [...['Request-Id', ''], ...SECURITY_HEADERS.flat(), ...['Vary', 'Accept-Encoding']];
  const observers = [requestLog(logger), ...services.observers];
  return (exchange) => {
    const { req, path } = exchange;
    exchange.publicUrl = publicUrl;
    exchange.id = requestIdOf(req);
    exchange.begin(headers);
    exchange.setHeader('Request-Id', exchange.id);
    observe(exchange, observers);
    if (!isVital(path)) requestLimiter?.countAddress(exchange.adapter.addressOf(req), clock());
    fault?.(exchange);
    if (req.headers.host === undefined && req.httpVersion === '1.1')
      throw fail('invalid_input', { problem: 'The request has no Host header.' });
    // Node's fetch sends `Cache-Control: no-cache` with each `If-None-Match`, and Express would then never answer with 304.
    // Deleting it would make all headers of the request slower to read.
    if (req.headers['cache-control'] !== undefined) req.headers['cache-control'] = undefined;
  };
}
