import { toTimestamp } from '@dossier/shared';
import type { Db, Trx } from './open.ts';

// The index in use is, together with the outbox, as the database. So is the one beside it, together with the outbox
// and `outbox_missed`: what is taken off the outbox while it stands there was brought into the one in use only.

/** The one row about the index that stands beside the one in use. Names are those that indexes have themselves. */
export interface IndexBesideRow {
  id: 1;
  /** Whose it is while it is being built. */
  token: string;
  /**
   * `switching` and `returning`, as long as nobody but the search itself knows which of the two is in use; `returned`
   * when a rollback was killed that had done all but say so.
   */
  state: 'filling' | 'switching' | 'returning' | 'returned' | 'kept';
  /** The index that is to be in use, and the one beside it; null while it is being built. */
  wanted: string | null;
  other: string | null;
}

/** What stands beside the index in use; undefined when nothing does. */
export async function readIndexBeside(db: Db): Promise<IndexBesideRow | undefined> {
  return db<IndexBesideRow>('index_beside').first();
}

/** True from before two indexes are switched until it is noted that they are. */
export const isSwitching = (row: IndexBesideRow | undefined): row is IndexBesideRow =>
  row?.state === 'switching' || row?.state === 'returning';

/** Notes that an empty index begins beside, which from now on misses what is taken off the outbox. */
export async function beginIndexBeside(trx: Trx, token: string): Promise<void> {
  await forgetIndexBeside(trx);
  await trx('index_beside').insert({ id: 1, token, state: 'filling' });
}

/** Notes what becomes of it. */
export async function changeIndexBeside(trx: Trx, change: Partial<IndexBesideRow>): Promise<void> {
  await trx('index_beside').update(change);
}

/** Notes that nothing stands beside any more. */
export async function forgetIndexBeside(trx: Trx): Promise<void> {
  await trx('index_beside').delete();
  await trx('outbox_missed').delete();
}

/** Names in the outbox all that an index may lack that came from beside. What is named stays named for the other. */
export async function enqueueMissed(trx: Trx): Promise<void> {
  const missed = trx('outbox_missed').select('kind', 'record_id', trx.raw('?', [toTimestamp(Date.now())]));
  await trx(trx.raw('outbox (kind, record_id, queued_at)')).insert(missed);
}
