import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Endpoint } from '../endpoint.ts';
import { requestIdOf } from '../request/request-id.ts';
import { isVitalPath } from '../request/roots.ts';
import { siblingStyle } from './error-style.ts';
import { bodyOf } from './errors.ts';
import type { Gate } from '../limits/gate.ts';
import { LATE_MS, overloaded, RETRY_SECONDS } from '../limits/lines.ts';

/** This many connections with a rejected request are read again in each period, in milliseconds. */
const READ_AGAIN = 10;
const READ_AGAIN_MS = 10;
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
  clock: () => number = () => performance.now(),
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
  const rest = restingConnections(gate, clock);
  return (req, res, path) => {
    if (isVital(path) || !gate.rejects(req.socket)) return false;
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
    // Otherwise what the connection sends next is read at once. Node resumes a connection when its response ends, so the
    // rest begins after that.
    if (!gate.hasRoom()) res.once('finish', () => setImmediate(rest, req.socket));
    return true;
  };
}

/**
 * Lets a connection rest after a rejection, as its caller should wait: reading and rejecting requests takes time that
 * the accepted ones lack. The connections are read again in their order and at a steady pace, however many there are.
 * After a rest of more than `LATE_MS`, the first request that a connection holds is late. After a short rest it is not: a
 * proxy shares few connections among callers, of whom most were not rejected. After the end of `Retry-After`, a caller may
 * send again.
 * @param clock returns milliseconds
 */
function restingConnections(gate: Gate, clock: () => number): (socket: Socket) => void {
  /** When each connection began to rest, in that order. */
  const resting = new Map<Socket, number>();
  const next = () => {
    let left = READ_AGAIN;
    for (const [socket, since] of resting) {
      if (left === 0) break;
      resting.delete(socket);
      if (socket.destroyed) continue;
      left -= 1;
      const rested = clock() - since;
      if (rested > LATE_MS && rested < RETRY_SECONDS * 1000) gate.markLate(socket);
      socket.resume();
    }
    if (resting.size > 0) setTimeout(next, READ_AGAIN_MS);
  };
  return (socket) => {
    // The requests of one packet end together.
    if (resting.has(socket)) return;
    socket.pause();
    resting.set(socket, clock());
    if (resting.size === 1) setTimeout(next, READ_AGAIN_MS);
  };
}
