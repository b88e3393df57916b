import type { SearchEngine } from '@dossier/search';
import { groupBy, type Rebuilt, type UndoEffect } from '@dossier/shared';
import {
  commit,
  isOpen,
  readUnnamed,
  removeUnusedMatches,
  tallyChanges,
  type Tallied,
  type Db,
  type IngestRunRow,
  type StatementRow,
  type Trx,
} from '@dossier/store';
import { inOne } from '../guards/transaction.ts';
import { syncIndex, type Synced } from '../index/sync.ts';
import { kinds } from '../kinds/index.ts';
import { namesOfRestored, rebuildMentions } from './mentions.ts';
import { rebuildRecords } from '../ledger/rebuild.ts';
import type { Kind } from '../kinds/kind.ts';
import type { RecordId } from '../stored/storage.ts';
import { settleMatches } from '../ledger/settle-matches.ts';
import { LoadError } from '../rows/types.ts';
import { withoutSayings, type ChangedStatement } from './sayings.ts';
import { removeUnlinked } from './unlinked.ts';
import { laterDeletions } from './later-deletions.ts';
import { unmerge } from './unmerge.ts';

/** What an undo changed. */
export interface Undone extends Synced, UndoEffect {
  run: number;
  dryRun: boolean;
}

/**
 * Reverts a run: every record becomes what it would be without the run. Later runs still count. Reverts all of the run, or
 * nothing.
 * @param options.undoing the run of the undo itself
 * @throws LoadError when the run does not exist, has not ended or stored nothing, its command or kind stores no
 *   statements, or it merged a company that was erased
 */
export async function undoRun(options: {
  db: Db;
  search?: SearchEngine | undefined;
  run: number;
  undoing?: number;
  dryRun?: boolean;
}): Promise<Undone> {
  const { db, search, run, undoing, dryRun = false } = options;
  const done: Omit<Undone, 'run' | 'dryRun' | keyof Synced> = {
    ...{ records: {}, ofOtherRuns: [], held: 0, released: 0 },
  };
  const work = async (trx: Trx, now: string) => {
    const found = await checkRun(trx, run);
    const written = tallyChanges(trx);
    const { affected, found: said } = await takeBack(trx, run, now);
    if (affected.size === 0 && found.outcome !== 'done' && found.outcome !== 'rejects')
      throw new LoadError(`Run ${run} stored nothing: it ${ENDED[found.outcome]}. There is nothing to undo.`);
    const rebuilt =
      found.command === 'merge' ? await unmerge(trx, run, now) : await rebuildAll(trx, affected, now);
    // Its statement is there, so it was not reverted.
    if (found.command === 'merge' && affected.size > 0 && rebuilt.size === 0)
      throw new LoadError(`Run ${run} cannot be undone: the company that it merged was erased.`);
    // The statement of a merge only keeps the domain of the merged company.
    if (found.command !== 'merge') await removeUnlinked(trx, said, now);
    const unnamed = await readUnnamed(trx);
    await commit(trx, now, { statements: { remove: unnamed.map(({ id }) => Number(id)) } });
    Object.assign(done, await settleMatches(trx, now, now));
    await removeUnusedMatches(trx);
    Object.assign(done, countWritten(written(), run));
    if (undoing !== undefined) await markUndone(trx, run, undoing);
  };
  await inOne(db, !dryRun, (inTransaction) => inTransaction(work), undoing);
  const synced = dryRun ? { indexed: 0, waiting: 0 } : await syncIndex(db, search);
  return { run, dryRun, ...done, ...synced };
}

async function rebuildAll(
  trx: Trx,
  affected: Map<string, Set<string>>,
  now: string,
): Promise<Map<Kind, Rebuilt>> {
  const rebuilt = new Map<Kind, Rebuilt>();
  const restored = new Map<string, RecordId[]>();
  for (const kind of kinds) {
    const ids = affected.get(kind.name);
    if (!ids || !kind.statements) continue;
    const back: RecordId[] = [];
    rebuilt.set(kind, await rebuildRecords(trx, kind, [...ids], now, back));
    restored.set(kind.name, back);
  }
  for (const [kind, { changed }] of await rebuildMentions(trx, await namesOfRestored(trx, restored), now)) {
    const done = rebuilt.get(kind) ?? { restored: 0, changed: 0, removed: 0 };
    rebuilt.set(kind, { ...done, changed: done.changed + changed });
  }
  return rebuilt;
}

