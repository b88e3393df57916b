/**
 * Works on items ahead of what is asked for, so many at once, and gives the results in the order of the items.
 * @throws what the work on an item throws, when its turn comes
 */
export async function* ahead<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for (const item of items) {
    const result = work(item);
    // Its error is thrown in its turn; until then nobody listens.
    result.catch(() => {});
    running.push(result);
    if (running.length >= atOnce) yield running.shift()!;
  }
  for (const result of running) yield result;
}
