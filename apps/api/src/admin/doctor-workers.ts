import { availableParallelism } from 'node:os';
import { inDatabase } from '@dossier/store';
import type { ApiConfig } from '../config.ts';
import { ok, warning, type Finding } from './finding.ts';

/** The connections of a process besides its pool. */
const MORE_CONNECTIONS = 1;
/** The connections of the primary: one for migrations and the search index, and one for checks. */
const PRIMARY_CONNECTIONS = 2;

/** Checks whether the machine has cores, and Postgres has connections, for all workers. */
export async function checkWorkers(config: ApiConfig, cores = availableParallelism()): Promise<Finding[]> {
  const { workers } = config;
  const have = `${workers === 1 ? '1 worker' : `${workers} workers`} on ${cores === 1 ? '1 core' : `${cores} cores`}`;
  const findings =
    workers <= cores
      ? [ok('workers', `${have}.`)]
      : [
          warning(
            'workers',
            `${have}. Workers beyond the number of cores use memory, and add no capacity.`,
            `Set WORKERS to at most ${cores}.`,
          ),
        ];
  return [...findings, ...(await checkConnections(config))];
}

async function checkConnections({ databaseUrl, databasePool, workers }: ApiConfig): Promise<Finding[]> {
  if (databaseUrl.startsWith('sqlite:')) return [];
  const found = await inDatabase(databaseUrl, { pool: 1, acquireMs: 5000 }, (db) =>
    db.raw<{ rows: [{ most: number }] }>("select current_setting('max_connections')::int as most"),
  ).catch(() => undefined);
  // The check of the database reports it.
  if (!found) return [];
  const { most } = found.rows[0];
  const primary = workers > 1 ? PRIMARY_CONNECTIONS : 0;
  const needed = workers * (databasePool + MORE_CONNECTIONS) + primary;
  const message = `The service uses up to ${needed} of the ${most} connections of Postgres.`;
  if (needed < most) return [ok('connections', message)];
  const remedy = 'Lower DATABASE_POOL or WORKERS, or raise max_connections of Postgres.';
  return [warning('connections', message, remedy)];
}
