import { getEventListeners } from 'node:events';

/** Ends a command that the user stopped. Stored batches stay. */
export class Stopped extends Error {
  override name = 'Stopped';

  constructor() {
    super('Stopped');
  }
}

/** Waits for work, or until the user stops it. @throws Stopped */
export const orStopped = <T>(work: Promise<T>, stop: AbortSignal | undefined): Promise<T> =>
  orEnded(work, stop, () => true);

/**
 * Waits for work, or until the user stops it while no part of it listens for that: waiting for a database or a search
 * server is cut off, as by a crash.
 * @throws Stopped
 */
export const orCutOff = <T>(work: Promise<T>, stop: AbortSignal | undefined): Promise<T> =>
  orEnded(work, stop, (asked) => getEventListeners(asked, 'abort').length <= 1);

async function orEnded<T>(
  work: Promise<T>,
  stop: AbortSignal | undefined,
  isMine: (stop: AbortSignal) => boolean,
): Promise<T> {
  if (!stop) return work;
  let end = () => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    end = () => {
      if (isMine(stop)) reject(new Stopped());
    };
    if (stop.aborted) end();
    else stop.addEventListener('abort', end);
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    stop.removeEventListener('abort', end);
  }
}

/**
 * Yields items until the user stops, also while waiting for the next one, but never while an item is being processed.
 * @throws Stopped
 */
export async function* untilStopped<T>(
  items: AsyncGenerator<T>,
  stop: AbortSignal | undefined,
): AsyncGenerator<T> {
  let isStopped = false;
  try {
    for (;;) {
      const next = await orStopped(items.next(), stop).catch((error: unknown) => {
        isStopped = error instanceof Stopped;
        throw error;
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // `return` would wait for a source that is still pending.
    if (!isStopped) await items.return(undefined);
  }
}
