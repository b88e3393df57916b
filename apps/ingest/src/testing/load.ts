import { readRanks, write, type Db, type Trx } from '@dossier/store';
import type { Kind } from '../kinds/kind.ts';
import type { Outcome } from '../ledger/outcome.ts';
import type { SeenKeys } from '../ledger/seen-keys.ts';
import { loadStatements } from '../ledger/statements/load-statements.ts';
import { upsert } from '../ledger/upsert.ts';
import { validate } from '../rows/validate.ts';

/**
 * Validates and stores records of one kind as one batch, without a file and a reader.
 * @param run the run that statements and the change log name
 */
export async function loadRecords(db: Db, kind: Kind, values: object[], run?: number): Promise<Outcome[]> {
  const validated = values.map((value) => validate(kind.record, structuredClone(value)));
  const records = validated.flatMap((each) => ('record' in each ? [each.record] : []));
  const places = records.map((_, index) => ({ file: 'records', row: index + 1 }));
  const work = async (trx: Trx, now: string) => {
    const statements = loadStatements(await readRanks(trx))(places, now);
    return upsert(trx, kind, records, now, newSeenKeys(), statements);
  };
  const stored = await write(db, work, run);
  return validated.map((each) =>
    'record' in each ? stored.shift()! : { outcome: 'rejected', reason: each.reason },
  );
}

/** Counts outcomes, such as `{ new: 3 }`. */
export function tally(outcomes: Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** Returns the seen keys of a load of one batch. */
export function newSeenKeys(): SeenKeys {
  const taken = new Map<string, string>();
  return {
    read: async () => {},
    find: (key) => taken.get(key),
    add: (key, index) => taken.set(key, `record ${index + 1}`),
    placeOf: (index) => `record ${index + 1}`,
  };
}
