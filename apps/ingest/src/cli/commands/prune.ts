import { countPrunable, countPrunableVersions, pruneChanges, pruneHistory, write } from '@dossier/store';
import { orStopped } from '../../records/stop.ts';
import { count } from '../../report/report.ts';
import { readConfig } from '../config.ts';
import { readOnly, withDatabase } from '../database.ts';
import { exitCode } from '../exit-codes.ts';
import type { PruneFlags } from '../flags.ts';
import type { Io } from '../io.ts';
import { logTask } from '../run-log.ts';

/** Deletes old changes from the change log and old versions from the history, and prints how many. */
export async function runPrune(io: Io, { before, dryRun = false, json }: PruneFlags): Promise<number> {
  const config = readConfig(io.env);
  const print = ({ changes, versions }: { changes: number; versions: number }): number => {
    const what = `${count(changes, 'change')} and ${count(versions, 'version')}`;
    const text = `${dryRun ? 'Would delete' : 'Deleted'}: ${what} before ${before}`;
    io.out(`${json ? JSON.stringify({ changes, versions, before, dryRun }) : text}\n`);
    return exitCode.done;
  };
  if (dryRun)
    return readOnly(config, io, (shown) =>
      withDatabase(shown, async (db) =>
        print({
          changes: await countPrunable(db, before),
          versions: await countPrunableVersions(db, before),
        }),
      ),
    );
  return withDatabase(config, async (db) => {
    const prune = async () => ({
      changes: await pruneChanges((step) => orStopped(write(db, step), io.stop), before),
      versions: await pruneHistory((step) => orStopped(write(db, step), io.stop), before),
    });
    return print(await logTask({ db, stop: io.stop }, { command: 'prune', source: before }, prune));
  });
}
