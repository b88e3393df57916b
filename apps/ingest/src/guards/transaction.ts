import { write, type Db, type Trx } from '@dossier/store';
import type { Report } from '../report/report.ts';

/** Runs work in a transaction of the writer. */
export type RunInTransaction = <T>(work: (trx: Trx, now: string) => Promise<T>) => Promise<T>;

/**
 * Notes the progress of a load in the transaction that stores the rows it counts, so the note is right however the load
 * ends.
 */
export type NoteProgress = (trx: Trx, report: Report) => Promise<void>;

class Rollback extends Error {}

/** Runs everything in one transaction with one time. Rolls it back unless `isKept`. */
export async function inOne(
  db: Db,
  isKept: boolean,
  take: (inTransaction: RunInTransaction) => Promise<void>,
  run?: number,
): Promise<void> {
  try {
    await write(
      db,
      async (trx, now) => {
        await take((work) => work(trx, now));
        if (!isKept) throw new Rollback();
      },
      run,
    );
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
}

/** Returns the result of work, and undoes everything that it wrote. */
export async function undone<T>(trx: Trx, work: (inner: Trx) => Promise<T>): Promise<T> {
  let found: { value: T } | undefined;
  try {
    await trx.transaction(async (inner) => {
      found = { value: await work(inner) };
      throw new Rollback();
    });
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
  return found!.value;
}
