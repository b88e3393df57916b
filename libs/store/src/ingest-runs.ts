import { hostname } from 'node:os';
import { toTimestamp } from '@dossier/shared';
import type { Db, Trx } from './open.ts';

export interface IngestRunRow {
  id: number;
  command: string;
  kind: string | null;
  source: string;
  started_at: string;
  /** Null while it runs, and for ever when its program was killed. */
  ended_at: string | null;
  outcome: 'running' | 'done' | 'rejects' | 'refused' | 'failed' | 'stopped';
  /** Why it was refused or failed. */
  message: string | null;
  /** What it did, in numbers; until it ends, what it has stored so far. */
  counts_json: string | null;
  rejects_file: string | null;
  /** The machine and the process that it is, or was. Null in runs of earlier releases, as is `seen_at`. */
  host: string | null;
  pid: number | null;
  /** When it last noted what it had stored. */
  seen_at: string | null;
}

/** What is known of a run while it runs. */
export interface RunProgress {
  rejects_file?: string | null;
  /** Plain JSON: what it did, in numbers. */
  counts?: object;
}

/** What is known of a run when it ends. What is not given stays as it was noted last. */
export type RunEnd = Pick<IngestRunRow, 'outcome'> & Partial<Pick<IngestRunRow, 'message'>> & RunProgress;

/** Notes that a run of ingest begins. Returns its id. */
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

/** Notes how far it is. Inside of a transaction that stores, what is noted is what is stored. */
export async function noteRun(db: Db | Trx, id: number, progress: RunProgress): Promise<void> {
  await db('ingest_runs')
    .where({ id })
    .update({ seen_at: toTimestamp(Date.now()), ...columnsOfProgress(progress) });
}

/** Notes how it ended. */
export async function endRun(db: Db | Trx, id: number, { outcome, message, ...rest }: RunEnd): Promise<void> {
  const now = toTimestamp(Date.now());
  await db('ingest_runs')
    .where({ id })
    .update({ ended_at: now, seen_at: now, outcome, message, ...columnsOfProgress(rest) });
}

/** What is undefined is not written. */
const columnsOfProgress = ({ rejects_file, counts }: RunProgress) => ({
  rejects_file,
  counts_json: counts && JSON.stringify(counts),
});

/** Whether the process of a run is there; undefined where that cannot be known, as of another machine. */
export function isThere({ host, pid }: Pick<IngestRunRow, 'host' | 'pid'>): boolean | undefined {
  if (host !== hostname() || pid === null) return undefined;
  // Who asks is another run: its number has come again, as it does in containers.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The last runs, newest first. */
export async function lastRuns(db: Db, limit: number): Promise<IngestRunRow[]> {
  return db<IngestRunRow>('ingest_runs').orderBy('id', 'desc').limit(limit);
}
