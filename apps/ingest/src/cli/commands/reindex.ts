import { openSwitch } from '@dossier/search';
import type { Db } from '@dossier/store';
import { forget, rollback } from '../../index/reindex-switch.ts';
import { reindex, type Reindexed } from '../../index/reindex.ts';
import { count, printIndexed } from '../../report/report.ts';
import { readConfig, type IngestConfig } from '../config.ts';
import { withDatabase } from '../database.ts';
import { exitCode } from '../exit-codes.ts';
import type { Io } from '../io.ts';
import type { ReindexFlags } from '../program-search.ts';
import { countBar } from '../progress.ts';
import { logTask } from '../run-log.ts';
import { openEngine, searchOptions } from '../search-engine.ts';

const BACK = 'npm run ingest -- reindex --rollback';

/** Builds a new index and switches to it, switches back to the previous one, or deletes the previous one. */
export async function runReindex(io: Io, flags: ReindexFlags): Promise<number> {
  const config = readConfig(io.env);
  return withDatabase(config, async (db) => {
    const [done, text] = await (flags.forget
      ? forgetIndex(io, config, db)
      : flags.rollback
        ? rollbackIndex(io, config, db)
        : buildIndex(io, config, db, flags));
    io.out(`${flags.json ? JSON.stringify(done) : text}\n`);
    return exitCode.done;
  });
}

type Done = [result: object, text: string];

const switchOf = async (config: IngestConfig, db: Db) =>
  openSwitch(config.searchUrl, await searchOptions(config, db));

async function forgetIndex({ stop }: Io, config: IngestConfig, db: Db): Promise<Done> {
  const indexes = await switchOf(config, db);
  const run = { command: 'reindex', source: '--forget' };
  const done = await logTask({ db, stop }, run, () => forget({ db, indexes }));
  return [done, done.removed > 0 ? 'The previous index is deleted.' : 'There was no previous index.'];
}

async function rollbackIndex({ stop }: Io, config: IngestConfig, db: Db): Promise<Done> {
  const indexes = await switchOf(config, db);
  const run = { command: 'reindex', source: '--rollback' };
  const open = () => openEngine(config, db);
  const done = await logTask({ db, stop }, run, () => rollback({ db, indexes, open }));
  const text = ['The previous index is in use again. The other one is kept.', ...printIndexed(done)];
  return [done, text.join('\n')];
}

async function buildIndex(io: Io, config: IngestConfig, db: Db, { json }: ReindexFlags): Promise<Done> {
  const indexes = await switchOf(config, db);
  const bar = json ? undefined : countBar(io.terminal, 'records');
  const run = { command: 'reindex', source: '' };
  const open = () => openEngine(config, db);
  const done = await logTask({ db, stop: io.stop }, run, () =>
    reindex({ db, indexes, open, onProgress: bar?.update }).finally(() => bar?.stop()),
  );
  return [done, printReindexed(done)];
}

function printReindexed(done: Reindexed): string {
  const kept = done.tookOver
    ? 'The old index belongs to another database and is kept. Give it back with'
    : 'The old index is kept. Switch back to it with';
  return [
    `Search: a new index of ${count(done.put, 'entry', 'entries')} is in use (${done.seconds} s)`,
    ...printIndexed(done),
    `${kept}: ${BACK}`,
  ].join('\n');
}
