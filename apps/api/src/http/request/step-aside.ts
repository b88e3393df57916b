import type { Exchange } from '../exchange.ts';

/**
 * Runs work that only waits, such as for a change. Meanwhile the request does not count as in flight, neither for the gate
 * nor for its caller. The signal aborts when the client disconnects.
 */
export async function stepAside<T>(exchange: Exchange, work: (gone: AbortSignal) => Promise<T>): Promise<T> {
  const gone = new AbortController();
  exchange.whenClosed(() => gone.abort());
  exchange.permit?.pause();
  exchange.stopCounting?.();
  exchange.freeSlot?.();
  try {
    return await work(gone.signal);
  } finally {
    exchange.permit?.resume();
  }
}
