import type { Db, IngestRunRow } from '@dossier/store';
import { count, printIndexed } from '../../../report/report.ts';
import { undoRun, type Undone } from '../../../edits/undo.ts';
import { show } from '../../database.ts';
import type { DryRunFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { change } from '../../runs/change.ts';

/** The result for a run that is already undone: its counts are zero, and it names the run that undid it. */
type Already = Undone & { undoneBy: number };

/** Reverts a run, and prints what changed. A run that is already undone stays as it is. */
export function runUndo(io: Io, run: number, { dryRun = false, json }: DryRunFlags): Promise<number> {
  const already = async (db: Db): Promise<Already | undefined> => {
    const by = await undoneBy(db, run);
    if (by === undefined) return undefined;
    return {
      ...{ run, dryRun, records: {}, ofOtherRuns: [], held: 0, released: 0 },
      ...{ indexed: 0, waiting: 0, undoneBy: by },
    };
  };
  const print = (undone: Undone | Already) =>
    'undoneBy' in undone
      ? `Run ${run} is already undone by run ${undone.undoneBy}. Nothing changed.`
      : printUndone(undone);
  if (dryRun)
    return show(io, { json }, async (db) => (await already(db)) ?? undoRun({ db, run, dryRun }), print);
  return change<Undone | Already>(
    io,
    { json },
    {
      name: { command: 'undo', source: String(run) },
      work: ({ db, search, run: undoing }) => undoRun({ db, search, run, undoing }),
      countsOf,
      print,
      already,
    },
  );
}

/** Returns the run that undid a run. An undo that was killed or failed does not count: it can be repeated. */
async function undoneBy(db: Db, run: number): Promise<number | undefined> {
  const undo = await db<IngestRunRow>('ingest_runs')
    .where({ command: 'undo', source: String(run), outcome: 'done' })
    .orderBy('id')
    .first('id');
  return undo?.id;
}

function countsOf({ records }: Undone): Record<string, number> {
  const counts = { restored: 0, changed: 0, removed: 0 };
  for (const each of Object.values(records)) {
    counts.restored += each.restored;
    counts.changed += each.changed;
    counts.removed += each.removed;
  }
  return counts;
}

function printUndone(undone: Undone): string {
  const { run, dryRun, records, ofOtherRuns, held, released } = undone;
  const kinds = Object.entries(records).map(
    ([plural, { restored, changed, removed }]) =>
      `  ${plural}: ${restored} restored, ${changed} changed, ${removed} removed`,
  );
  if (kinds.length === 0) kinds.push('  No record changes.');
  for (const other of ofOtherRuns) {
    const counts = Object.entries(other.records).map(([plural, n]) => `${n} ${plural}`);
    kinds.push(`  Of the removed records, run ${other.run} had stored ${counts.join(', ')}.`);
  }
  if (held > 0) kinds.push(`  ${count(held, 'row')} of other runs held: no fact agrees any more.`);
  if (released > 0) kinds.push(`  ${count(released, 'row')} no longer held.`);
  const title = dryRun ? `Undoing run ${run} would do (nothing stored):` : `Run ${run} is undone:`;
  return [title, ...kinds, ...(dryRun ? [] : printIndexed(undone))].join('\n');
}
