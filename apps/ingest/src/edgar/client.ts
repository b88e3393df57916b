import { setTimeout as sleep } from 'node:timers/promises';
import { abortAfter } from '@dossier/shared';
import { LoadError } from '../rows/types.ts';
import { TemporaryProblem, withRetries, type Retry } from '../files/remote/retry.ts';
import { ask, Unreadable } from './ask.ts';
import { diskCache, type CachedBody } from './cache.ts';
import { pacer } from './pacer.ts';

export interface ClientOptions {
  /** The name and e-mail address of the user, for the User-Agent: `Acme Research data@acme.com`. */
  contact?: string;
  /** Requests per second over all hosts; 8 by default, at most 10. */
  rate?: number;
  /** The folder of cached bodies. */
  cache: string;
  /** Timeout of a response in milliseconds; a minute by default. */
  timeout?: number;
  /** The wait before the second attempt in milliseconds, doubled for each further one; a second by default. */
  backoff?: number;
  /** Called before each wait for another attempt. */
  onRetry?: (retry: Retry) => void;
}

/** Counts of requests to the servers. */
export interface RequestCounts {
  sent: number;
  /** Answered with 304: the cached body is current. */
  notModified: number;
  /** Sent again after a failed attempt. */
  retried: number;
}

export interface EdgarClient {
  /**
   * Returns the parsed body at a URL, or undefined if there is none. Does not request again what this client has read or
   * could not read.
   * @param parse throws when the body is incomplete; it is then requested again
   * @throws Unreadable when the body cannot be read; other LoadErrors when the server cannot be used
   */
  get<T>(url: string, parse: (body: Buffer) => T): Promise<T | undefined>;
  counts: RequestCounts;
  /** Aborts waiting requests. */
  close(): void;
}

/** Requests for one body before giving up. */
const ATTEMPTS = 7;
/** After so many bodies in a row that could not be read, the server counts as down. */
const DOWN = 3;
/** EDGAR blocks a client for ten minutes, so seven attempts last longer than that. */
const REFUSED_FACTOR = 10;
const MAX_RETRY_AFTER_MS = 15 * 60_000;

/**
 * Opens a client that follows EDGAR's rules: spaced requests, a contact, and only what has changed.
 * https://www.sec.gov/about/webmaster-frequently-asked-questions#developers
 * @throws LoadError when the contact or the rate is wrong
 */
export function edgarClient(options: ClientOptions): EdgarClient {
  const contact = checkContact(options.contact);
  const { rate = 8, timeout = 60_000, backoff = 1000, onRetry } = options;
  if (!(rate > 0 && rate <= 10))
    throw new LoadError('The rate must be above 0 and at most 10 requests a second.');
  const closing = new AbortController();
  const { signal } = closing;
  const pace = pacer(rate, signal);
  const cache = diskCache(options.cache);
  const counts: RequestCounts = { sent: 0, notModified: 0, retried: 0 };
  const exists = new Map<string, boolean>();
  const unreadable = new Map<string, Unreadable>();
  let answers = 0;
  let failures = 0;

  const parsed = async <T>(url: string, { body }: CachedBody, parse: (body: Buffer) => T): Promise<T> => {
    try {
      return parse(body);
    } catch (error) {
      // The next attempt must request the whole body.
      await cache.drop(url);
      throw new TemporaryProblem(`The body of ${url} is damaged: ${(error as Error).message}`);
    }
  };

  const attempt = async <T>(url: string, parse: (body: Buffer) => T): Promise<T | undefined> => {
    // Read before the turn: a delay after it would shorten the gap to the next request.
    const kept = await cache.read(url);
    await pace.next();
    counts.sent++;
    const answer = await ask(url, {
      contact,
      kept,
      signal: abortAfter(timeout, signal),
    });
    if (answer && answer === kept) counts.notModified++;
    const value = answer && (await parsed(url, answer, parse));
    if (answer && answer !== kept) await cache.keep(url, answer);
    exists.set(url, answer !== undefined);
    answers++;
    failures = 0;
    return value;
  };

  const attempts = <T>(url: string, parse: (body: Buffer) => T): Promise<T | undefined> =>
    withRetries(() => attempt(url, parse), {
      attempts: ATTEMPTS,
      waitAfter: (problem, tried) => waitAfter(problem, tried, backoff),
      gaveUp: (problem) => gaveUp(url, problem),
      onRetry,
      pause: async ({ isRefusal }, wait) => {
        // A server that blocks one request blocks all.
        if (isRefusal) pace.pause(wait);
        else await sleep(wait, undefined, { signal });
        counts.retried++;
      },
    });

  const get = async <T>(url: string, parse: (body: Buffer) => T): Promise<T | undefined> => {
    if (exists.get(url) === false) return undefined;
    const again = exists.get(url) && (await cache.read(url));
    if (again) return parse(again.body);
    const before = unreadable.get(url);
    if (before) throw before;
    const answersBefore = answers;
    try {
      return await attempts(url, parse);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      unreadable.set(url, error);
      // The server is not down if it answered another request meanwhile.
      failures = answers > answersBefore ? 1 : failures + 1;
      if (failures >= DOWN) throw isDown(error);
      throw error;
    }
  };
  return { get, counts, close: () => closing.abort() };
}

const GOES_ON = 'The same command goes on where this one stopped.';

/** Returns the error of a URL after the last attempt. A server that blocks one request blocks all. */
function gaveUp(url: string, { message, isRefusal }: TemporaryProblem): LoadError {
  const problem = `${message}; gave up after ${ATTEMPTS} attempts`;
  return isRefusal ? new LoadError(`${problem}. ${GOES_ON}`) : new Unreadable(url, problem);
}

const isDown = ({ message }: Unreadable) =>
  new LoadError(`${message}, as were those before it: the server seems to be down. ${GOES_ON}`);

/** Returns the doubled wait plus up to half of it, so that clients do not return at the same time. */
function waitAfter(error: TemporaryProblem, tried: number, backoff: number): number {
  const doubled = backoff * 2 ** (tried - 1) * (error.isRefusal ? REFUSED_FACTOR : 1);
  if (error.retryAfter === undefined) return doubled * (1 + Math.random() / 2);
  if (error.retryAfter > MAX_RETRY_AFTER_MS) {
    const minutes = Math.ceil(error.retryAfter / 60_000);
    throw new LoadError(`${error.message} and asks to wait ${minutes} minutes. Run the same command then.`);
  }
  return error.retryAfter;
}

function checkContact(contact: string | undefined): string {
  if (contact === undefined || contact.trim() === '') {
    throw new LoadError(
      'The SEC wants to know who asks: give a name and an e-mail address by --contact "Acme Research data@acme.com" or by EDGAR_CONTACT.',
    );
  }
  const text = contact.trim();
  if (!/^[\x20-\x7e]+$/.test(text) || !/\S@\S+\.\S/.test(text)) {
    throw new LoadError(
      `The contact "${contact}" must contain an e-mail address, in plain ASCII: "Acme Research data@acme.com".`,
    );
  }
  return text;
}
