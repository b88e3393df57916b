import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '@dossier/shared';
import { migrationConfig } from './migration-config.ts';
import { isDistributed } from '../sql/distributed.ts';
import { databaseProblem } from '../sql/trouble.ts';
import { isPostgres, type Db } from '../sql/open.ts';
import { rejectPooler } from '../sql/pooler.ts';

const WAIT_MS = 30_000;
/** The error code of Postgres when waiting for a lock took too long. */
const LOCK_TIMEOUT = '55P03';

/**
 * Brings the schema up to date. Several programs may start at once: one migrates, the others wait.
 * @throws ConfigError when the database cannot be used, and an error that names the remedy when a program has held the
 *   migration lock for 30 seconds or died with it
 * @returns whether the database had no table of ours
 */
export async function migrate(db: Db): Promise<boolean> {
  for (let waited = 0; ; waited += 100) {
    try {
      await connect(db);
      return await alone(db, async () => {
        // Knex locks even when nothing is to be done, and would wait for a load in one transaction.
        const [done, missing] = (await db.migrate.list(migrationConfig).catch(refuseNewer)) as [
          unknown[],
          unknown[],
        ];
        if (missing.length > 0) await db.migrate.latest(migrationConfig);
        await isDistributed(db);
        return done.length === 0;
      });
    } catch (error) {
      const hasWaited = (error as { code?: string }).code === LOCK_TIMEOUT;
      if (!hasWaited && !isContention(error)) throw error;
      if (hasWaited || waited >= WAIT_MS) {
        throw new Error(
          'Another program has been changing the database schema for 30 seconds, or died while doing so. ' +
            'If no such program runs, run: npm run ingest -- migrate --unlock',
          { cause: error },
        );
      }
      await sleep(100);
    }
  }
}

/** Any number that no other lock of this database uses. */
const MIGRATING = 7_264_519;

/**
 * Runs the work while no other program migrates. Knex's own lock is not enough on Postgres: programs that create its
 * table at the same time each insert a row, and with two rows the lock is never released.
 */
async function alone<T>(db: Db, work: () => Promise<T>): Promise<T> {
  if (!isPostgres(db)) return work();
  return db.transaction(async (trx) => {
    await trx.raw(`set local lock_timeout = ${WAIT_MS}`);
    await trx.raw('select pg_advisory_xact_lock(?)', [MIGRATING]);
    return work();
  });
}

/** Throws ConfigError if Knex found a finished migration that this program does not know, otherwise the error. */
function refuseNewer(error: unknown): never {
  const [, newer] = /the following files are missing: (.+)/.exec((error as Error).message) ?? [];
  if (newer === undefined) throw error;
  if (newer.startsWith('0001-companies'))
    throw new ConfigError(
      'The database is from Dossier 0.1.0 and cannot be upgraded. Create a new database, and load your sources again.',
      { cause: error },
    );
  throw new ConfigError(
    `The database has a newer schema than this program (${newer}). Install the version that updated it, or restore ` +
      'the backup from before the update with: npm run admin -- restore <backup> --replace',
    { cause: error },
  );
}

/** Releases the lock of a migration whose program died. */
export async function unlockMigrations(db: Db): Promise<void> {
  await db.migrate.forceFreeMigrationsLock(migrationConfig);
}

/**
 * Runs a first statement. If it fails, DATABASE_URL is wrong or its database is down.
 * @throws ConfigError that says why
 */
export async function connect(db: Db): Promise<void> {
  try {
    if (isPostgres(db)) await rejectPooler(db);
    else await db.raw('select 1');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (isContention(error)) throw error;
    const problem = databaseProblem(error);
    if (problem !== undefined) throw new ConfigError(problem, { cause: error });
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

/** The tables in which Knex stores finished migrations and its lock. */
const OF_KNEX = /\bmigrations(_lock)?(_|\b)/;

/** Returns whether two programs collided: on the migration lock, or while both created its tables. */
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
