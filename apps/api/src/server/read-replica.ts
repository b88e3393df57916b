import type { MaybePromise } from '@dossier/shared';
import { openReplica, type Committed, type Db, type Replica } from '@dossier/store';
import type { Logger } from 'pino';
import { ACQUIRE_MS, type ApiConfig } from '../config.ts';

/** The least time between two log lines about a replica that cannot be used. */
const LOG_REPLICA_EACH_MS = 60_000;

/** Opens the read replica, if one is set. Logs when it cannot be used, and when it can be used again. */
export async function openReadReplica(
  { databaseReadUrl, databasePool, statementSeconds }: ApiConfig,
  primary: Db,
  committed: () => MaybePromise<Committed>,
  logger: Logger,
): Promise<Replica | undefined> {
  if (databaseReadUrl === undefined) return undefined;
  let loggedAt = -Infinity;
  let isReported = false;
  return openReplica(databaseReadUrl, {
    primary,
    committed: async () => committed(),
    pool: databasePool,
    acquireMs: ACQUIRE_MS,
    statementMs: statementSeconds * 1000,
    onChange: ({ status, reason }) => {
      if (status === 'ready') {
        if (isReported) logger.info('the read replica answers reads again');
        isReported = false;
      } else if (performance.now() - loggedAt > LOG_REPLICA_EACH_MS) {
        loggedAt = performance.now();
        isReported = true;
        logger.warn({ status, reason }, 'the read replica cannot be used, so the primary answers reads');
      }
    },
  });
}
