/**
 * Returns the function with a memory: for some milliseconds, equal texts get the same answer. It remembers so many texts
 * and forgets the oldest first.
 */
export function rememberFor<T>(
  { entries, ms }: { entries: number; ms: number },
  find: (text: string) => Promise<T>,
): (text: string) => Promise<T> {
  const known = new Map<string, { until: number; answer: Promise<T> }>();
  return (text) => {
    const now = performance.now();
    const before = known.get(text);
    if (before && before.until > now) return before.answer;
    known.delete(text);
    const answer = find(text);
    known.set(text, { until: now + ms, answer });
    if (known.size > entries) known.delete(known.keys().next().value!);
    return answer;
  };
}
