import { setTimeout as sleep } from 'node:timers/promises';
import { DossierError, errorOf, FinalError } from './errors.ts';

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
  /** Further headers of every request. */
  headers?: Record<string, string>;
  /** Aborts all requests of the client, and their waits. */
  signal?: AbortSignal;
}

/** A request, and how to read its response. An error while reading is a failed try. */
export interface Sent<T> {
  address: string;
  read: (response: Response) => Promise<T>;
  /** Sent as JSON by POST. */
  body?: unknown;
  /** Returns headers, which may differ from try to try. */
  headers?: () => Record<string, string>;
}
export type Send = <T>(sent: Sent<T>) => Promise<T>;

const PASSING = [408, 429, 500, 502, 503, 504];
const FIRST_WAIT_MS = 250;

/**
 * Returns a function that sends requests until they succeed. Rate limits, overload, lost connections and bodies that are
 * cut are tried again, after `Retry-After` or a random, growing time. Without tasks left, it waits as `RateLimit` says.
 * The function throws a DossierError for an error that lasts, and the reason of the signal if that aborts.
 */
export function sender(options: ClientOptions): Send {
  const { url, key, tries = 8, timeoutMs = 120_000, longestWaitMs = 60_000, headers: own, signal } = options;
  /** When the window of the plan ends, if it has no tasks left. */
  let freeAt = 0;
  const wait = async (ms: number) => {
    if (ms <= 0) return;
    await sleep(Math.min(longestWaitMs, ms), undefined, { signal }).catch(() => signal?.throwIfAborted());
  };

  async function attempt<T>({ address, read, body, headers }: Sent<T>): Promise<T> {
    // Node 20 forgets an AbortSignal.timeout that only AbortSignal.any has, at a garbage collection.
    const late = new AbortController();
    const tooLate = () => late.abort(new DOMException(`No response in ${timeoutMs} ms`, 'TimeoutError'));
    const timer = setTimeout(tooLate, timeoutMs);
    try {
      const response = await fetch(targetOf(url, address), {
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        headers: {
          ...own,
          ...headers?.(),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          authorization: `Token ${key}`,
          accept: 'application/json, application/problem+json, */*;q=0.1',
        },
        signal: signal ? AbortSignal.any([late.signal, signal]) : late.signal,
      });
      const [, left, seconds] = /;r=(\d+);t=(\d+)/.exec(response.headers.get('ratelimit') ?? '') ?? [];
      if (left === '0') freeAt = Date.now() + Number(seconds) * 1000;
      if (response.ok) return await read(response);
      const error = errorOf(response.status, await response.text());
      throw Object.assign(error, { retryAfter: response.headers.get('retry-after') });
    } finally {
      clearTimeout(timer);
    }
  }

  return async (sent) => {
    for (let tried = 1; ; tried++) {
      await wait(freeAt - Date.now());
      signal?.throwIfAborted();
      let waitMs = FIRST_WAIT_MS * 2 ** (tried - 1) * (0.5 + Math.random() / 2);
      try {
        return await attempt(sent);
      } catch (error) {
        signal?.throwIfAborted();
        const isPassing = !(error instanceof DossierError) || PASSING.includes(error.status);
        if (!isPassing || error instanceof FinalError || tried >= tries) throw error;
        const { retryAfter } = error as { retryAfter?: string | null };
        if (Number(retryAfter ?? Number.NaN) >= 0)
          waitMs = Number(retryAfter) * 1000 + Math.random() * FIRST_WAIT_MS;
      }
      await wait(waitMs);
    }
  };
}

/** Returns where to send a request. Links name the public address of the service, which may differ from the client's. */
function targetOf(url: string, address: string): URL {
  const base = url.replace(/\/+$/, '');
  if (!URL.canParse(address)) return new URL(base + address);
  const { pathname, search } = new URL(address);
  const { pathname: prefix } = new URL(base);
  return new URL(pathname.startsWith(prefix) ? pathname + search : prefix + pathname + search, base);
}

/** Returns a path with its parameters filled in, and the others as a query string. Lists are joined by commas. */
export function addressOf(path: string, input: object = {}): string {
  const given = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(given.get(name));
    given.delete(name);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams(
    [...given].map(([name, value]): [string, string] => [name, String(value)]),
  );
  return query.size > 0 ? `${filled}${filled.includes('?') ? '&' : '?'}${query}` : filled;
}
