import { openSearch, openStandby } from '@dossier/search';
import type { Db } from '@dossier/store';
import { readConfig, type IngestConfig } from './config.ts';
import { reindex } from '../index/reindex.ts';
import { printWaiting } from '../report/report.ts';
import { indexOutbox } from '../index/outbox.ts';
import { orStopped } from '../records/stop.ts';
import type { Synced } from '../index/sync.ts';
import { verify, type Verified } from '../index/verify.ts';
import { countBar } from './count-bar.ts';
import { exitCode } from './exit-codes.ts';
import { recordedTask } from './recorded.ts';
import type { IndexFlags, ReindexFlags, VerifyFlags } from './search-program.ts';
import { searchOptions, withDatabase, type World } from './world.ts';

const open = async (config: IngestConfig, db: Db) =>
  openSearch(config.searchUrl, await searchOptions(config, db));

/** Brings the search up to date with the database. */
export async function runIndex(world: World, { json }: IndexFlags): Promise<number> {
  const config = readConfig(world.env);
  return withDatabase(config, async (db) => {
    const search = await open(config, db);
    try {
      const indexed = await orStopped(indexOutbox({ db, search }), world.stop);
      world.out(
        `${json ? JSON.stringify(indexed) : `Search: ${indexed.put} put, ${indexed.removed} removed.`}\n`,
      );
      return exitCode.done;
    } finally {
      await search.close();
    }
  });
}

/** Rebuilds the search index. */
export async function runReindex(world: World, { json }: ReindexFlags): Promise<number> {
  const config = readConfig(world.env);
  return withDatabase(config, async (db) => {
    const standby = await openStandby(config.searchUrl, await searchOptions(config, db));
    const bar = json ? undefined : countBar(world.terminal, 'records');
    const run = { command: 'reindex', source: '' };
    const done = await recordedTask({ db, stop: world.stop }, run, () =>
      reindex({ db, standby, open: () => open(config, db), onProgress: bar?.update }).finally(() =>
        bar?.stop(),
      ),
    );
    const lines = [
      `Search: a new index of ${entries(done.put)} is in use (${done.seconds} s)`,
      ...printSynced(done),
    ];
    if (done.tookOver) {
      lines.push('The previous index belonged to another database, which now needs an index of its own.');
    }
    world.out(`${json ? JSON.stringify(done) : lines.join('\n')}\n`);
    return exitCode.done;
  });
}

/** Compares the index with the database, and repairs it when asked. */
export async function runVerify(world: World, { json, repair }: VerifyFlags): Promise<number> {
  const config = readConfig(world.env);
  return withDatabase(config, async (db) => {
    const search = await open(config, db);
    const bar = json ? undefined : countBar(world.terminal, 'records');
    try {
      const run = { command: 'verify', source: repair ? '--repair' : '' };
      const found = await recordedTask(
        { db, stop: world.stop },
        run,
        () => verify({ db, search, repair, onProgress: bar?.update }).finally(() => bar?.stop()),
        ({ alike, missing, stale, surplus, waiting, damage, repaired = 0, seconds }) => ({
          ...{ alike, missing, stale, surplus, waiting, damages: damage.length, repaired, seconds },
        }),
      );
      world.out(`${json ? JSON.stringify(found, undefined, 2) : printVerified(found)}\n`);
      const isAlike = found.missing + found.stale + found.surplus === 0;
      const isWhole = found.damage.length === 0;
      return isWhole && (isAlike || found.repaired !== undefined) ? exitCode.done : exitCode.differs;
    } finally {
      await search.close();
    }
  });
}

function printVerified(found: Verified): string {
  const { alike, waiting, missing, stale, surplus, damage, first, repaired, problem, seconds } = found;
  const lines = [
    `Search: ${alike} alike, ${missing} missing, ${stale} stale, ${surplus} surplus, ${waiting} waiting (${seconds} s)`,
    ...first.map(({ difference, type, id }) => `  ${difference} ${type} ${id}`),
  ];
  const differences = missing + stale + surplus;
  if (differences > first.length) lines.push('  …');
  if (waiting > 0) lines.push(printWaiting(waiting));
  lines.push(...damage.map((what) => `Damaged: ${what}`));
  if (damage.length > 0) lines.push('Build it anew with: npm run ingest -- reindex');
  if (problem !== undefined) lines.push(`Not repaired, the search cannot be used now: ${problem}`);
  else if (repaired !== undefined) lines.push(`Repaired: ${repaired}`);
  else if (differences > 0) lines.push('Repair them with: npm run ingest -- verify --repair');
  return lines.join('\n');
}

function printSynced({ indexed, waiting, problem }: Synced): string[] {
  const lines = [];
  if (problem !== undefined) lines.push(`The search cannot be used now: ${problem}`);
  if (indexed > 0) lines.push(`Search: ${entries(indexed)} that changed meanwhile brought up to date`);
  if (waiting > 0) lines.push(printWaiting(waiting));
  return lines;
}

const entries = (n: number) => `${n} ${n === 1 ? 'entry' : 'entries'}`;
