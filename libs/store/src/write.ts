import { setTimeout as sleep } from 'node:timers/promises';
import { toTimestamp } from '@dossier/shared';
import type { Db, Trx } from './open.ts';

/**
 * Runs work in a transaction as the only writer of the database, and gives it the time to stamp rows with.
 *
 * The first statement updates the single row of `writer`: that takes SQLite's write lock at once and a row lock on
 * Postgres, so a second writer waits here. The stamp never repeats and never goes back, even if the clock does, so
 * time order is commit order and a client that polls windows of `updated_at` misses nothing.
 */
export async function write<T>(db: Db, work: (trx: Trx, now: string) => Promise<T>): Promise<T> {
  return db.transaction(async (trx) => {
    const clock = Date.now();
    const [row] = await trx('writer')
      .where({ id: 1 })
      .update({ last_ms: trx.raw('case when last_ms < ? then ? else last_ms + 1 end', [clock, clock]) })
      .returning<{ last_ms: number | string }[]>('last_ms');
    return work(trx, toTimestamp(Number(row!.last_ms)));
  });
}

const TRY_EACH_MS = 20;
const TRIES = 100;

/**
 * Runs a statement that writes and needs no stamp, beside whoever is writing. While another program holds the lock of
 * SQLite it is tried again for two seconds, in which the process does other things: its handle waits for no lock.
 * @throws the error of the last try; `isLocked` tells it
 */
export async function writeBeside<T>(statement: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await statement();
    } catch (error) {
      if (!isLocked(error) || tries === TRIES) throw error;
      await sleep(TRY_EACH_MS);
    }
  }
}

/** Whether a statement gave up because another program is writing. */
export const isLocked = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code?.startsWith('SQLITE_BUSY') === true;
