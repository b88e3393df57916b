import { hostname } from 'node:os';
import { toTimestamp } from '@dossier/shared';
import type { Db, Trx } from './open.ts';

export interface IngestRunRow {
  id: number;
  command: string;
  kind: string | null;
  source: string;
  started_at: string;
  /** Null while it runs, and after its program was killed. */
  ended_at: string | null;
  outcome: 'running' | 'done' | 'rejects' | 'refused' | 'failed' | 'stopped';
  /** Why the run was refused or failed. */
  message: string | null;
  /** The counts of what it did; until it ends, of what it has stored so far. */
  counts_json: string | null;
  rejects_file: string | null;
  /** Its machine and process. Null in runs of earlier releases, like `seen_at`. */
  host: string | null;
  pid: number | null;
  /** When it last recorded its progress. */
  seen_at: string | null;
}

/** The progress of a run. */
export interface RunProgress {
  rejects_file?: string | null;
  /** Counts, as plain JSON. */
  counts?: object;
}

/** The end of a run. Absent fields keep their last recorded values. */
export type RunEnd = Pick<IngestRunRow, 'outcome'> & Partial<Pick<IngestRunRow, 'message'>> & RunProgress;

/** Records the beginning of an ingest run. Returns its id. */
export async function beginRun(
  db: Db,
  run: Pick<IngestRunRow, 'command' | 'kind' | 'source'>,
): Promise<number> {
  const now = toTimestamp(Date.now());
  const times = { started_at: now, seen_at: now };
  const [row] = await db('ingest_runs')
    .insert({ ...run, ...times, outcome: 'running', host: hostname(), pid: process.pid })
    .returning<{ id: number }[]>('id');
  return row!.id;
}

/** Records progress. In the transaction that stores rows, the recorded counts match what is stored. */
export async function noteRun(db: Db | Trx, id: number, progress: RunProgress): Promise<void> {
  await db('ingest_runs')
    .where({ id })
    .update({ seen_at: toTimestamp(Date.now()), ...columnsOfProgress(progress) });
}

/** Records how the run ended. */
export async function endRun(db: Db | Trx, id: number, { outcome, message, ...rest }: RunEnd): Promise<void> {
  const now = toTimestamp(Date.now());
  await db('ingest_runs')
    .where({ id })
    .update({ ended_at: now, seen_at: now, outcome, message, ...columnsOfProgress(rest) });
}

/** Returns the columns to write; Knex ignores undefined values. */
const columnsOfProgress = ({ rejects_file, counts }: RunProgress) => ({
  rejects_file,
  counts_json: counts && JSON.stringify(counts),
});

/** Returns whether the process of a run is alive; undefined for a process of another machine. */
export function isThere({ host, pid }: Pick<IngestRunRow, 'host' | 'pid'>): boolean | undefined {
  if (host !== hostname() || pid === null) return undefined;
  // Containers reuse process ids: this process is another run.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Lists the last runs, newest first. */
export async function lastRuns(db: Db, limit: number): Promise<IngestRunRow[]> {
  return db<IngestRunRow>('ingest_runs').orderBy('id', 'desc').limit(limit);
}
