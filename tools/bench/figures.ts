import { readdirSync, readFileSync } from 'node:fs';
import { isPostgres, type Db } from '@dossier/store';

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

/** Returns the CPU that all threads of a process have used, in microseconds. Linux only. */
export function cpuOf(pid: number): number {
  const threads = `/proc/${pid}/task`;
  const used = readdirSync(threads).map((id) =>
    Number(readFileSync(`${threads}/${id}/schedstat`, 'utf8').split(' ')[0]),
  );
  return used.reduce((a, b) => a + b, 0) / 1000;
}

/** Returns the processes of Postgres on this machine that serve a database; none for SQLite. */
export async function sessionsOf(db: Db): Promise<number[]> {
  if (!isPostgres(db)) return [];
  const { rows } = await db.raw<{ rows: { pid: number }[] }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  );
  return rows.map(({ pid }) => pid);
}
