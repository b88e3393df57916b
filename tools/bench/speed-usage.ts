import { setTimeout as sleep } from 'node:timers/promises';
import { isPostgres, type Db } from '@dossier/store';
import { cpuOf } from './speed-cpu.ts';
import type { Api } from './speed-places.ts';

/** Linux counts the CPU of a thread when it stops, which may be after its last response. */
const STOP_MS = 5;

/** Returns the CPU that a server uses during work, in microseconds, with that of Postgres for its database. */
export async function cpuWhile(
  { server, db }: Pick<Api, 'server' | 'db'>,
  work: () => Promise<unknown>,
): Promise<number> {
  const used = async () => {
    const pids = [server.pid, ...(isPostgres(db) ? await connectionsOf(db) : [])];
    return new Map(pids.map((pid) => [pid, cpuOf(pid)]));
  };
  const before = await used();
  await work();
  await sleep(STOP_MS);
  return [...(await used())].reduce((sum, [pid, cpu]) => sum + cpu - (before.get(pid) ?? 0), 0);
}

/** Returns the processes of Postgres that the connections to a database use, on this machine. */
async function connectionsOf(db: Db): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { pid: number }[] }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  );
  return rows.map(({ pid }) => pid);
}
