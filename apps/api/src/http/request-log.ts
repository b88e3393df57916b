import type { Logger } from 'pino';
import type { Exchange } from './exchange.ts';

/**
 * Logs a finished request, or one whose client has disconnected. Both fronts call it once for each request that they
 * have let in.
 */
export function logFinished(logger: Logger, exchange: Exchange): void {
  const { res, began } = exchange;
  const words = res.statusCode >= 500 ? 'errored' : res.writableEnded ? 'completed' : 'aborted';
  logger.info(
    { req: loggedRequest(exchange), res: { status: res.statusCode }, responseTime: Date.now() - began },
    `request ${words}`,
  );
}

/** Logs an error that the client gets no details of. */
export function logFailure(logger: Logger, exchange: Exchange, error: unknown): void {
  logger.error({ req: loggedRequest(exchange), err: error }, 'request failed');
}

/** No headers and no query string: credentials and partners' searches must not be logged. */
const loggedRequest = ({ id, req: { method }, path }: Exchange) => ({ id, method, path: loggedPath(path) });

/** Cuts off the signature of an embed address, which grants access. */
function loggedPath(path: string): string {
  return /^\/+embeds\//i.test(path) ? path.replace(/^(\/+embeds\/[^/]*\/[^/]*\/).*/i, '$1…') : path;
}
