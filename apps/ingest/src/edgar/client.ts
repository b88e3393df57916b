import { setTimeout as sleep } from 'node:timers/promises';
import { LoadError } from '../rows/types.ts';
import { ask, Passing, Unreadable } from './ask.ts';
import { diskCache, type Kept } from './cache.ts';
import { pacer } from './pacer.ts';

export interface ClientOptions {
  /** Who asks, with an address at which the SEC reaches them: `Acme Research data@acme.com`. */
  contact?: string;
  /** Requests a second, over all hosts; 8 when absent, at most 10. */
  rate?: number;
  /** The folder of the bodies that were read. */
  cache: string;
  /** How long an answer may take, in milliseconds; a minute when absent. */
  timeout?: number;
  /** The wait before the second attempt, in milliseconds; it doubles with each. A second when absent. */
  backoff?: number;
}

/** What was asked of the servers. */
export interface RequestCounts {
  sent: number;
  /** Answered 304: the body on disk is still right. */
  notModified: number;
  /** Sent once more after an attempt that failed. */
  retried: number;
}

export interface EdgarClient {
  /**
   * The body at an address, or undefined when there is none. One that this client has read already, or could not
   * read, is not asked for again.
   * @param parse throws when the body is not whole; it is then read again
   * @throws Unreadable when it cannot be read, other LoadErrors when the server cannot be used
   */
  get<T>(url: string, parse: (body: Buffer) => T): Promise<T | undefined>;
  counts: RequestCounts;
  /** Ends what is still waiting. */
  close(): void;
}

/** Requests for one body before it is given up. */
const ATTEMPTS = 7;
/** With so many bodies given up in a row the server is down, or is another one. */
const DOWN = 3;
/** EDGAR shuts a caller out for ten minutes: so seven attempts last longer. */
const REFUSED_FACTOR = 10;
const MAX_RETRY_AFTER_MS = 15 * 60_000;

/**
 * Reads from EDGAR as it asks to be read: spaced, with a contact, and only what has changed.
 * https://www.sec.gov/about/webmaster-frequently-asked-questions#developers
 * @throws LoadError when the contact or the rate is wrong
 */
export function edgarClient(options: ClientOptions): EdgarClient {
  const contact = checkContact(options.contact);
  const { rate = 8, timeout = 60_000, backoff = 1000 } = options;
  if (!(rate > 0 && rate <= 10))
    throw new LoadError('The rate must be above 0 and at most 10 requests a second.');
  const closing = new AbortController();
  const { signal } = closing;
  const pace = pacer(rate, signal);
  const cache = diskCache(options.cache);
  const counts: RequestCounts = { sent: 0, notModified: 0, retried: 0 };
  const isThere = new Map<string, boolean>();
  const unreadable = new Map<string, Unreadable>();
  let answers = 0;
  let failures = 0;

  const parsed = async <T>(url: string, { body }: Kept, parse: (body: Buffer) => T): Promise<T> => {
    try {
      return parse(body);
    } catch (error) {
      // So that the next attempt asks for all of it, should it come from there.
      await cache.drop(url);
      throw new Passing(`The body of ${url} is damaged: ${(error as Error).message}`);
    }
  };

  const attempt = async <T>(url: string, parse: (body: Buffer) => T): Promise<T | undefined> => {
    // Before the turn: what comes between it and the request would take from the gap to the next one.
    const kept = await cache.read(url);
    await pace.next();
    counts.sent++;
    const answer = await ask(url, {
      contact,
      kept,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    });
    if (answer && answer === kept) counts.notModified++;
    const value = answer && (await parsed(url, answer, parse));
    if (answer && answer !== kept) await cache.keep(url, answer);
    isThere.set(url, answer !== undefined);
    answers++;
    failures = 0;
    return value;
  };

  const attempts = async <T>(url: string, parse: (body: Buffer) => T): Promise<T | undefined> => {
    for (let tried = 1; ; tried++) {
      try {
        return await attempt(url, parse);
      } catch (error) {
        if (!(error instanceof Passing)) throw error;
        if (tried === ATTEMPTS) throw gaveUp(url, error);
        const wait = waitAfter(error, tried, backoff);
        // A server that refuses one request refuses all of them.
        if (error.isRefusal) pace.pause(wait);
        else await sleep(wait, undefined, { signal });
        counts.retried++;
      }
    }
  };

  const get = async <T>(url: string, parse: (body: Buffer) => T): Promise<T | undefined> => {
    if (isThere.get(url) === false) return undefined;
    const again = isThere.get(url) && (await cache.read(url));
    if (again) return parse(again.body);
    const before = unreadable.get(url);
    if (before) throw before;
    const answersBefore = answers;
    try {
      return await attempts(url, parse);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      unreadable.set(url, error);
      // A server that answered another request meanwhile is not down.
      failures = answers > answersBefore ? 1 : failures + 1;
      if (failures >= DOWN) throw isDown(error);
      throw error;
    }
  };
  return { get, counts, close: () => closing.abort() };
}

const GOES_ON = 'The same command goes on where this one stopped.';

/** Who refuses one request refuses all of them. */
function gaveUp(url: string, { message, isRefusal }: Passing): LoadError {
  const said = `${message}; gave up after ${ATTEMPTS} attempts`;
  return isRefusal ? new LoadError(`${said}. ${GOES_ON}`) : new Unreadable(url, said);
}

const isDown = ({ message }: Unreadable) =>
  new LoadError(`${message}, as were those before it: the server seems to be down. ${GOES_ON}`);

/** The doubling wait and up to half of it more, so that many callers do not come back at once. */
function waitAfter(error: Passing, tried: number, backoff: number): number {
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
      `The contact "${contact}" must hold an e-mail address, in plain ASCII: "Acme Research data@acme.com".`,
    );
  }
  return text;
}
