import { write, type Db, type Trx } from '@dossier/store';
import type { Report } from '../report/report.ts';

/** Runs work as the writer. */
export type RunInTransaction = <T>(work: (trx: Trx, now: string) => Promise<T>) => Promise<T>;

/**
 * Notes how far a load is, inside of the transaction that stores what is counted: what is noted is what is stored,
 * whatever becomes of the load.
 */
export type NoteProgress = (trx: Trx, report: Report) => Promise<void>;

class Rollback extends Error {}

/** One transaction around everything, stamped with one time; when it is not to be kept, it leaves nothing. */
export async function inOne(
  db: Db,
  isKept: boolean,
  take: (run: RunInTransaction) => Promise<void>,
): Promise<void> {
  try {
    await write(db, async (trx, now) => {
      await take((work) => work(trx, now));
      if (!isKept) throw new Rollback();
    });
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
}

/** What work finds out inside of a transaction, with everything it wrote undone. */
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
