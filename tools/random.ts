/** Returns a function that returns numbers between 0 and 1, the same ones in each run. They repeat after two billion. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}
