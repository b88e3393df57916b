import { getEventListeners } from 'node:events';

/** Ends what somebody asked to stop. What was stored before stays. */
export class Stopped extends Error {
  override name = 'Stopped';

  constructor() {
    super('Stopped');
  }
}

/** What work gives, unless somebody asks to stop before. @throws Stopped */
export const orStopped = <T>(work: Promise<T>, stop: AbortSignal | undefined): Promise<T> =>
  orEnded(work, stop, () => true);

/**
 * What work gives, unless somebody asks to stop while no part of it heeds that itself: what waits for a database or a
 * search is cut off where it is, as a crash would do it.
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
 * The items until somebody asks to stop, also while it waits for the next one; never in the middle of what is done with
 * an item.
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
    // Of a source that is waited for it would wait as well.
    if (!isStopped) await items.return(undefined);
  }
}
