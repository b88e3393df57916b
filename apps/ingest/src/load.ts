import { SearchUnavailable, type SearchEngine } from '@dossier/search';
import { outboxDepth, write, type Db, type Trx } from '@dossier/store';
import type { Kind } from './kinds/kind.ts';
import { countOutcome, countReject, countWarning, emptyReport, type Report } from './report.ts';
import { openClaims, type LoadClaims } from './stages/claims.ts';
import { indexOutbox } from './stages/index-outbox.ts';
import { batches, type Checked, type Valid } from './stages/batch.ts';
import { readRecords, type ReadOptions, type SourceItem } from './stages/records.ts';
import { rejectsFile } from './stages/rejects.ts';
import { extensionsOf } from './stages/parse.ts';
import { totalSize } from './stages/source.ts';
import { isReject, type Reject } from './stages/types.ts';

export interface LoadOptions extends ReadOptions {
  /** Does everything inside a transaction that is rolled back. */
  dryRun?: boolean;
  /** Where rejected rows are written, when there are any; nowhere when absent. */
  rejects?: string;
  /** Records of one transaction. */
  batchSize?: number;
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
  onProgress?: (progress: Progress) => void;
  stdin?: AsyncIterable<Uint8Array>;
}

const BATCH_SIZE = 500;

/**
 * Loads records: source, parse, validate, upsert in batches with their outbox rows, then outbox to index. A record
 * that is wrong is a reject of the report; the rest is loaded.
 * @throws LoadError when a file, a mapping or an option is wrong. What was loaded before stays: loading again
 *   changes nothing of it.
 */
export async function load({
  db,
  search,
  kind,
  paths,
  options = {},
  onProgress,
  stdin,
}: Load): Promise<Report> {
  const startedAt = performance.now();
  const report = emptyReport(kind.plural, options.dryRun === true);
  const rejects = options.rejects === undefined ? undefined : rejectsFile(options.rejects);
  const claims = await openClaims();
  let bytes = 0;
  try {
    const isFiles = onProgress && Array.isArray(paths);
    const totalBytes = isFiles ? await totalSize(paths, extensionsOf(kind)) : undefined;
    const records = readRecords(kind, paths, {
      ...options,
      stdin,
      onFile: () => report.files++,
      onBytes: (count) => (bytes += count),
    });
    const take = async (run: RunInTransaction) => {
      for await (const batch of batches(records, options.batchSize ?? BATCH_SIZE, () => bytes)) {
        const rejected = await storeBatch(run, batch, { report, claims, kind });
        await rejects?.write(rejected);
        onProgress?.({ bytes, totalBytes, read: report.read, rejected: report.rejected });
      }
    };
    if (options.dryRun) await rolledBack(db, take);
    else await take((work) => write(db, work));
  } finally {
    await claims.close();
    report.rejectsFile = await rejects?.close();
  }
  if (!options.dryRun) await bringIn(db, search, report);
  report.seconds = Math.round((performance.now() - startedAt) / 10) / 100;
  // Kilobytes on Linux and macOS alike.
  report.peakMemory = Math.round(process.resourceUsage().maxRSS / 1024);
  return report;
}

type RunInTransaction = <T>(work: (trx: Trx, now: string) => Promise<T>) => Promise<T>;

class Rollback extends Error {}

/** One transaction around everything, which leaves nothing. */
async function rolledBack(db: Db, take: (run: RunInTransaction) => Promise<void>): Promise<void> {
  try {
    await write(db, async (trx, now) => {
      await take((work) => work(trx, now));
      throw new Rollback();
    });
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
}

/** Stores the records of a batch, which are of one kind, in one transaction. Returns what was rejected. */
async function storeBatch(
  run: RunInTransaction,
  batch: Checked[],
  { report, claims, kind }: { report: Report; claims: LoadClaims; kind: Kind },
): Promise<Reject[]> {
  const records = batch.filter((each): each is Valid => !isReject(each));
  const rejects: Reject[] = batch.filter(isReject);
  if (records.length > 0) {
    const batchKind = records[0]!.kind;
    const batchClaims = claims.batch(records);
    const values = records.map((each) => each.record);
    const outcomes = await run((trx, now) => batchKind.upsert(trx, values, now, batchClaims));
    await batchClaims.keep();
    outcomes.forEach((result, i) => {
      const { file, row, raw, warnings } = records[i]!;
      if (result.outcome === 'rejected') {
        rejects.push({ file, row, reason: result.reason, raw });
        return;
      }
      if (batchKind.name === kind.name) countOutcome(report, result.outcome);
      else if (result.outcome === 'new') report.companiesCreated++;
      for (const warning of [...warnings, ...(result.warnings ?? [])]) {
        countWarning(report, warning, { file, row });
      }
    });
  }
  // In the order of the file.
  rejects.sort((a, b) => (a.file === b.file ? a.row - b.row : 0));
  for (const reject of rejects) countReject(report, reject);
  return rejects;
}

/** Indexes what waits. A search that cannot be used now stops nothing: the outbox keeps it. */
async function bringIn(db: Db, search: SearchEngine | undefined, report: Report): Promise<void> {
  if (search) {
    try {
      const { put, removed } = await indexOutbox({ db, search });
      report.indexed = put + removed;
    } catch (error) {
      if (!(error instanceof SearchUnavailable)) throw error;
      countWarning(report, `search unavailable: ${error.message}`);
    }
  }
  report.waiting = await outboxDepth(db);
}
