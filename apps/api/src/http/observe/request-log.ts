import type { Logger } from 'pino';
import type { Exchange } from '../exchange.ts';
import type { FinishedRequest, RequestObserver } from './observe.ts';

/** Rejected requests are logged together: a line for each would add to the overload. */
const LOG_EACH_MS = 10_000;

/**
 * Logs one line for each request: no headers and no query string, because credentials and partners' searches must not be
 * logged. Load balancers request vital endpoints every few seconds, and rejected requests are logged together.
 */
export function requestLog(logger: Logger, rejectedEachMs = LOG_EACH_MS): RequestObserver {
  const countRejected = rejections(logger, rejectedEachMs);
  const log = (request: FinishedRequest) => {
    const { id, method, path, endpoint, caller, status, error, isAborted, bytes, seconds } = request;
    if (endpoint?.isVital) return;
    if (error === 'overloaded') return countRejected();
    logger.info(
      {
        id,
        method,
        path: loggedPath(path),
        operation: endpoint?.operationId,
        status,
        error,
        bytes,
        ms: Math.round(seconds * 1e6) / 1e3,
        organization: caller?.organization,
        key: caller?.key,
        ...(isAborted && { aborted: true }),
      },
      'request',
    );
  };
  return { begin: () => log };
}

/** Returns a function that counts requests rejected by an overload, and logs their number together. */
function rejections(logger: Logger, eachMs: number): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > 1) return;
    setTimeout(() => {
      logger.warn({ code: 'overloaded', count }, 'requests rejected');
      count = 0;
    }, eachMs).unref();
  };
}

/** Logs an error that the client gets no details of. */
export function logFailure(logger: Logger, { id, req, path }: Exchange, error: unknown): void {
  logger.error({ id, method: req.method, path: loggedPath(path), err: error }, 'request failed');
}

/** Cuts off the signature of an embed address, which grants access. */
function loggedPath(path: string): string {
  return /^\/+embeds\//i.test(path) ? path.replace(/^(\/+embeds\/[^/]*\/[^/]*\/).*/i, '$1…') : path;
}
