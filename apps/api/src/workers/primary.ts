import { setTimeout as sleep } from 'node:timers/promises';
import { committedIn, openDatabase } from '@dossier/store';
import type { Logger } from 'pino';
import type { ApiConfig } from '../config.ts';
import { describeConfig, placeOf } from '../describe-config.ts';
import { prepareSchema } from '../server/prepare-schema.ts';
import { openReadReplica } from '../server/read-replica.ts';
import { openProbe, readinessOf } from '../readiness.ts';
import { keepSearch } from '../server/search-keeper.ts';
import { keepSnapshots } from '../server/snapshot-keeper.ts';
import { keepBackups } from '../server/backup-keeper.ts';
import { openSnapshots } from '../snapshots/snapshots.ts';
import { keepWebhooks } from '../server/webhook-keeper.ts';
import { openPoster } from '../webhooks/poster.ts';
import { GRACE_MS, type RunningServer } from '../server/server.ts';
import { VERSION } from '../version.ts';
import { reportVersions } from '../admin/versions.ts';
import { startWorkers } from './workers.ts';

/**
 * Migrates the schema, and starts workers that share a port and answer the requests. The primary does what only one process
 * should do: it fills the search index, sends webhooks, has the admin port, replaces workers that exit, and drains and stops them.
 * @throws ConfigError if a valid setting does not work, such as a port in use
 */
export async function startPrimary(config: ApiConfig, logger: Logger): Promise<RunningServer> {
  const db = openDatabase(config.databaseUrl, { lockWait: 0, pool: 1 });
  const schema = await prepareSchema(config.databaseUrl, db, logger);
  const versions = await reportVersions(config, logger);
  const workers = await startWorkers(config.workers, logger);
  const { url } = workers;
  const probe = openProbe(config.databaseUrl);
  const { engine: search, state } = await keepSearch(db, config, logger);
  const readiness = readinessOf(probe, state);
  const snapshots = openSnapshots(config.snapshots.place, process.env);
  const snapshotKeeper = keepSnapshots(config, snapshots, url, logger);
  const backups = keepBackups(config, logger);
  const poster = openPoster(config.webhookAllow);
  const webhooks = keepWebhooks(db, poster, logger);
  // Only for its check: the primary reads nothing. The probe bounds each wait for a database that hangs.
  const replica = await openReadReplica(config, probe, committedIn(probe), logger);
  const admin = await openAdmin();
  logger.info(
    {
      url: placeOf(url),
      version: VERSION,
      schema,
      versions,
      workers: workers.pids(),
      ...describeConfig(config),
    },
    'listening',
  );

  async function openAdmin() {
    if (!config.admin) return undefined;
    const { startSharedAdmin } = await import('../admin-port/index.ts');
    const { databaseUrl, searchUrl } = config;
    const backupEveryMs = config.backups?.everyMs;
    const clock = () => new Date();
    const paths = { databaseUrl, searchUrl, backups, backupEveryMs };
    const watched = { probe, replica, search, ...paths, readiness, workers, clock };
    return startSharedAdmin(config.admin, watched, logger);
  }

  return {
    url,
    adminUrl: () => admin?.url(),
    failure: workers.failure,
    drain: async () => {
      logger.info({ seconds: config.drainSeconds }, 'draining');
      readiness.isDraining = true;
      workers.drain();
      await sleep(config.drainSeconds * 1000);
    },
    stop: async (graceMs = GRACE_MS) => {
      logger.info('stopping');
      readiness.isDraining = true;
      snapshotKeeper.stop();
      backups?.stop();
      await webhooks.stop();
      await poster.close();
      await workers.stop(graceMs);
      await admin?.close();
      await snapshots.close();
      await search.close();
      await replica?.close();
      await probe.destroy();
      await db.destroy();
    },
  };
}
