import type { Db, IngestRunRow } from '@dossier/store';
import { count, printIndexed } from '../../../report/report.ts';
import { undoRun, type Undone } from '../../../records/undo.ts';
import { readConfig } from '../../config.ts';
import { readOnly, withDatabase } from '../../database.ts';
import { exitCode } from '../../exit-codes.ts';
import type { DryRunFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { logTask } from '../../runs/run-log.ts';
import { withSearch } from '../../search-engine.ts';

/** Reverts a run, and prints what changed. A run that is already undone stays as it is. */
export async function runUndo(io: Io, run: number, { dryRun, json }: DryRunFlags): Promise<number> {
  const config = readConfig(io.env);
  const already = async (db: Db) => {
    const by = await undoneBy(db, run);
    if (by === undefined) return undefined;
    const nothing = {
      ...{ run, dryRun, records: {}, ofOtherRuns: [], held: 0, released: 0 },
      ...{ indexed: 0, waiting: 0, undoneBy: by },
    };
    io.out(
      json
        ? `${JSON.stringify(nothing, undefined, 2)}\n`
        : `Run ${run} is already undone by run ${by}. Nothing changed.\n`,
    );
    return exitCode.done;
  };
  const print = (undone: Undone) => {
    io.out(`${json ? JSON.stringify(undone, undefined, 2) : printUndone(undone)}\n`);
    return exitCode.done;
  };
  if (dryRun) {
    return readOnly(config, io, (shown) =>
      withDatabase(shown, async (db) => (await already(db)) ?? print(await undoRun({ db, run, dryRun }))),
    );
  }
  const undo = (db: Db) =>
    withSearch(config, io, db, async (search) =>
      print(
        await logTask(
          { db, stop: undefined },
          { command: 'undo', source: String(run) },
          (undoing) => undoRun({ db, search, run, undoing }),
          countsOf,
        ),
      ),
    );
  return withDatabase(config, async (db) => (await already(db)) ?? undo(db));
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
