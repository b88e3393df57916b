import { groupBy, inParts } from '@dossier/shared';
import type { Db } from '../sql/open.ts';

/** A window of a limit. Its end is in milliseconds since 1970. */
export interface LimitWindow {
  key: string;
  endsMs: number;
  /** The tasks or requests used. In a window that is sent to the database, those to add. */
  used: number;
}

/** A window to add. */
export type AddedWindow = LimitWindow & {
  /** A stored window that ends later began before a clock was set back, and is replaced. */
  latestMs: number;
};

/** Rows of one statement. */
const BATCH = 500;

/**
 * Adds to all windows or, if it fails, to none, and returns them with what all processes have used together. A window
 * that has ended is replaced. Keys are sorted, so that two processes never wait for each other.
 */
export async function addToWindows(db: Db, windows: AddedWindow[], nowMs: number): Promise<LimitWindow[]> {
  const sorted = [...windows].sort((a, b) => a.latestMs - b.latestMs || (a.key < b.key ? -1 : 1));
  return db.transaction(async (trx) => {
    const totals: LimitWindow[] = [];
    for (const [latest, group] of groupBy(sorted, ({ latestMs }) => latestMs))
      for (const part of inParts(group, BATCH)) {
        const rows = part.map(({ key, endsMs, used }) => ({ key, ends_ms: endsMs, used }));
        const runs = (now: string, then: string) =>
          trx.raw(
            `case when limit_windows.ends_ms > ? and limit_windows.ends_ms <= ? then ${now} else ${then} end`,
            [nowMs, latest],
          );
        const stored = await trx('limit_windows')
          .insert(rows)
          .onConflict('key')
          .merge({
            used: runs('limit_windows.used + excluded.used', 'excluded.used'),
            ends_ms: runs('limit_windows.ends_ms', 'excluded.ends_ms'),
          })
          .returning<{ key: string; ends_ms: number | string; used: number | string }[]>([
            'key',
            'ends_ms',
            'used',
          ]);
        totals.push(
          ...stored.map(({ key, ends_ms, used }) => ({ key, endsMs: Number(ends_ms), used: Number(used) })),
        );
      }
    return totals;
  });
}

/** Deletes the windows that have ended. */
export const deleteEndedWindows = (db: Db, nowMs: number): Promise<number> =>
  db('limit_windows').where('ends_ms', '<=', nowMs).delete();
