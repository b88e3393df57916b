import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, type ApiError } from '@dossier/shared';
import type { Exchange } from '../http/exchange.ts';
import { overloaded } from '../http/limits/lines.ts';
import { PLACE } from '../rows/places.ts';

/** The header by which a request with a test key asks for a fault. */
export const FAULT_HEADER = 'Dossier-Test';
const NAME = FAULT_HEADER.toLowerCase();

/** The faults that a request can ask for. */
export const faults = ['429', '503', 'slow', 'lost', 'cut', 'changed', 'mixed'] as const;
type Fault = (typeof faults)[number];

const SLOW_MS = 10_000;
/** The slow requests of an organization that a process has at once. */
const MAX_SLOW = 20;
/** The shares of faults of `mixed`, of one. All other requests have none. */
const SHARES: [Fault, number][] = [
  ['429', 0.06],
  ['503', 0.06],
  ['lost', 0.06],
  ['cut', 0.06],
  ['slow', 0.002],
];

/** Replaces `mixed` by a fault at random, or by none. */
export function drawFault({ headers }: IncomingMessage): void {
  if (headers[NAME] !== 'mixed') return;
  let left = Math.random();
  const drawn = SHARES.find(([, share]) => (left -= share) < 0);
  headers[NAME] = drawn?.[0] ?? '';
}

/** The parameters of later pages, and of the changes after one. */
const LATER = new RegExp(`[?&](${[...PLACE, 'page', 'after'].join('|')})=`);

/** Returns whether a request is a later page of a list that should change meanwhile. */
export const changesBetween = ({ headers, url = '' }: IncomingMessage): boolean =>
  headers[NAME] === 'changed' && LATER.test(url);

/**
 * Returns a function that waits, or disconnects the client, if a request asks for it. A slow request takes no place of those
 * in flight meanwhile: it needs only its connection, and a partner who tests must not keep the others waiting.
 */
export function delays() {
  const slow = new Map<string, number>();
  const change = (organization: string, by: number) => {
    const count = (slow.get(organization) ?? 0) + by;
    if (count > 0) slow.set(organization, count);
    else slow.delete(organization);
  };
  /** Returns when the request may go on. @throws 429 if the organization has too many slow requests */
  return async ({ headers, socket }: IncomingMessage, organization: string): Promise<void> => {
    if (headers[NAME] === 'lost') socket.destroy();
    if (headers[NAME] !== 'slow' || socket.destroyed) return;
    if ((slow.get(organization) ?? 0) >= MAX_SLOW) throw tooManySlow();
    change(organization, 1);
    await waitFor(socket);
    change(organization, -1);
  };
}

/** Waits as long as a slow request takes, or until its client disconnects. */
async function waitFor(socket: Socket): Promise<void> {
  const closed = new AbortController();
  const abort = () => closed.abort();
  socket.once('close', abort);
  // Only the signal ends it with an error.
  await sleep(SLOW_MS, undefined, { ref: false, signal: closed.signal }).catch(() => {});
  socket.off('close', abort);
}

function tooManySlow(): ApiError {
  const seconds = SLOW_MS / 1000;
  const error = fail('request_limit', { source: `organization with "${FAULT_HEADER}: slow"`, seconds });
  error.headers['Retry-After'] = String(seconds);
  return error;
}

/** Sends the fault that a request asks for. @throws 429 or 503; 400 for an unknown fault */
export function sendFault({ req: { headers }, res }: Exchange): void {
  const fault = String(headers[NAME] ?? '');
  if (fault === '503') throw overloaded();
  if (fault === '429') {
    const error = fail('too_many_requests', { seconds: 1 });
    error.headers['Retry-After'] = '1';
    throw error;
  }
  if (fault === 'cut') cut(res);
  if (fault !== '' && !faults.some((known) => known === fault))
    throw fail('invalid_input', { problem: `${FAULT_HEADER} must be one of ${faults.join(', ')}.` });
}

/** Ends the connection in the middle of the body. */
function cut(res: ServerResponse): void {
  const end = res.end.bind(res);
  res.end = ((body?: string | Buffer) => {
    if (body === undefined && !res.headersSent) return end();
    const bytes = Buffer.from(body ?? '');
    res.write(bytes.subarray(0, bytes.length / 2), () => res.destroy());
    return res;
  }) as typeof res.end;
}
