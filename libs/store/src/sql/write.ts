import { setTimeout as sleep } from 'node:timers/promises';
import { toTimestamp } from '@dossier/shared';
import { prepareToWrite } from './distributed.ts';
import type { Db, Trx } from './open.ts';

/**
 * Runs work in a transaction as the only writer of the database. The work receives the time to stamp rows with.
 *
 * The first statement updates the single row of `writer`, which takes SQLite's write lock and a row lock on Postgres, so a
 * second writer waits here. Stamps never repeat and never go back, even if the clock does. So the order of times is the
 * order of commits: a client misses nothing if each of its windows begins at the newest `updated_at` of the one before. A window
 * that begins when the one before was read misses a transaction that was then open.
 * @param run the ingest run that the change log names
 */
export async function write<T>(
  db: Db,
  work: (trx: Trx, now: string) => Promise<T>,
  run?: number,
): Promise<T> {
  return db.transaction(async (trx) => {
    if (run !== undefined) runs.set(trx, run);
    const clock = Date.now();
    const [row] = await trx('writer')
      .where({ id: 1 })
      .update({ last_ms: trx.raw('case when last_ms < ? then ? else last_ms + 1 end', [clock, clock]) })
      .returning<{ last_ms: number | string }[]>('last_ms');
    await prepareToWrite(trx);
    const done = await work(trx, toTimestamp(Number(row!.last_ms)));
    await ends.get(trx)?.();
    return done;
  });
}

const ends = new WeakMap<Trx, () => Promise<void>>();

/** Sets what a transaction of `write` does after its work. */
export const beforeEnd = (trx: Trx, end: () => Promise<void>): void => void ends.set(trx, end);

const runs = new WeakMap<Trx, number>();

/** Returns the ingest run of a transaction; null outside of runs. */
export const runOf = (trx: Trx): number | null => runs.get(trx) ?? null;

const TRY_EACH_MS = 20;
const TRIES = 100;

/**
 * Runs a statement that writes and needs no stamp, without waiting for the writer's turn. While another program holds the
 * lock of SQLite, it retries for two seconds, and the process can do other work between the tries.
 * @throws the error of the last try, for which `isLocked` returns true
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

/** Returns whether a statement failed because another program is writing. */
export const isLocked = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code?.startsWith('SQLITE_BUSY') === true;
