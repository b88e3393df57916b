import type { Logger } from 'pino';
import type { Exchange } from './exchange.ts';
import type { RequestObserver } from './observe.ts';

/**
 * Logs one line for each request: no headers and no query string, because credentials and partners' searches must not be
 * logged. Load balancers request vital endpoints every few seconds, and rejected requests are logged together.
 */
export function requestLog(logger: Logger): RequestObserver {
  return {
    begin: () => (request) => {
      const { id, method, path, endpoint, caller, status, error, isAborted, bytes, seconds } = request;
      if (endpoint?.isVital || error === 'overloaded') return;
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
    },
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
