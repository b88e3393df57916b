/** Remembers the last keys: at least `limit`, and at most twice as many. */
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
