/** Remembers the last keys that it was asked about: so many at least, and never more than twice as many. */
export function recentKeys(limit: number): { isNew: (key: string) => boolean } {
  let [recent, before] = [new Set<string>(), new Set<string>()];
  return {
    isNew: (key) => {
      if (recent.has(key) || before.has(key)) return false;
      recent.add(key);
      if (recent.size === limit) [recent, before] = [new Set(), recent];
      return true;
    },
  };
}
