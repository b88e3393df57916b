import { setTimeout as sleep } from 'node:timers/promises';
import { LoadError } from '../../rows/types.ts';

/** A request that failed and may succeed later. The message has no full stop. */
export class TemporaryProblem extends LoadError {
  override name = 'TemporaryProblem';
  /** Milliseconds to wait, as the server asks. */
  readonly retryAfter: number | undefined;
  /** Whether the server rejects the client, and not only this request. */
  readonly isRefusal: boolean;

  constructor(
    message: string,
    { retryAfter, isRefusal = false }: { retryAfter?: number; isRefusal?: boolean } = {},
  ) {
    super(message);
    this.retryAfter = retryAfter;
    this.isRefusal = isRefusal;
  }
}

/** Parses the header Retry-After, which is seconds or a date, to milliseconds. */
export function retryAfter(header: string | null | undefined): { retryAfter?: number } {
  if (header == null) return {};
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? {} : { retryAfter: Math.max(0, ms) };
}

/** A failed attempt that is repeated after a wait. */
export interface Retry {
  /** Without a full stop. */
  problem: string;
  /** Milliseconds. */
  wait: number;
  /** The number of the next attempt, of how many at most. */
  attempt: number;
  of: number;
}

interface Retrying {
  attempts: number;
  /** Returns the milliseconds before the next attempt. @param tried how many failed */
  waitAfter: (problem: TemporaryProblem, tried: number) => number;
  /** Returns the error after the last attempt. */
  gaveUp: (problem: TemporaryProblem) => LoadError;
  onRetry?: ((retry: Retry) => void) | undefined;
  /** Waits instead of a timer. */
  pause?: (problem: TemporaryProblem, wait: number) => Promise<void>;
  signal?: AbortSignal | undefined;
}

/** Repeats a request that fails with a TemporaryProblem. @throws any other error at once */
export async function withRetries<T>(
  request: () => Promise<T>,
  { attempts, waitAfter, gaveUp, onRetry, pause, signal }: Retrying,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof TemporaryProblem)) throw error;
      if (tried === attempts) throw gaveUp(error);
      const wait = waitAfter(error, tried);
      onRetry?.({ problem: error.message, wait, attempt: tried + 1, of: attempts });
      if (pause) await pause(error, wait);
      else await sleep(wait, undefined, signal && { signal });
    }
  }
}
