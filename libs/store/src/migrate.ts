import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '@dossier/shared';
import { migrationConfig } from './migration-config.ts';
import { isPostgres, type Db } from './open.ts';

const WAIT_MS = 30_000;
/** What Postgres says when a lock was waited for too long. */
const LOCK_TIMEOUT = '55P03';

/**
 * Brings the schema up to date. Several programs may start at once: one migrates, the others wait.
 * @throws ConfigError when the database cannot be used, and an error that names the remedy when the lock of a program
 *   that died is in the way.
 * @returns whether the database was empty, without any table of ours
 */
export async function migrate(db: Db): Promise<boolean> {
  for (let waited = 0; ; waited += 100) {
    try {
      await connect(db);
      return await alone(db, async () => {
        // Knex locks even where there is nothing to do, and would wait for a load that is one transaction.
        const [done, missing] = (await db.migrate.list(migrationConfig)) as [unknown[], unknown[]];
        if (missing.length > 0) await db.migrate.latest(migrationConfig);
        return done.length === 0;
      });
    } catch (error) {
      const hasWaited = (error as { code?: string }).code === LOCK_TIMEOUT;
      if (!hasWaited && !isContention(error)) throw error;
      if (hasWaited || waited >= WAIT_MS) {
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

/** Any number that nobody else locks in a database of ours. */
const MIGRATING = 7_264_519;

/**
 * Does the work while no other program does such work. On Postgres, Knex's own lock does not see to that: of programs
 * that make its table at the same time each puts a row into it, and with two rows it is held for ever.
 */
async function alone<T>(db: Db, work: () => Promise<T>): Promise<T> {
  if (!isPostgres(db)) return work();
  return db.transaction(async (trx) => {
    await trx.raw(`set local lock_timeout = ${WAIT_MS}`);
    await trx.raw('select pg_advisory_xact_lock(?)', [MIGRATING]);
    return work();
  });
}

/** Clears the lock of a migration whose program died. */
export async function unlockMigrations(db: Db): Promise<void> {
  await db.migrate.forceFreeMigrationsLock(migrationConfig);
}

/**
 * The first statement of every program: what is wrong here is wrong with the setting, or with what it names.
 * @throws ConfigError that says so
 */
export async function connect(db: Db): Promise<void> {
  try {
    await db.raw('select 1');
  } catch (error) {
    if (isContention(error)) throw error;
    const { message, code } = error as { message: string; code?: string };
    const why = message.replace(/^select 1 - /, '') || code;
    throw new ConfigError(
      `The database of DATABASE_URL cannot be used: ${why}. Start it, or correct DATABASE_URL.`,
      {
        cause: error,
      },
    );
  }
}

/** The tables in which Knex keeps what was done, and who is at it. */
const OF_KNEX = /\bmigrations(_lock)?(_|\b)/;

/** Two programs met: on the migration lock, or while both made the tables that hold it. */
function isContention(error: unknown): boolean {
  const { name, code, message, detail } = error as {
    name?: string;
    code?: string;
    message: string;
    detail?: string;
  };
  if (name === 'MigrationLocked' || code?.startsWith('SQLITE_BUSY')) return true;
  const isThere = code === '23505' || code === '42P07' || code === '42710' || /already exists/.test(message);
  return isThere && OF_KNEX.test(`${message} ${detail ?? ''}`);
}
