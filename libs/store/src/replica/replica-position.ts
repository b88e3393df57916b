import { shownBy } from '../ledger/committed.ts';
import type { Db } from '../sql/open.ts';
import { ask, preparedQuery } from '../sql/prepared-query.ts';

/** What a server of Postgres shows. */
export interface Position {
  /** When the server was started. A copy of it, or another server behind the same address, has another time. */
  start: string;
  isStandby: boolean;
  /** The newest change, and what `committed` calls its base. */
  seq: number;
  base: string;
}

/** SQL of the time when a server was started, as text. */
export const STARTED = 'extract(epoch from pg_postmaster_start_time())::text';

const position = preparedQuery<
  object,
  { start: string; is_standby: boolean; seq: string | null; base: string }
>((db) => db.select({ start: db.raw(STARTED), is_standby: db.raw('pg_is_in_recovery()'), ...shownBy(db) }));

/** Reads what a database shows. */
export async function positionOf(db: Db): Promise<Position> {
  const [row] = await ask(db, position, {});
  return { start: row!.start, isStandby: row!.is_standby, seq: Number(row!.seq ?? 0), base: row!.base };
}

const timeOf = preparedQuery<{ seq: number }, { at: string }>((db, param) =>
  db('changes').where('seq', param('seq')).select('at'),
);

/**
 * Returns whether both databases have the same change at `seq`, or neither has one. After a restore, one of them may have
 * changes that the other has not.
 */
export async function hasSameHistory(primary: Db, replica: Db, seq: number): Promise<boolean> {
  const [[ours], [theirs]] = await Promise.all([
    ask(primary, timeOf, { seq }),
    ask(replica, timeOf, { seq }),
  ]);
  return ours?.at === theirs?.at;
}

const firstAfter = preparedQuery<{ seq: number }, { at: string }>((db, param) =>
  db('changes').where('seq', '>', param('seq')).orderBy('seq').limit(1).select('at'),
);

/** Returns the age of the oldest change after `seq`, in seconds; 0 if none follows. */
export async function ageAfter(primary: Db, seq: number): Promise<number> {
  const [first] = await ask(primary, firstAfter, { seq });
  return first ? Math.max(0, (Date.now() - Date.parse(first.at)) / 1000) : 0;
}
