import { lookup as lookUp, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { abortAfter } from '@dossier/shared';
import type { Outcome } from '@dossier/store';
import { Webhook } from 'standardwebhooks';
import type { Agent } from 'undici';
import { VERSION } from '../version.ts';
import { addressProblem, mayReach, type WebhookAllow } from './allow.ts';

/** A receiver that takes longer has failed. */
const TIMEOUT_MS = 15_000;
/** Of the response only the status counts, so that nobody can read a page through the service. */
const MAX_BYTES = 16 * 1024;

const BLOCKED = 'The service does not send to this address.';
const LATE = 'The receiver did not respond in time.';
const UNREACHABLE = 'The receiver could not be reached.';

/** A message to sign and send. */
export interface Message {
  id: string;
  url: string;
  /** The secrets that sign, the newest first. */
  secrets: string[];
  /** The time of this try. */
  at: Date;
  body: string;
}

/** Sends messages to receivers. */
export interface Poster {
  allow: WebhookAllow;
  post(message: Message, stopping?: AbortSignal): Promise<Outcome>;
  close(): Promise<void>;
}

type Resolve = (
  host: string,
  options: { all: true },
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void;

class Blocked extends Error {}

/**
 * Returns a poster. It connects only to addresses that it may reach, which it checks as the connection is made, follows no
 * redirect, and uses no proxy of the environment.
 * @param resolve the resolver of names, which returns all addresses
 */
export function openPoster(
  allow: WebhookAllow,
  { resolve = lookUp, timeoutMs = TIMEOUT_MS }: { resolve?: Resolve; timeoutMs?: number } = {},
): Poster {
  const lookup: LookupFunction = (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '');
      const isOpen = found.length > 0 && found.every(({ address }) => mayReach(allow, host, address));
      if (!isOpen) return done(new Blocked(), '');
      if (options.all) done(null, found);
      else done(null, found[0]!.address, found[0]!.family);
    });
  let agent: Agent | undefined;

  async function request({ id, url, secrets, at, body }: Message, signal: AbortSignal): Promise<Outcome> {
    if (addressProblem(allow, url) !== undefined) throw new Blocked();
    const undici = await import('undici');
    agent ??= new undici.Agent({ connect: { lookup, autoSelectFamily: true, timeout: timeoutMs } });
    const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
    const response = await undici.request(url, {
      method: 'POST',
      dispatcher: agent,
      signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      headers: {
        'content-type': 'application/json',
        'user-agent': `Dossier/${VERSION}`,
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': signatures.join(' '),
      },
      body,
    });
    // The status decides; a body that is cut or endless does not matter.
    await response.body.dump({ limit: MAX_BYTES, signal }).catch(() => {});
    const status = response.statusCode;
    const isDelivered = status >= 200 && status < 300;
    return { isDelivered, status, problem: isDelivered ? null : `The receiver responded with ${status}.` };
  }

  return {
    allow,
    post: async (message, stopping) => {
      try {
        return await request(message, abortAfter(timeoutMs, stopping));
      } catch (error) {
        const problem = isBlocked(error) ? BLOCKED : isLate(error) ? LATE : UNREACHABLE;
        return { isDelivered: false, status: null, problem };
      }
    },
    close: async () => agent?.destroy(),
  };
}

const isBlocked = (error: unknown): boolean =>
  error instanceof Blocked || (error instanceof Error && error.cause instanceof Blocked);

const isLate = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'TimeoutError' || /_TIMEOUT$/.test((error as NodeJS.ErrnoException).code ?? ''));
