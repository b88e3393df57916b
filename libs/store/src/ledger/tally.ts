import { inParts } from '@dossier/shared';
import type { Trx } from '../sql/open.ts';
import type { LogEntry, Target } from './changes.ts';
import type { StatementRow } from './statements.ts';

/**
 * A record that a transaction wrote: whether it was stored before, and is stored now. Both are false if the transaction only
 * removed statements about it.
 */
export interface Tallied {
  kind: string;
  id: string;
  before: boolean;
  after: boolean;
  /** The runs whose statements about it the transaction removed. */
  statedBy: number[];
}

interface Tally {
  records: Map<string, Omit<Tallied, 'statedBy'>>;
  /** The runs of removed statements, by record. */
  runs: Map<string, { kind: string; id: string; runs: number[] }>;
}

const tallies = new WeakMap<Trx, Tally>();
const keyOf = (kind: string, id: string) => `${kind} ${id}`;

/** Begins to tally the records that a transaction writes. Returns a function that returns them. */
export function tallyChanges(trx: Trx): () => Tallied[] {
  tallies.set(trx, { records: new Map(), runs: new Map() });
  return () => {
    const { records, runs } = tallies.get(trx)!;
    const unwritten = [...runs].map(
      ([key, { kind, id }]) => [key, { kind, id, before: false, after: false }] as const,
    );
    return [...new Map([...unwritten, ...records])]
      .map(([key, each]) => ({ ...each, statedBy: [...new Set(runs.get(key)?.runs)] }))
      .filter(({ before, after, statedBy }) => before || after || statedBy.length > 0);
  };
}

/** Adds changes to the tally of a transaction, if it has one. Call it when new records have their ids. */
export function noteTally(
  trx: Trx,
  changes: (Pick<LogEntry, 'kind' | 'op'> & { record: Target; isNew?: boolean })[],
): void {
  const tally = tallies.get(trx);
  if (!tally) return;
  for (const { kind, record, op, isNew = false } of changes) {
    const id = String(record.id);
    const key = keyOf(kind, id);
    const known = tally.records.get(key);
    tally.records.set(key, { kind, id, before: known?.before ?? !isNew, after: op === 'upsert' });
  }
}

/**
 * Adds the runs of statements that are not held to the tally of a transaction, if it has one. Call it before they are
 * removed.
 */
export async function noteStatedBy(trx: Trx, statements: number[]): Promise<void> {
  const tally = tallies.get(trx);
  if (!tally) return;
  for (const part of inParts(statements)) {
    const rows = await trx<StatementRow>('statements')
      .whereIn('id', part)
      .whereNotNull('run')
      .whereNotNull('content_json')
      .whereNull('held')
      .select('kind', 'record_id', 'run');
    for (const { kind, record_id: id, run } of rows) {
      const key = keyOf(kind, id);
      tally.runs.set(key, { kind, id, runs: [...(tally.runs.get(key)?.runs ?? []), run!] });
    }
  }
}

/** Does work in a savepoint. Returns false, and reverts the work, if it ends with an expected error. */
export async function attempt(
  trx: Trx,
  work: () => Promise<void>,
  isExpected: (error: unknown) => boolean,
): Promise<boolean> {
  const before = tallies.get(trx);
  if (before) tallies.set(trx, { records: new Map(before.records), runs: new Map(before.runs) });
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
