/** Returns pseudo-random numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Returns a function that picks items by Zipf's law: the most popular one twice as often as the second, three times as
 * often as the third, and so on.
 * @param items the most popular one first
 */
export function zipfOf<T>(items: T[], random: () => number): () => T {
  let sum = 0;
  const sums = items.map((_, rank) => (sum += 1 / (rank + 1)));
  return () => {
    const sought = random() * sum;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! < sought) low = middle + 1;
      else high = middle;
    }
    return items[low]!;
  };
}
