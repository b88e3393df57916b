/**
 * Works on some items at once, ahead of the consumer, and yields the results in the order of the items.
 * @throws the error of an item in its turn
 */
export async function* ahead<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for (const item of items) {
    const result = work(item);
    // The error is thrown in its turn; until then it must not count as unhandled.
    result.catch(() => {});
    running.push(result);
    if (running.length >= atOnce) yield running.shift()!;
  }
  for (const result of running) yield result;
}
