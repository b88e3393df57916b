import type { Trx } from '@dossier/store';
import { type Kind } from '../kinds/kind.ts';
import type { Outcome } from '../ledger/outcome.ts';
import { recordKey } from '../ledger/seen-keys.ts';
import { upsert } from '../ledger/upsert.ts';
import { repeatedRows, repeatStatements, type RepeatedRow } from '../ledger/statements/repeated-rows.ts';
import { RepeatedRecord, type LoadStatements } from '../ledger/statements/statements.ts';
import { isReject, type Reject } from '../rows/types.ts';
import type { Checked, Unchecked, Valid } from './batch.ts';
import type { LoadKeys } from './seen-keys.ts';

/** What a batch is stored with. */
interface StoreContext {
  kind: Kind;
  seenKeys: LoadKeys;
  statements: LoadStatements;
}

/** A stored batch, in the order of its rows. */
interface StoredRows {
  /** A row that was not validated repeats an earlier one. */
  rows: (Checked | Unchecked)[];
  outcomes: Outcome[];
  keys: ReturnType<LoadKeys['batch']>;
}

/**
 * Stores the rows of a batch in the writer's transaction. A row that repeats the last statement about its record is unchanged
 * without being validated: only the file, line, run and time of the statement change. The others are validated and stored.
 */
export async function storeRows(
  trx: Trx,
  now: string,
  batch: (Checked | Unchecked)[],
  context: StoreContext,
): Promise<StoredRows> {
  const unchecked = batch.filter((each): each is Unchecked => 'check' in each);
  const repeated = await repeatedRows(trx, context.kind, unchecked);
  try {
    return await storeAll(trx, now, batch, repeated, context);
  } catch (error) {
    // So far, at most matches by name are written, and writing them again is harmless. Now all rows are compared in order.
    if (!(error instanceof RepeatedRecord)) throw error;
    return storeAll(trx, now, batch, new Map(), context);
  }
}

async function storeAll(
  trx: Trx,
  now: string,
  batch: (Checked | Unchecked)[],
  repeated: Map<Unchecked, RepeatedRow>,
  { kind, seenKeys, statements }: StoreContext,
): Promise<StoredRows> {
  const rows = batch.map((each) => ('check' in each && !repeated.has(each) ? each.check() : each));
  const valid = rows.filter((each): each is Valid => 'record' in each);
  const keys = seenKeys.batch([...valid, ...repeated.keys()]);
  const records = valid.map(({ record }) => record);
  const ids = new Set([...repeated.values()].map(({ id }) => String(id)));
  const stored =
    records.length > 0 ? await upsert(trx, kind, records, now, keys, statements(valid, now, ids)) : [];
  await repeatStatements(trx, repeated, now);
  [...repeated.values()].forEach(({ id }, i) => keys.add(recordKey(kind.name, id), valid.length + i));
  let next = 0;
  const outcomes = rows.map((each): Outcome => {
    if ('check' in each) return { outcome: 'unchanged', id: repeated.get(each)!.id };
    return isReject(each) ? rejected(each) : stored[next++]!;
  });
  return { rows, outcomes, keys };
}

const rejected = ({ reason }: Reject): Outcome => ({ outcome: 'rejected', reason });
