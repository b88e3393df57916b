/** Watches whether a server answers while work waits for it. */
export interface Silence {
  /** Returns whether the server has answered nothing for a second, and has not answered since. */
  isSilent(): boolean;
  /** Calls back when the server is silent. Returns a function for the end of the work. */
  during(onSilent: () => void): () => void;
}

const CHECK_EACH_MS = 250;
/** The checks that find the same question unanswered. Times would count a long turn of the event loop as silence. */
const CHECKS = 3;
/** After this time without an answer, a server is silent, in milliseconds. */
export const SILENT_MS = CHECK_EACH_MS * (CHECKS + 1);

/**
 * Returns a watch that asks a server a small question while work waits, and after a silence until the server answers.
 * Work may take long, but a server that works answers a small question at once.
 * @param question must end within some seconds
 */
export function watchSilence(question: () => PromiseLike<unknown>): Silence {
  const waiting = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;
  let unanswered = 0;
  let isSilent = false;

  async function ask(): Promise<void> {
    isAsking = true;
    unanswered = 0;
    try {
      await question();
      isSilent = false;
    } catch {
      // A server that rejects the question rejects the work too.
    }
    isAsking = false;
  }
  function check(): void {
    if (isAsking) {
      unanswered += 1;
      if (unanswered < CHECKS || isSilent) return;
      isSilent = true;
      for (const onSilent of waiting) onSilent();
      waiting.clear();
    } else if (waiting.size > 0 || isSilent) void ask();
    else {
      clearInterval(timer);
      timer = undefined;
    }
  }

  return {
    isSilent: () => isSilent,
    during: (onSilent) => {
      if (isSilent) {
        onSilent();
        return () => {};
      }
      // Each piece of work is another entry, even with the same function.
      const entry = () => onSilent();
      waiting.add(entry);
      timer ??= setInterval(check, CHECK_EACH_MS).unref();
      return () => void waiting.delete(entry);
    },
  };
}

/** Returns the result of work, or undefined if it is late. */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout;
  const late = new Promise<undefined>((resolve) => {
    // After a long turn of the event loop, an answer may have arrived that was not read yet.
    timer = setTimeout(() => setImmediate(resolve, undefined), ms).unref();
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
