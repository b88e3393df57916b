import type { Trx } from '../sql/open.ts';
import type { Change } from './commit.ts';

/** A record that a transaction wrote: whether it was stored before, and is stored now. */
export interface Tallied {
  kind: string;
  id: string;
  before: boolean;
  after: boolean;
}

const tallies = new WeakMap<Trx, Map<string, Tallied>>();

/** Begins to tally the records that a transaction writes. Returns a function that returns them. */
export function tallyChanges(trx: Trx): () => Tallied[] {
  tallies.set(trx, new Map());
  return () => [...tallies.get(trx)!.values()].filter(({ before, after }) => before || after);
}

/** Adds changes to the tally of a transaction, if it has one. Call it when new records have their ids. */
export function noteTally(trx: Trx, changes: Change[]): void {
  const tally = tallies.get(trx);
  if (!tally) return;
  for (const { kind, record, op, isNew = false } of changes) {
    const id = String(record.id);
    const key = `${kind} ${id}`;
    const known = tally.get(key);
    tally.set(key, { kind, id, before: known?.before ?? !isNew, after: op === 'upsert' });
  }
}

/** Does work in a savepoint. Returns false, and reverts the work, if it ends with an expected error. */
export async function attempt(
  trx: Trx,
  work: () => Promise<void>,
  isExpected: (error: unknown) => boolean,
): Promise<boolean> {
  const before = tallies.get(trx);
  if (before) tallies.set(trx, new Map(before));
  await trx.raw('savepoint attempt');
  try {
    await work();
    await trx.raw('release savepoint attempt');
    return true;
  } catch (error) {
    if (!isExpected(error)) throw error;
    await trx.raw('rollback to savepoint attempt');
    await trx.raw('release savepoint attempt');
    if (before) tallies.set(trx, before);
    return false;
  }
}
