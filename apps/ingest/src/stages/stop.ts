/** Ends what somebody asked to stop. What was stored before stays. */
export class Stopped extends Error {
  override name = 'Stopped';

  constructor() {
    super('Stopped');
  }
}

/** What work gives, unless somebody asks to stop before. @throws Stopped */
export async function orStopped<T>(work: Promise<T>, stop: AbortSignal | undefined): Promise<T> {
  if (!stop) return work;
  let end = () => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    end = () => reject(new Stopped());
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
