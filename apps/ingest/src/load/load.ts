import type { SearchEngine } from '@dossier/search';
import {
  HAND,
  keepJournals,
  lastProfile,
  openDatabase,
  readRanks,
  tallyChanges,
  write,
  writeRanks,
  type Db,
  type RunProfile,
  type Trx,
} from '@dossier/store';
import { tooManyErrors, tooManyMissing, type Gaps } from '../guards/gaps.ts';
import { driftBetween, driftKey, tooMuchDrift, type Drift } from '../guards/drift.ts';
import { leftOutFiles } from '../guards/left-out.ts';
import type { Limit } from '../guards/limit.ts';
import { createFeedDiff, removeMissing } from '../guards/missing.ts';
import { inOne, type NoteProgress, type RunInTransaction } from '../guards/transaction.ts';
import { nameOf, totalSize, type SourcePath } from '../files/source.ts';
import { queryHash } from '../files/remote/address.ts';
import { syncIndex } from '../index/sync.ts';
import type { Kind } from '../kinds/kind.ts';
import { rebuildShared } from '../ledger/rebuild.ts';
import { settleMatches } from '../ledger/settle-matches.ts';
import { loadStatements } from '../ledger/statements/load-statements.ts';
import { extensionsOf } from '../readers/formats/index.ts';
import { readFiles, type ReadOptions, type SourceItem } from '../readers/open.ts';
import { ranksFile, readSourceRanks } from '../readers/sources-file.ts';
import { newProfiler, type Profiler, type SourceProfile } from '../readers/profile.ts';
import { Refusal } from '../report/refusal.ts';
import { countWarning, emptyReport, type Report } from '../report/report.ts';
import type { ChangeRecorder } from './change-recorder.ts';
import { runPipeline } from './pipeline.ts';
import { rejectedLoad, rejectsFile } from './rejects-file.ts';
import { createSeenKeys } from './seen-keys.ts';
import { storeBatch } from './store-batch.ts';

export interface LoadOptions extends ReadOptions {
  /** Does everything inside a transaction that is rolled back. */
  dryRun?: boolean;
  /** The path of the file for rejected rows, written only if there are any; without it they are only counted. */
  rejects?: string;
  /** Records per transaction. */
  batchSize?: number;
  /**
   * Deletes the records that are missing from the feed: all such records of the kind or, where records belong to
   * companies, those of the companies that the feed has records of.
   */
  full?: boolean;
  /** With `full`: beyond this many deletions nothing is changed. 10 percent when absent. */
  maxDeletes?: Limit;
  /** Beyond this many rejected rows nothing is changed. When absent any number, but none with `full`. */
  maxErrors?: Limit;
  /** Changes nothing if the source differs from its last load. */
  strictSchema?: boolean;
}

/** How far a load is. */
export interface Progress {
  bytes: number;
  /** Undefined when it cannot be known, as of standard input. */
  totalBytes: number | undefined;
  read: number;
  rejected: number;
}

export interface Load {
  db: Db;
  /** The index to update after the load; without it the outbox keeps what is to be indexed. */
  search?: SearchEngine;
  kind: Kind;
  /** Files, directories, or `-` for standard input; or the items of another source. */
  paths: SourcePath[] | AsyncIterable<SourceItem>;
  options?: LoadOptions;
  recorder?: ChangeRecorder;
  onProgress?: (progress: Progress) => void;
  /** The ingest run, which statements and the change log name. */
  run?: number | undefined;
  /** Called with the report so far in the transaction of each batch. */
  note?: NoteProgress;
  /** Receives what the rows of the source looked like, once all are read. */
  onProfile?: (read: RunProfile) => void;
  /** Ends the load after the current batch. */
  stop?: AbortSignal;
  stdin?: AsyncIterable<Uint8Array>;
}

/** Fewer transactions write each page of an index less often: 2,000 rows take a fifth less CPU than 500 on SQLite. */
const BATCH_SIZE = 2000;
const MAX_DELETES: Limit = { percent: 10 };

/**
 * Loads records: reads, validates and stores them in batches with their outbox rows, then updates the index. A wrong
 * record is a reject of the report; the others are loaded.
 *
 * A load with `full`, `maxErrors`, `strictSchema` or a recorder is one transaction: it stores everything or nothing, and then the
 * report has the reason.
 * @throws LoadError when a file, a mapping or an option is wrong; Stopped when it was stopped. Stored batches stay, and
 *   loading again leaves them unchanged.
 */
