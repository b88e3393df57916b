import { printIndexed } from '../../report/report.ts';
import { undoRun, type Undone } from '../../records/undo.ts';
import { readConfig } from '../config.ts';
import { readOnly, withDatabase } from '../database.ts';
import { exitCode } from '../exit-codes.ts';
import type { UndoFlags } from '../flags.ts';
import type { Io } from '../io.ts';
import { logTask } from '../run-log.ts';
import { withSearch } from '../search-engine.ts';

/** Takes back a run, and prints what changed. */
export async function runUndo(io: Io, run: number, { dryRun, json }: UndoFlags): Promise<number> {
  const config = readConfig(io.env);
  const print = (undone: Undone) => {
    io.out(`${json ? JSON.stringify(undone, undefined, 2) : printUndone(undone)}\n`);
    return exitCode.done;
  };
  if (dryRun) {
    return readOnly(config, io, (shown) =>
      withDatabase(shown, async (db) => print(await undoRun({ db, run, dryRun }))),
    );
  }
  return withDatabase(config, async (db) =>
    withSearch(config, io, db, async (search) =>
      print(
        await logTask(
          { db, stop: undefined },
          { command: 'undo', source: String(run) },
          (undoing) => undoRun({ db, search, run, undoing }),
          countsOf,
        ),
      ),
    ),
  );
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
  const { run, dryRun, records } = undone;
  const kinds = Object.entries(records).map(
    ([plural, { restored, changed, removed }]) =>
      `  ${plural}: ${restored} restored, ${changed} changed, ${removed} removed`,
  );
  if (kinds.length === 0) kinds.push('  No record changes.');
  const title = dryRun ? `Undoing run ${run} would do (nothing stored):` : `Run ${run} is undone:`;
  return [title, ...kinds, ...(dryRun ? [] : printIndexed(undone))].join('\n');
}
