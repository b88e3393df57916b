import { databaseProblem, inspectReplica, type ReplicaFault } from '@dossier/store';
import type { ApiConfig } from '../config.ts';
import { ok, warning, type Finding } from './finding.ts';

/** The code of Postgres for a missing table. */
const UNDEFINED_TABLE = '42P01';
const STILL = 'The primary answers all reads.';
const FAULTS: Record<Exclude<ReplicaFault, 'behind'>, [message: string, remedy: string]> = {
  no_standby: [
    `DATABASE_READ_URL names a server that is not a standby. ${STILL}`,
    'Set DATABASE_READ_URL to a streaming standby. After a failover, set DATABASE_URL to the new primary.',
  ],
  several_servers: [
    'DATABASE_READ_URL leads to several servers, so the primary answers some reads.',
    'Set DATABASE_READ_URL to one standby. Each process of the API may have a different one.',
  ],
  foreign: [
    `The read replica has changes that the primary does not have. ${STILL}`,
    'Recreate the replica from a backup of the primary, or correct DATABASE_READ_URL.',
  ],
};

/** Checks the read replica, if one is set. The service works without it, so each finding is a warning. */
export async function checkReplica({ databaseUrl, databaseReadUrl }: ApiConfig): Promise<Finding[]> {
  if (databaseReadUrl === undefined) return [];
  try {
    const { fault, lagSeconds } = await inspectReplica(databaseUrl, databaseReadUrl);
    if (fault === undefined) return [ok('replica', 'The read replica has all changes of the primary.')];
    if (fault !== 'behind') return [warning('replica', ...FAULTS[fault])];
    const lag = `${Math.round(lagSeconds)} seconds`;
    return [
      warning(
        'replica',
        `The read replica lacks a change that is ${lag} old. ${STILL}`,
        'Check its replication: pg_stat_wal_receiver on the replica, pg_stat_replication on the primary.',
      ),
    ];
  } catch (error) {
    // The check of the schema reports that the tables are missing.
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return [];
    const message = databaseProblem(error) ?? (error as Error).message;
    return [
      warning('replica', `${message} ${STILL}`, 'Start the read replica, or correct DATABASE_READ_URL.'),
    ];
  }
}
