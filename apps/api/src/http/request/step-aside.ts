import type { Exchange } from '../exchange.ts';

/**
 * Runs work that only waits, such as for a change. From then on, the request does not count as in flight. The signal
 * aborts when the client disconnects.
 */
export function stepAside<T>(exchange: Exchange, work: (gone: AbortSignal) => Promise<T>): Promise<T> {
  const gone = new AbortController();
  exchange.whenClosed(() => gone.abort());
  exchange.leave?.();
  return work(gone.signal);
}
