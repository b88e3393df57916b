import { setTimeout as sleep } from 'node:timers/promises';
import { DossierError, errorOf } from './errors.ts';

export interface ClientOptions {
  /** The address of the service, such as `https://dossier.example`. */
  url: string;
  /** The API key. */
  key: string;
  /** The most tries of a request; 8 by default. */
  tries?: number;
  /** How long a try may take, in milliseconds; two minutes by default. */
  timeoutMs?: number;
  /** The longest wait between two tries, in milliseconds; a minute by default. */
  longestWaitMs?: number;
  signal?: AbortSignal;
}

export type Query = Record<string, string | number | boolean | readonly (string | number)[] | undefined>;
/** Reads the body of a response. An error is a failed try. */
type Reader<T> = (response: Response) => Promise<T>;

const PASSING = [408, 429, 500, 502, 503, 504];
const FIRST_WAIT_MS = 250;

/**
 * Sends a GET until it succeeds. Rate limits, overload, lost connections and bodies that are cut are tried again, after
 * `Retry-After` or a random, growing time.
 * @throws DossierError for an error that lasts; the reason of the signal if it aborts
 */
export async function request<T>(
  { url, key, tries = 8, timeoutMs = 120_000, longestWaitMs = 60_000, signal }: ClientOptions,
  address: string,
  read: Reader<T>,
  headers: () => { range?: string } = () => ({}),
): Promise<T> {
  // Links name the public address of the service, which this client may reach under another one.
  const link = URL.canParse(address) ? new URL(address) : undefined;
  const target = link
    ? new URL(link.pathname + link.search, url)
    : new URL(url.replace(/\/+$/, '') + address);
  for (let tried = 1; ; tried++) {
    signal?.throwIfAborted();
    let waitMs = Math.min(longestWaitMs, FIRST_WAIT_MS * 2 ** (tried - 1)) * (0.5 + Math.random() / 2);
    try {
      const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
      const response = await fetch(target, {
        headers: {
          ...headers(),
          authorization: `Token ${key}`,
          accept: 'application/problem+json, */*',
        },
        signal: AbortSignal.any(limits),
      });
      if (response.ok) return await read(response);
      const error = errorOf(response.status, await response.text());
      if (!PASSING.includes(response.status) || tried >= tries) throw error;
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      if (seconds >= 0) waitMs = Math.min(longestWaitMs, seconds * 1000 + Math.random() * FIRST_WAIT_MS);
    } catch (error) {
      signal?.throwIfAborted();
      const isFinal = error instanceof DossierError || error instanceof FinalError;
      if (isFinal || tried >= tries) throw error;
    }
    await sleep(waitMs, undefined, { signal });
  }
}

/** An error of a reader that another try cannot mend. */
export class FinalError extends Error {
  override name = 'FinalError';
}

/** Returns a path with a query string. Lists are joined by commas. */
export function addressOf(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()}`;
}
