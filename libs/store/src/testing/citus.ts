import { randomBytes } from 'node:crypto';
import { openDatabase } from '../sql/open.ts';
import { onServer } from './server-connection.ts';

/**
 * Creates a database on each node of a cluster of Citus, and makes them a cluster.
 * @param coordinator the URL of a database of the coordinator, which knows the workers
 */
export async function citusDatabase(coordinator: string) {
  const name = `dossier_test_${randomBytes(6).toString('hex')}`;
  const cluster = openDatabase(coordinator, { pool: 1 });
  const nodes = await cluster
    .raw<{ rows: { host: string; port: number; groupid: number }[] }>(
      'select nodename as host, nodeport as port, groupid from pg_dist_node order by groupid',
    )
    .then(({ rows }) => rows)
    .finally(() => cluster.destroy());
  const addressOf = ({ host, port }: { host: string; port: number }, database: string) => {
    const url = new URL(coordinator);
    [url.hostname, url.port, url.pathname] = [host, String(port), `/${database}`];
    return url.href;
  };
  for (const node of nodes) {
    await onServer(addressOf(node, 'postgres'), `create database "${name}"`);
    await runIn(addressOf(node, name), 'create extension citus');
  }
  const [first, ...workers] = nodes;
  const url = addressOf(first!, name);
  await runIn(
    url,
    `select citus_set_coordinator_host('${first!.host}', ${first!.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  );
  const remove = async () => {
    for (const node of nodes) await drop(addressOf(node, 'postgres'), name);
  };
  return { url, remove };
}

/** Nodes open new sessions of their own. On a busy machine, some last longer than the five seconds that `force` waits. */
const TRIES = 20;

async function drop(server: string, name: string): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await onServer(server, `drop database if exists "${name}" with (force)`);
      return;
    } catch (error) {
      if (tries === TRIES || (error as { code?: string }).code !== '55006') throw error;
    }
}

/** Runs statements in a database, without a connection that stays: a restore needs a database that nobody uses. */
async function runIn(url: string, ...statements: string[]): Promise<void> {
  const db = openDatabase(url, { pool: 1 });
  try {
    for (const statement of statements) await db.raw(statement);
  } finally {
    await db.destroy();
  }
}
