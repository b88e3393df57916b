const SIZES = [100_000, 1_000_000] as const;
const RUNS = 5;

/**
 * How many times longer work takes on ten times as much: about 10 where it grows with its input, about 100 where it
 * grows with the square. Each size is timed by its fastest run, which a busy machine lengthens least.
 * @param work is called with the number of characters to work on
 */
export function growth(work: (size: number) => void): number {
  const [small, large] = SIZES.map((size) =>
    Math.min(...Array.from({ length: RUNS }, () => timed(work, size))),
  );
  return large! / small!;
}

function timed(work: (size: number) => void, size: number): number {
  const startedAt = performance.now();
  work(size);
  return performance.now() - startedAt;
}
