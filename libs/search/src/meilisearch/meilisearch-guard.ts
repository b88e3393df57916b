import { setTimeout as sleep } from 'node:timers/promises';
import { MeilisearchApiError, MeilisearchRequestError, MeilisearchRequestTimeOutError } from 'meilisearch';
import type { Silence } from '@dossier/shared';
import { SearchUnavailable } from '../search-engine.ts';

/** The first and the longest wait between two tries, in milliseconds. Each wait is twice as long as the previous one. */
const SHORTEST_WAIT = 100;
const MAX_WAIT = 5_000;
/** A busy server is retried for 16 seconds in total, an unreachable one only briefly. */
const TRIES = { busy: 9, unreachable: 3 };

/** Returns the server's code of an error (https://www.meilisearch.com/docs/reference/errors/error_codes), or ''. */
export const codeOf = (error: unknown): string =>
  error instanceof MeilisearchApiError ? (error.cause?.code ?? '') : '';

type Trouble = keyof typeof TRIES | 'slow' | 'silent' | 'key' | 'missing' | 'room' | 'broken';

const REASONS: Record<Trouble, string> = {
  busy: 'the search server is busy',
  unreachable: 'the search server cannot be reached',
  slow: 'the search server took too long',
  silent: 'the search server does not answer',
  key: 'the search server rejects the key',
  missing: 'the search index is missing',
  room: 'the search server has no room to grow',
  broken: 'the search server failed',
};

/** Troubles by the error code of a request or a task. */
const CODES: Record<string, Trouble> = {
  index_not_found: 'missing',
  no_space_left_on_device: 'room',
  too_many_search_requests: 'busy',
  too_many_open_files: 'broken',
  io_error: 'broken',
  internal: 'broken',
  database_size_limit_reached: 'room',
};

function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof MeilisearchRequestError) {
    return error.cause instanceof MeilisearchRequestTimeOutError ? 'slow' : 'unreachable';
  }
  if (error instanceof MeilisearchApiError) {
    const { status } = error.response;
    if (CODES[codeOf(error)]) return CODES[codeOf(error)];
    if (status === 401 || status === 403) return 'key';
    if (status === 429 || status === 503) return 'busy';
    return status >= 500 ? 'broken' : undefined;
  }
  // A proxy in front of the server did not answer with JSON.
  return error instanceof Error && error.name === 'SyntaxError' ? 'broken' : undefined;
}

/** Returns whether the key does not allow the request. */
export const isRefusal = (error: unknown): boolean => troubleOf(error) === 'key';

/** Runs requests, and turns errors of a server that cannot be used now into SearchUnavailable. */
export async function guardServer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const trouble = troubleOf(error);
    throw trouble === undefined ? error : new SearchUnavailable(REASONS[trouble], { cause: error });
  }
}

/** Retries idempotent requests with growing waits while the server is busy or unreachable. */
export async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const trouble = troubleOf(error);
      const most = trouble === 'busy' || trouble === 'unreachable' ? TRIES[trouble] : 1;
      if (tries >= most) throw error;
      await sleep(Math.min(MAX_WAIT, SHORTEST_WAIT * 2 ** (tries - 1)));
    }
  }
}

/** Returns the error of a failed task: SearchUnavailable for a trouble of the server, otherwise a bug of ours. */
export function taskFailure(code: string, message: string): Error {
  const trouble = CODES[code];
  return trouble ? new SearchUnavailable(REASONS[trouble]) : new Error(`A search task failed: ${message}`);
}

export const tookTooLong = (): SearchUnavailable => new SearchUnavailable(REASONS.slow);

/** Runs a query. It fails once the server is silent, and at once while it is. @throws SearchUnavailable */
export function unlessSilent<T>(silence: Silence, send: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    if (silence.isSilent()) return reject(new SearchUnavailable(REASONS.silent));
    const ended = silence.during(() => reject(new SearchUnavailable(REASONS.silent)));
    send().then(resolve, reject).finally(ended);
  });
}
