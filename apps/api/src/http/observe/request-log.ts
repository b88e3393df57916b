import { symbols, type DestinationStream, type Logger } from 'pino';
import type { Exchange } from '../exchange.ts';
import type { FinishedRequest, RequestObserver } from './observe.ts';

/**
 * Logs one line for each request: no headers and no query string, because credentials and partners' searches must not be
 * logged. Load balancers request vital endpoints every few seconds, so these are not logged.
 */
export function requestLog(logger: Logger): RequestObserver {
  const stream = Reflect.get(logger, symbols.streamSym) as DestinationStream;
  const time = Reflect.get(logger, symbols.timeSym) as () => string;
  const bindings = Reflect.get(logger, symbols.chindingsSym) as string;
  const log = (request: FinishedRequest) => {
    if (request.endpoint?.isVital) return;
    // The line that `logger.info` would write. pino looks at each field again, which takes four times as long.
    if (logger.isLevelEnabled('info'))
      stream.write(`{"level":30${time()}${bindings}${fieldsOf(request)},"msg":"request"}\n`);
  };
  return { begin: () => log };
}

/** Returns the fields of a line as JSON. An id and an error contain no character that JSON escapes. */
function fieldsOf(request: FinishedRequest): string {
  const { id, method, path, endpoint, calls, caller, status, error, reason, isAborted, bytes, seconds } =
    request;
  let text = `,"id":"${id}","method":"${method}","path":${JSON.stringify(loggedPath(path))}`;
  if (endpoint) text += `,"operation":"${endpoint.operationId}"`;
  if (calls.length > 0) text += `,"calls":${JSON.stringify(calls)}`;
  text += `,"status":${status}`;
  if (error !== undefined) text += `,"error":"${error}"`;
  if (reason !== undefined) text += `,"reason":${JSON.stringify(reason)}`;
  text += `,"bytes":${bytes},"ms":${Math.round(seconds * 1e6) / 1e3}`;
  if (caller?.operator) text += `,"operator":${JSON.stringify(caller.operator.name)}`;
  else if (caller) text += `,"organization":${JSON.stringify(caller.organization)}`;
  if (caller?.key !== undefined) text += `,"key":${JSON.stringify(caller.key)}`;
  return isAborted ? `${text},"aborted":true` : text;
}

/** Logs an error that the client gets no details of. */
export function logFailure(logger: Logger, { id, req, path }: Exchange, error: unknown): void {
  logger.error({ id, method: req.method, path: loggedPath(path), err: error }, 'request failed');
}

/** Cuts off what grants access: the signature of an embed address, and the key of the feed of a list. */
function loggedPath(path: string): string {
  if (!/^\/+(embeds|lists)\//i.test(path)) return path;
  return path.replace(/^(\/+(?:embeds\/[^/]*|lists)\/[^/]*\/).*/i, '$1…');
}
