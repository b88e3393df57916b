import { realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPostgres, makePrivate, type Db } from './open.ts';
import { sqliteKnex } from './sqlite-client.ts';
import { isLocked } from './write.ts';

const POLL_MS = 50;
const MEMORY = ':memory:';
/** Any number that no other lock of this database uses. */
const POSTGRES_KEY = 7_264_520;

/** Another program holds the index lock. */
export class IndexLocked extends Error {
  override name = 'IndexLocked';

  constructor() {
    super('another program is updating the search index');
  }
}

/**
 * Runs work that changes the search index while no other program does so for the same database. The lock does not stop
 * anyone from reading or writing the database, so a slow search server delays only other indexing.
 *
 * The lock belongs to the process and ends with it: an advisory lock of a Postgres session, or an open transaction on an
 * empty file `<database>-index-lock` of SQLite. A row with an expiry time would let a paused program and its successor
 * both write to the index.
 * @param work receives a function that throws when Postgres has ended the session, and with it the lock
 * @param wait how long to wait for another program, in milliseconds
 * @throws IndexLocked when another program still holds the lock then
 */
export const withIndexLock = <T>(
  db: Db,
  work: (mustHold: () => Promise<void>) => Promise<T>,
  wait = 60_000,
): Promise<T> => withLock(db, INDEX_LOCK, work, wait);

/** The name of a lock in each database. */
export interface LockName {
  /** The end of the name of the lock file of a SQLite database. */
  file: string;
  /** The key of the advisory lock of Postgres. */
  key: number;
  /** The error of a lock that another program holds. */
  error: () => Error;
}

const INDEX_LOCK: LockName = { file: 'index-lock', key: POSTGRES_KEY, error: () => new IndexLocked() };

/** Runs work while no other program holds the lock, see `withIndexLock`. */
export async function withLock<T>(
  db: Db,
  { file: ending, key, error }: LockName,
  work: (mustHold: () => Promise<void>) => Promise<T>,
  wait: number,
): Promise<T> {
  if (isPostgres(db)) {
    return db.transaction(async (session) => {
      // The transaction is idle for as long as the work takes. Some limits are missing from older servers.
      await session.raw(
        `select set_config(name, '0', true) from pg_settings
         where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`,
      );
      await waitFor(
        async () => {
          const sql = 'select pg_try_advisory_xact_lock(?) as held';
          return (await session.raw<{ rows: [{ held: boolean }] }>(sql, [key])).rows[0].held;
        },
        wait,
        error,
      );
      return work(async () => void (await session.raw('select 1')));
    });
  }
  const { filename } = (db.client as { config: { connection: { filename: string } } }).config.connection;
  // An in-memory database belongs to one program. Links to one database lead to one lock.
  const path = filename === MEMORY ? MEMORY : `${realpathSync(filename)}-${ending}`;
  makePrivate(path);
  const file = openLockFile(path);
  try {
    await waitFor(() => file.raw('begin exclusive').then(() => true, isFalseWhenLocked), wait, error);
    return await work(async () => {});
  } finally {
    await file.destroy();
  }
}

const openLockFile = (filename: string): Db =>
  // SQLite would block the whole process while it waits.
  sqliteKnex({ filename }, (connection) => void connection.pragma('busy_timeout = 0'));

function isFalseWhenLocked(error: unknown): boolean {
  if (isLocked(error)) return false;
  throw error;
}

async function waitFor(take: () => Promise<boolean>, wait: number, error: () => Error): Promise<void> {
  const deadline = performance.now() + wait;
  while (!(await take())) {
    if (performance.now() > deadline) throw error();
    await sleep(POLL_MS);
  }
}
