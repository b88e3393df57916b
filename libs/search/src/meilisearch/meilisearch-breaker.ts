import { SearchUnavailable } from '../search-engine.ts';

/** The breaker opens after this many questions in a row without an answer. */
const FAILURES = 3;
/** How long it stays open before it lets one question through, in milliseconds. */
const OPEN_MS = 2_000;

/** Runs questions, and rejects them at once while the server does not answer. */
type Breaker = <T>(question: () => Promise<T>) => Promise<T>;

/**
 * Returns a breaker. While it is open, one question at a time tries whether the server answers again. The breaker rejects the
 * others; with cockatiel, they would wait.
 * @param isSilent returns whether an error means that the server did not answer
 * @param clock returns milliseconds
 */
export function questionBreaker(
  isSilent: (error: SearchUnavailable) => boolean,
  clock: () => number = () => performance.now(),
): Breaker {
  let failures = 0;
  let reason = '';
  let openUntil = 0;
  let isTrying = false;
  return async (question) => {
    const isOpen = failures >= FAILURES;
    if (isOpen && (isTrying || clock() < openUntil)) throw new SearchUnavailable(reason);
    if (isOpen) isTrying = true;
    try {
      const answer = await question();
      failures = 0;
      return answer;
    } catch (error) {
      if (error instanceof SearchUnavailable && isSilent(error)) {
        failures += 1;
        reason = error.message;
        openUntil = clock() + OPEN_MS;
      } else failures = 0;
      throw error;
    } finally {
      if (isOpen) isTrying = false;
    }
  };
}
