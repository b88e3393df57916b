import type { Exchange } from './exchange.ts';

/**
 * Runs work that only waits, such as for a change. Meanwhile the request takes no place of the gate and none of its
 * caller's slots. The signal aborts when the client disconnects.
 */
export async function stepAside<T>(exchange: Exchange, work: (gone: AbortSignal) => Promise<T>): Promise<T> {
  const gone = new AbortController();
  exchange.whenClosed(() => gone.abort());
  exchange.pass?.pause();
  exchange.freeSlot?.();
  try {
    return await work(gone.signal);
  } finally {
    exchange.pass?.resume();
  }
}
