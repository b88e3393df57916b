import type { SearchEngine } from '@dossier/search';
import { noteRun, type Db } from '@dossier/store';
import type { TaskCounts } from '../../report/report.ts';
import { readConfig } from '../config.ts';
import { withDatabase, type Shown } from '../database.ts';
import { exitCode } from '../exit-codes.ts';
import type { Io } from '../io.ts';
import { withSearch } from '../search-engine.ts';
import { logTask, type RunName } from './run-log.ts';

interface Change<T> {
  name: RunName;
  work: (given: { db: Db; search: SearchEngine | undefined; run: number }) => Promise<T>;
  print: (done: T) => string;
  /** The counts that the log keeps; by default, the numbers of the result. */
  countsOf?: (done: T) => TaskCounts;
  /** Returns the result if there is nothing to do. Then no run is logged. */
  already?: (db: Db) => Promise<T | undefined>;
  /** Set if the change affects no search entries. */
  isUnsearched?: true;
}

/**
 * Changes records in a logged run, which signals do not stop, and prints what changed.
 * @param flags.because the reason, for the log
 */
export function change<T extends object>(
  io: Io,
  { json, indent = 2, because }: Shown & { because?: string | undefined },
  { name, work, print, countsOf, already, isUnsearched }: Change<T>,
): Promise<number> {
  const config = readConfig(io.env);
  return withDatabase(config, async (db) => {
    const logged = (search?: SearchEngine) =>
      logTask(
        { db, stop: undefined },
        name,
        async (run) => {
          const result = await work({ db, search, run });
          if (because !== undefined) await noteRun(db, run, { message: because });
          return result;
        },
        countsOf,
      );
    const done =
      (await already?.(db)) ?? (await (isUnsearched ? logged() : withSearch(config, io, db, logged)));
    io.out(`${json ? JSON.stringify(done, undefined, indent) : print(done)}\n`);
    return exitCode.done;
  });
}
