import { setTimeout as sleep } from 'node:timers/promises';
import { databaseTrouble, migrate, openDatabase, schemaVersion, type Db } from '@dossier/store';
import type { Logger } from 'pino';

/**
 * Migrates the schema, and returns its version. Uses its own connection, because a migration may take longer than a request
 * may, and a busy database server needs longer to connect.
 */
export async function prepareSchema(url: string, db: Db, logger: Logger): Promise<string | undefined> {
  const own = url.startsWith('sqlite:') ? undefined : openDatabase(url, { pool: 2 });
  try {
    if (await migrate(own ?? db)) {
      logger.warn(
        'The database was empty, so its tables were created. If you expected data, correct DATABASE_URL.',
      );
    }
    return (await schemaVersion(own ?? db)).version;
  } finally {
    await own?.destroy();
  }
}

/** How long a start tries to connect. */
const FIRST_MS = 10_000;
const AGAIN_MS = 200;

/** Waits until the database has a connection. The first one may take longer than a request waits for one. */
export async function firstConnection(db: Db, waitMs = FIRST_MS): Promise<void> {
  const until = performance.now() + waitMs;
  for (;;) {
    try {
      return void (await db.raw('select 1'));
    } catch (error) {
      if (databaseTrouble(error) === undefined || performance.now() > until) throw error;
      await sleep(AGAIN_MS);
    }
  }
}
