import { startPostgres, type Engine, type TestPostgres } from '@dossier/store/testing';

/** Returns a whole number that an option states. @throws Error for anything else */
export function whole(name: string, text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Error(`--${name} must be a whole number, not ${text}.`);
  return Number(text);
}

/** Returns one of the allowed values of an option. @throws Error for another one */
export function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw new Error(`--${name} must be one of ${allowed.join(', ')}, not ${value}.`);
  return found;
}

/** Returns the database of `--database`. */
export const engineOf = (value: string): Engine => oneOf('database', value, ['sqlite', 'postgres']);

/** Runs work with the server on which databases of Postgres are created: the given one, or a new one for the run. */
export async function withServer(
  engine: Engine,
  url: string | undefined,
  work: (server: TestPostgres | undefined) => Promise<void>,
): Promise<void> {
  const server = engine === 'postgres' && url === undefined ? await startPostgres() : undefined;
  const used = url ?? server?.url;
  if (used !== undefined) process.env['TEST_POSTGRES_URL'] = used;
  try {
    await work(server);
  } finally {
    await server?.stop();
  }
}

/** Returns the value at a share of the sorted values; 0 for none. */
export function quantile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Returns the value in the middle. */
export const median = (values: number[]): number => quantile(values, 0.5);

/** Returns the median of some values, with the lowest and the highest. */
export const spread = (values: number[]): string =>
  `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`;

/** Returns a table in Markdown. The first column has texts, and the others numbers. */
export const markdown = (header: string[], lines: (string | number)[][]): string =>
  [header, header.map((_, i) => (i === 0 ? '---' : '---:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n') + '\n';
