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