export async function load({
  db,
  search,
  kind,
  paths,
  options = {},
  recorder,
  onProgress,
  run: id,
  note,
  onProfile,
  stop,
  stdin,
}: Load): Promise<Report> {
  const startedAt = performance.now();
  const { dryRun = false, full = false, strictSchema = false } = options;
  const { maxErrors = full ? { count: 0 } : undefined } = options;
  const isOne = dryRun || full || strictSchema || maxErrors !== undefined || recorder !== undefined;
  const report = emptyReport(kind.plural, dryRun);
  const rejects =
    options.rejects === undefined
      ? undefined
      : await rejectsFile(options.rejects, rejectedLoad(kind.name, options));
  const gaps: Gaps = { unread: 0 };
  const refuse = (refusal: Refusal | undefined) => {
    if (!refusal) return;
    // A dry run is rolled back anyway, so it goes on and reports the rest.
    if (!dryRun) throw refusal;
    report.refused ??= { why: refusal.why, message: refusal.message };
  };
  const leftOut = leftOutFiles(kind);
  const isFiles = Array.isArray(paths);
  const profiler = newProfiler();
  let bytes = 0;
  let isDone = false;
  const restoreJournals = await keepJournals(db);
  // SQLite stores an unnamed database in a temporary file, which is deleted when it is closed.
  const scratch = openDatabase('sqlite:');
  try {
    const seenKeys = await createSeenKeys(scratch);
    const feedDiff = full ? await createFeedDiff(scratch) : undefined;
    const ranks = await readSourceRanks(options);
    const statements = loadStatements(ranks ? new Map([...ranks, [HAND, 0]]) : await readRanks(db));
    const totalBytes = onProgress && isFiles ? await totalSize(paths, extensionsOf(kind)) : undefined;
    const items = isFiles
      ? readFiles(kind, paths, {
          ...options,
          stdin,
          onLeftOut: leftOut.add,
          onBytes: (count) => (bytes += count),
          profiler,
        })
      : paths;
    const settle = async (trx: Trx, now: string) => {
      report.released += (await settleMatches(trx, now, now)).released;
    };
    const work = async (inTransaction: RunInTransaction) => {
      if (ranks)
        await inTransaction(async (trx, now) => {
          if (!(await writeRanks(trx, ranks))) return;
          const file = ranksFile(options)!;
          for (const [each, ids] of await rebuildShared(trx, now)) {
            const results = ids.map((id, i) => ({
              ...{ file, row: i + 1 },
              outcome: { outcome: 'changed' as const, id },
            }));
            if (ids.length > 0) await recorder?.batch(trx, each, results);
          }
        });
      const context = { report, gaps, seenKeys, statements, kind, feedDiff, recorder, note };
      await runPipeline({
        kind,
        items,
        // A load in one transaction keeps nothing before its end.
        isAcknowledged: !isOne,
        batchSize: options.batchSize ?? BATCH_SIZE,
        bytesRead: () => bytes,
        onItem: () => report.files++,
        stop,
        store: async (batch) => {
          const rejected = await storeBatch(inTransaction, batch, context);
          await rejects?.write(rejected);
          onProgress?.({ bytes, totalBytes, read: report.read, rejected: report.rejected });
        },
      });
      const warning = leftOut.warning();
      if (warning !== undefined) countWarning(report, warning);
      if (report.read === 0 && isFiles) countWarning(report, 'empty feed: no rows were read');
      const read = isFiles ? readProfile(profiler, paths, options) : undefined;
      if (read) {
        const compare = (handle: Db | Trx) => compareWithLast(handle, kind, read);
        const drift = isOne ? await inTransaction(compare) : await compare(db);
        for (const { message } of drift?.changes ?? []) countWarning(report, message);
        if (drift) report.drift = drift;
        onProfile?.({ ...read, drift: drift?.changes.length ? drift : undefined });
        if (drift && strictSchema) refuse(tooMuchDrift(drift));
      }
      if (maxErrors) refuse(tooManyErrors(report, gaps, maxErrors));
      if (feedDiff) {
        const { maxDeletes = MAX_DELETES } = options;
        await inTransaction(async (trx, now) => {
          await removeMissing(trx, now, {
            kind,
            feedDiff,
            created: report.new,
            check: (found) => {
              report.gone = found.missing;
              refuse(tooManyMissing(found, gaps, maxDeletes, kind.plural));
            },
            onMissing: async (ids) => recorder?.missing(trx, kind, ids),
          });
          await note?.(trx, report);
        });
      }
      await inTransaction(settle);
      await recorder?.end();
    };
    /** The companies that a transaction changes may settle matches. A load that ends early has no later one. */
    const settling: RunInTransaction = (step) =>
      write(
        db,
        async (trx, now) => {
          const written = tallyChanges(trx);
          const done = await step(trx, now);
          if (written().some(({ kind: of, before }) => of === 'company' && before)) await settle(trx, now);
          return done;
        },
        id,
      );
    await (isOne ? inOne(db, !dryRun, work, id) : work(settling));
    isDone = true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    report.refused = { why: error.why, message: error.message };
  } finally {
    await scratch.destroy();
    try {
      report.rejectsFile = await rejects?.close(isDone);
    } finally {
      await restoreJournals();
    }
  }
  if (!dryRun && !report.refused) {
    const { indexed, waiting, problem } = await syncIndex(db, search);
    Object.assign(report, { indexed, waiting });
    if (problem !== undefined) countWarning(report, `search unavailable: ${problem}`);
  }
  report.seconds = Math.round((performance.now() - startedAt) / 10) / 100;
  // maxRSS is in kilobytes.
  report.peakMemory = Math.round(process.resourceUsage().maxRSS / 1024);
  return report;
}

/** What a load read, under the name of its source; undefined if the rows are of no source that can be compared. */
function readProfile(
  profiler: Profiler,
  paths: SourcePath[],
  { source = profiler.source(), mapping }: LoadOptions,
): { key: string; profile: SourceProfile } | undefined {
  const queries = paths.flatMap((path) => (typeof path === 'string' ? [] : (queryHash(path.address) ?? [])));
  const key = driftKey({ paths: paths.map(nameOf), queries, source, mapping });
  const profile = profiler.profile();
  return key === undefined || !profile ? undefined : { key, profile };
}

/** Compares a load with the last one of its source; undefined if it is the first. */
async function compareWithLast(
  db: Db | Trx,
  { name }: Kind,
  { key, profile }: { key: string; profile: SourceProfile },
): Promise<Drift | undefined> {
  const last = await lastProfile(db, name, key);
  if (!last) return undefined;
  const before = JSON.parse(last.profile_json) as SourceProfile;
  return { source: key, since: last.started_at, changes: driftBetween(before, profile) };
}
