/** What makes something, in pieces as they come. */
export type Make = () => AsyncIterable<Uint8Array>;

/** Something that is made once, for any number of readers. */
export interface Making {
  /** All of its pieces, from the first one. To be called once for each reader. */
  read(): AsyncIterator<Uint8Array>;
}

/**
 * Makes something for those who read it, once `inTurn` lets it. What has begun goes on to its end at its own pace, so that a reader who is
 * slow, or means to be, holds up nobody else; it is given up when the last reader has left.
 * @param forget called when nobody may join any more: it has failed, or all readers have left
 * @param keep called with what has become whole
 */
export function making(
  make: Make,
  { inTurn, keep, forget }: { inTurn: InTurn; keep: (chunks: Uint8Array[]) => void; forget: () => void },
): Making {
  const chunks: Uint8Array[] = [];
  let readers = 0;
  let end: { error?: unknown } | undefined;
  let wake = () => {};
  let news = Promise.resolve();
  const tell = () => {
    wake();
    news = new Promise((resolve) => (wake = resolve));
  };
  tell();

  const work = async () => {
    // All have left while it waited for its turn.
    if (readers === 0) return;
    for await (const chunk of make()) {
      chunks.push(chunk);
      tell();
      if (readers === 0) return;
    }
    end = {};
    keep(chunks);
  };
  const fail = (error: unknown) => {
    end = { error };
    forget();
  };
  return {
    read: () => {
      let at = 0;
      let isHere = true;
      // Once nobody is left it is forgotten, so this is the first of all.
      if (++readers === 1) void inTurn(work).catch(fail).finally(tell);
      const leave = () => {
        if (isHere && --readers === 0) forget();
        isHere = false;
        return Promise.resolve({ done: true as const, value: undefined });
      };
      // No generator: that could be left only between two pieces, so not while it waits for its turn.
      return {
        next: async () => {
          while (isHere && at === chunks.length && !end) await news;
          if (isHere && at < chunks.length) return { value: chunks[at++]! };
          await leave();
          if (end && 'error' in end) throw end.error;
          return { done: true, value: undefined };
        },
        return: leave,
      };
    },
  };
}

/** Does a piece of work once there is a place for it. */
type InTurn = (work: () => Promise<void>) => Promise<void>;

/** Lets so many pieces of work go on at once; the others wait in the order in which they came. */
export function places(atOnce: number): InTurn {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