/** Counts the records that an undo wrote, and those of other runs that it removed. */
function countWritten(written: Tallied[], run: number): Pick<Undone, 'records' | 'ofOtherRuns'> {
  const records: Undone['records'] = {};
  const byRun = new Map<number, Record<string, number>>();
  for (const { name, plural } of kinds) {
    const some = written.filter(({ kind }) => kind === name);
    const countOf = (was: boolean, is: boolean) =>
      some.filter(({ before, after }) => before === was && after === is).length;
    const counted = {
      restored: countOf(false, true),
      changed: countOf(true, true),
      removed: countOf(true, false),
    };
    if (Object.values(counted).some((n) => n > 0)) records[plural] = counted;
    for (const other of some.flatMap(({ after, statedBy }) => (after ? [] : statedBy))) {
      const counts = byRun.get(other) ?? {};
      if (other !== run) byRun.set(other, { ...counts, [plural]: (counts[plural] ?? 0) + 1 });
    }
  }
  const ofOtherRuns = [...byRun].map(([id, counts]) => ({ run: id, records: counts }));
  return { records, ofOtherRuns: ofOtherRuns.sort((one, other) => one.run - other.run) };
}

/** How a run without stored rows ended. */
const ENDED = { running: 'was killed', refused: 'was rejected', failed: 'failed', stopped: 'was stopped' };

/** The commands that store statements. Only these can be undone. */
const SAYING = ['load', 'apply', 'retry', 'edgar', 'delete', 'set', 'unset', 'merge'];

async function checkRun(trx: Trx, id: number): Promise<IngestRunRow> {
  const run = await trx<IngestRunRow>('ingest_runs').where({ id }).first();
  const list = 'List the runs with: npm run ingest -- runs';
  if (!run) throw new LoadError(`There is no run ${id}. ${list}`);
  if (isOpen(run, Date.now())) throw new LoadError(`Run ${id} has not ended. Stop it first. ${list}`);
  if (!SAYING.includes(run.command)) {
    const way = run.command === 'undo' ? ' Load the files of the undone run again.' : '';
    throw new LoadError(`Run ${id} is "${run.command}", which cannot be undone.${way} ${list}`);
  }
  const kind = kinds.find(({ name }) => name === run.kind);
  if (kind && !kind.statements) {
    throw new LoadError(
      `Run ${id} loaded ${kind.plural}, which cannot be undone. Load the version before again, or delete them.`,
    );
  }
  return run;
}

/** Removes a run from the statements that it made or repeated. Returns the records by kind, and these statements. */
async function takeBack(
  trx: Trx,
  run: number,
  now: string,
): Promise<{ affected: Map<string, Set<string>>; found: StatementRow[] }> {
  const found = await trx<StatementRow>('statements')
    .where({ run })
    .orWhereLike('earlier_json', `%[${run},%`);
  const gone: number[] = [];
  const kept: ChangedStatement[] = [];
  for (const row of found) {
    // A run repeats itself if it loads a row twice.
    const left = withoutSayings(row, ([each]) => each === run);
    if (left) kept.push(left);
    else gone.push(Number(row.id));
  }
  const said = found.filter((row) => row.run === run);
  const ended = said.filter(({ content_json }) => content_json === null);
  const ends = new Set(ended.map(({ id }) => Number(id)));
  await commit(trx, now, { statements: { change: kept, remove: gone.filter((id) => !ends.has(id)) } });
  // Without the run, a later run would have deleted these records.
  const later = await laterDeletions(trx, run, ended);
  await commit(trx, now, {
    statements: {
      change: [...later].map(([id, deletion]) => ({ id, ...deletion })),
      remove: [...ends].filter((id) => !later.has(id)),
    },
  });
  const groups = groupBy(found, ({ kind }) => kind);
  const affected = new Map(
    [...groups].map(([kind, rows]) => [kind, new Set(rows.map((row) => row.record_id))]),
  );
  return { affected, found };
}

/** Names the undo in the log, and lets the next load of the source read its files again. */
async function markUndone(trx: Trx, id: number, undoing: number): Promise<void> {
  const run = await trx<IngestRunRow>('ingest_runs').where({ id }).first('kind', 'source');
  await trx('ingest_runs')
    .where({ id })
    .update({ message: `Undone by run ${undoing}.` });
  await trx('ingest_runs').where({ kind: run!.kind, source: run!.source }).update({ version_json: null });
}
