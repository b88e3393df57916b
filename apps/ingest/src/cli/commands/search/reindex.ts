import { openStandby } from '@dossier/search';
import { reindex, type Reindexed } from '../../../index/reindex.ts';
import { count, printIndexed } from '../../../report/report.ts';
import { readConfig } from '../../config.ts';
import { withDatabase } from '../../database.ts';
import { exitCode } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';
import type { ReindexFlags } from '../../flags.ts';
import { countBar } from '../../runs/progress.ts';
import { logTask } from '../../runs/run-log.ts';
import { openEngine, searchOptions } from '../../search-engine.ts';

/** Builds a new search index from the database and switches to it. */
export async function runReindex(io: Io, { json, ifNeeded }: ReindexFlags): Promise<number> {
  const config = readConfig(io.env);
  return withDatabase(config, async (db) => {
    const standby = await openStandby(config.searchUrl, await searchOptions(config, db));
    const bar = json ? undefined : countBar(io.terminal);
    const open = () => openEngine(config, db);
    const done = await logTask({ db, stop: io.stop }, { command: 'reindex', source: '' }, () =>
      reindex({ db, standby, open, ifNeeded, onProgress: bar?.update }).finally(() => bar?.stop()),
    );
    io.out(`${json ? JSON.stringify(done) : printReindexed(done)}\n`);
    return exitCode.done;
  });
}

function printReindexed(done: Reindexed): string {
  if (done.isFilled) return 'Search: the index is filled, so nothing was done.';
  const lines = [
    `Search: a new index of ${count(done.put, 'entry', 'entries')} is in use (${done.seconds} s)`,
    ...printIndexed(done),
  ];
  if (done.tookOver) {
    lines.push('The previous index belonged to another database, which now needs an index of its own.');
  }
  return lines.join('\n');
}
