/** The signals of times, for as long as those that combine them are in use. */
const times = new WeakMap<AbortSignal, AbortSignal>();

/**
 * Returns a signal that aborts after a time in milliseconds, with a TimeoutError, or when `stop` does. `AbortSignal.any`
 * alone never aborts after a garbage collection on Node 20, because nothing else keeps the signal of the time.
 */
export function abortAfter(ms: number, stop?: AbortSignal): AbortSignal {
  const late = AbortSignal.timeout(ms);
  if (!stop) return late;
  const signal = AbortSignal.any([late, stop]);
  times.set(signal, late);
  return signal;
}
