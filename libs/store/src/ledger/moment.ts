import { databaseEpoch } from '../schema/database-id.ts';
import { newestSeq } from './changes.ts';
import { isPostgres, type Db, type Trx } from '../sql/open.ts';

/** A place in the change log: the newest `seq`, and the epoch that it belongs to. */
export interface Moment {
  seq: number;
  epoch: string;
}

/** Runs work that reads the database as it is at one moment, for as long as the work takes. */
export const atOneMoment = <T>(db: Db, work: (trx: Trx, moment: Moment) => Promise<T>): Promise<T> =>
  db.transaction(
    // The first read fixes the moment, so `seq` belongs to all later ones.
    async (trx) => work(trx, { seq: await newestSeq(trx), epoch: await databaseEpoch(trx) }),
    isPostgres(db) ? { isolationLevel: 'repeatable read', readOnly: true } : {},
  );
