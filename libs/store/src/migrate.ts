import { setTimeout as sleep } from 'node:timers/promises';
import { migrations, type Migration } from './migrations/index.ts';
import type { Db } from './open.ts';

type Step = { name: string; migration: Migration };

const migrationSource = {
  getMigrations: async (): Promise<Step[]> => migrations.map(([name, migration]) => ({ name, migration })),
  getMigrationName: (step: Step) => step.name,
  getMigration: async (step: Step) => step.migration,
};
const config = { migrationSource, tableName: 'migrations' };

const WAIT_MS = 30_000;

/**
 * Brings the schema up to date. Several programs may start at once: one migrates, the others wait.
 * @throws an error that names the remedy when the lock of a program that died is in the way.
 */
export async function migrate(db: Db): Promise<void> {
  for (let waited = 0; ; waited += 100) {
    try {
      await db.migrate.latest(config);
      return;
    } catch (error) {
      if (!isContention(error)) throw error;
      if (waited >= WAIT_MS) {
        throw new Error(
          'Another program has been changing the database schema for 30 seconds, or died doing so. ' +
            'If none is running, run: npm run ingest -- migrate --unlock',
          { cause: error },
        );
      }
      await sleep(100);
    }
  }
}

/** Clears the lock of a migration whose program died. */
export async function unlockMigrations(db: Db): Promise<void> {
  await db.migrate.forceFreeMigrationsLock(config);
}

/** Undoes every migration; for tests of the migrations themselves. */
export async function rollbackAll(db: Db): Promise<void> {
  await db.migrate.rollback(config, true);
}

/** Two programs met: on the migration lock, or while both made the tables that hold it. */
function isContention(error: unknown): boolean {
  const { name, code, message } = error as { name?: string; code?: string; message: string };
  const onPostgres = code === '23505' || code === '42P07' || code === '42710';
  const onSqlite =
    code?.startsWith('SQLITE_BUSY') || (code === 'SQLITE_ERROR' && /already exists/.test(message));
  return name === 'MigrationLocked' || onPostgres || onSqlite === true;
}
