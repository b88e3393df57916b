/** Groups items by a key, in their order. Node 20 has no `Map.groupBy`. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Yields a list in parts. The default fits into one statement: SQLite binds at most 32,766 values. */
export function* inParts<Item>(items: readonly Item[], most = 5000): Generator<Item[]> {
  for (let start = 0; start < items.length; start += most) yield items.slice(start, start + most);
}
