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

const MOST_TRIES = 10;
const AGAIN_MS = 200;

/** Waits until the database has a connection. The first one may take longer than a request waits for one. */
export async function firstConnection(db: Db): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return void (await db.raw('select 1'));
    } catch (error) {
      if (databaseTrouble(error) === undefined || tries === MOST_TRIES) throw error;
      await sleep(AGAIN_MS);
    }
  }
}
