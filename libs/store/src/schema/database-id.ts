import { randomUUID } from 'node:crypto';
import type { Db, Trx } from '../sql/open.ts';
import { ask, preparedQuery } from '../sql/prepared-query.ts';

/**
 * Returns the id of a database, which a search index stores to know whose entries it holds. A copy or a restored backup
 * has the same id.
 */
export async function databaseId(db: Db): Promise<string> {
  const { mark } = await db('database_mark').first<{ mark: string }>('mark');
  return mark;
}

/** Returns the epoch of the change log. The same `seq` names another change in another epoch. */
export async function databaseEpoch(db: Db | Trx): Promise<string> {
  const { epoch } = await db('database_mark').first<{ epoch: string }>('epoch');
  return epoch;
}

const epochOf = preparedQuery<Record<never, never>, { epoch: string }>(
  (db) => db('database_mark').where({ id: 1 }).select('epoch'),
  { isQuick: true },
);

/** Returns the epoch of the change log for a request. */
export const currentEpoch = async (db: Db): Promise<string> => (await ask(db, epochOf, {}))[0]!.epoch;

/** Begins an epoch, because the log may have lost changes that clients have seen. */
export const beginEpoch = async (db: Db): Promise<void> => {
  await db('database_mark').update({ epoch: randomUUID() });
};
