import type { SearchEngine } from '@dossier/search';
import { write, type Db } from '@dossier/store';
import type { Kind } from '../kinds/kind.ts';
import { countWarning, emptyReport, type Report } from '../report/report.ts';
import { batches } from './batch.ts';
import { bringIn } from '../index/sync.ts';
import { openSeenKeys } from './seen-keys.ts';
import { tooManyErrors, tooManyGone, type Gaps } from '../guards/gaps.ts';
import { leftOutFiles } from '../guards/left-out.ts';
import { openPresence, removeGone } from '../guards/missing.ts';
import type { Limit } from '../guards/limit.ts';
import { readRecords, type ReadOptions, type SourceItem } from '../readers/records.ts';
import { rejectsFile } from '../readers/rejects.ts';
import { extensionsOf } from '../readers/parse.ts';
import { Refusal } from '../report/refusal.ts';
import { totalSize } from '../files/source.ts';
import { untilStopped } from './stop.ts';
import { storeBatch } from './store-batch.ts';
import { inOne, type NoteProgress, type RunInTransaction } from '../guards/transaction.ts';
import type { Watcher } from './change-recorder.ts';

export interface LoadOptions extends ReadOptions {
  /** Does everything inside a transaction that is rolled back. */
  dryRun?: boolean;
  /** Where rejected rows are written, when there are any; nowhere when absent. */
  rejects?: string;
  /** Records of one transaction. */
  batchSize?: number;
  /**
   * What the feed no longer has is gone: all records of the kind that it does not give, or, where the records belong
   * to companies, all of those companies of which it gives some.
   */
  full?: boolean;
  /** Of a full load, how many records may go; else nothing is changed. 10 percent when absent. */
  maxDeletes?: Limit;
  /** How many rows may be rejected; else nothing is changed. Absent: any number, but none in a full load. */
  maxErrors?: Limit;
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
  /** Where what is new is indexed after the load; without it, it waits in the outbox. */
  search?: SearchEngine;
  kind: Kind;
  /** Files, directories, or `-` for standard input; or what another source gives. */
  paths: string[] | AsyncIterable<SourceItem>;
  options?: LoadOptions;
  watcher?: Watcher;
  onProgress?: (progress: Progress) => void;
  /** Called with the report so far in the transaction of each batch. */
  note?: NoteProgress;
  /** Ends the load behind the batch that is being stored. */
  stop?: AbortSignal;
  stdin?: AsyncIterable<Uint8Array>;
}

const BATCH_SIZE = 500;
const MAX_DELETES: Limit = { percent: 10 };

/**
 * Loads records: source, parse, validate, upsert in batches with their outbox rows, then outbox to index. A record
 * that is wrong is a reject of the report; the rest is loaded.
 *
 * A load that is full, or is watched, or may have only so many errors, is one transaction: all of it is stored, or
 * nothing, and then the report says why it was refused.
 * @throws LoadError when a file, a mapping or an option is wrong, Stopped when it was asked to stop. What was loaded
 *   before stays: loading again changes nothing of it.
 */
export async function load({
  db,
  search,
  kind,
  paths,
  options = {},
  watcher,
  onProgress,
  note,
  stop,
  stdin,
}: Load): Promise<Report> {
  const startedAt = performance.now();
  const { dryRun = false, full = false, maxErrors = full ? { count: 0 } : undefined } = options;
  const isOne = dryRun || full || maxErrors !== undefined || watcher !== undefined;
  const report = emptyReport(kind.plural, dryRun);
  const rejects = options.rejects === undefined ? undefined : await rejectsFile(options.rejects);
  const seenKeys = await openSeenKeys();
  const presence = full ? await openPresence() : undefined;
  const gaps: Gaps = { unread: 0 };
  const refuse = (refusal: Refusal | undefined) => {
    if (!refusal) return;
    // What is undone anyway goes on, to tell the rest.
    if (!dryRun) throw refusal;
    report.refused ??= { why: refusal.why, message: refusal.message };
  };
  const leftOut = leftOutFiles(kind);
  let bytes = 0;
  let isDone = false;
  try {
    const isFiles = onProgress && Array.isArray(paths);
    const totalBytes = isFiles ? await totalSize(paths, extensionsOf(kind)) : undefined;
    const records = readRecords(kind, paths, {
      ...options,
      // Nothing is stored for good before the end of a load that is one transaction.
      dryRun: isOne,
      stdin,
      onFile: () => report.files++,
      onLeftOut: leftOut.add,
      onBytes: (count) => (bytes += count),
    });
    const take = async (run: RunInTransaction) => {
      const whole = batches(records, options.batchSize ?? BATCH_SIZE, () => bytes);
      for await (const batch of untilStopped(whole, stop)) {
        const rejected = await storeBatch(run, batch, {
          report,
          gaps,
          seenKeys,
          kind,
          presence,
          watcher,
          note,
        });
        await rejects?.write(rejected);
        onProgress?.({ bytes, totalBytes, read: report.read, rejected: report.rejected });
      }
      if (leftOut.warning() !== undefined) countWarning(report, leftOut.warning()!);
      if (report.read === 0 && Array.isArray(paths)) countWarning(report, 'empty feed: no rows were read');
      if (maxErrors) refuse(tooManyErrors(report, gaps, maxErrors));
      if (presence) {
        const { maxDeletes = MAX_DELETES } = options;
        await run(async (trx, now) => {
          await removeGone(trx, now, {
            kind,
            presence,
            made: report.new,
            check: (found) => {
              report.gone = found.gone;
              refuse(tooManyGone(found, gaps, maxDeletes, kind.plural));
            },
            onGone: async (ids) => watcher?.gone(trx, kind, ids),
          });
          await note?.(trx, report);
        });
      }
      await watcher?.end();
    };
    if (isOne) await inOne(db, !dryRun, take);
    else await take((work) => write(db, work));
    isDone = true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    report.refused = { why: error.why, message: error.message };
  } finally {
    await seenKeys.close();
    await presence?.close();
    report.rejectsFile = await rejects?.close(isDone);
  }
  if (!dryRun && !report.refused) {
    const { indexed, waiting, problem } = await bringIn(db, search);
    Object.assign(report, { indexed, waiting });
    if (problem !== undefined) countWarning(report, `search unavailable: ${problem}`);
  }
  report.seconds = Math.round((performance.now() - startedAt) / 10) / 100;
  // Kilobytes on Linux and macOS alike.
  report.peakMemory = Math.round(process.resourceUsage().maxRSS / 1024);
  return report;
}
