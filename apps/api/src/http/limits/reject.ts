import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Endpoint } from '../endpoint.ts';
import { requestIdOf } from '../request/request-id.ts';
import { isVitalPath } from '../request/roots.ts';
import { siblingStyle } from '../response/error-style.ts';
import { bodyOf } from '../response/errors.ts';
import type { Gate } from './gate.ts';
import { overloaded } from './lines.ts';

/** How many connections with a rejected request are read again in each turn of the event loop. */
const READ_EACH_TURN = 32;
/** How often rejections are logged: a line for each would add to the overload. */
const LOG_EACH_MS = 10_000;

/**
 * Returns a function that answers a request with 503 if the gate rejects it, and returns whether it did. This is all that
 * happens to such a request, because whatever a rejection takes, the accepted requests lack.
 */
export function rejecting(
  { gate, publicUrl }: { gate: Gate; publicUrl: string },
  endpoints: Endpoint[],
  logger: Logger,
): (req: IncomingMessage, res: ServerResponse, path: string) => boolean {
  const isVital = isVitalPath(endpoints);
  const styleOf = siblingStyle(endpoints);
  const error = overloaded();
  let logged = 0;
  let loggedAt = -Infinity;
  /** Logs how many requests were rejected since the last line. */
  const log = () => {
    if (performance.now() - loggedAt < LOG_EACH_MS) return;
    loggedAt = performance.now();
    logger.warn({ code: error.code, count: gate.rejected() - logged }, 'requests rejected');
    logged = gate.rejected();
  };
  const rest = resting(gate);
  return (req, res, path) => {
    if (isVital(path) || !gate.rejects()) return false;
    log();
    const id = requestIdOf(req);
    const { type, text, policy } = bodyOf({ req, path, publicUrl, id }, error, styleOf(path));
    const head = [
      ...['Request-Id', id, ...Object.entries(error.headers).flat(), 'Cache-Control', 'no-store'],
      ...['Content-Type', type, 'Content-Length', String(Buffer.byteLength(text))],
    ];
    if (policy) head.push('Content-Security-Policy', policy);
    res.writeHead(error.status, head);
    res.end(text);
    res.once('finish', () => rest(req.socket));
    return true;
  };
}

/**
 * Returns a function that counts a rejection. After many of them in one turn of the event loop, it stops reading the
 * connection until a later turn. The event loop accepts one connection in each turn, so reading hundreds of them in one
 * would keep new ones out.
 */
function resting(gate: Gate): (socket: Socket) => void {
  const connections: Socket[] = [];
  let read = 0;
  const next = () => {
    read = 0;
    if (connections.length === 0) return;
    setImmediate(next);
    if (!gate.isAccepting()) for (const socket of connections.splice(0, READ_EACH_TURN)) socket.resume();
  };
  return (socket) => {
    read += 1;
    if (read === 1 && connections.length === 0) setImmediate(next);
    if (read <= READ_EACH_TURN && !gate.isAccepting()) return;
    socket.pause();
    connections.push(socket);
  };
}
