import { toTimestamp } from '@dossier/shared';
import type { Db } from './open.ts';

export interface IngestRunRow {
  id: number;
  command: string;
  kind: string | null;
  source: string;
  started_at: string;
  /** Null while it runs, and for ever when its program was killed. */
  ended_at: string | null;
  outcome: 'running' | 'done' | 'rejects' | 'refused' | 'failed';
  /** Why it was refused or failed. */
  message: string | null;
  counts_json: string | null;
  rejects_file: string | null;
}

/** What is known of a run when it ends. */
export type RunEnd = Pick<IngestRunRow, 'outcome'> &
  Partial<Pick<IngestRunRow, 'message' | 'rejects_file'>> & {
    /** Plain JSON: what it did, in numbers. */
    counts?: object;
  };

/** Notes that a run of ingest begins. Returns its id. */
export async function beginRun(
  db: Db,
  run: Pick<IngestRunRow, 'command' | 'kind' | 'source'>,
): Promise<number> {
  const started = { ...run, started_at: toTimestamp(Date.now()), outcome: 'running' };
  const [row] = await db('ingest_runs').insert(started).returning<{ id: number }[]>('id');
  return row!.id;
}

/** Notes how it ended. */
export async function endRun(
  db: Db,
  id: number,
  { outcome, message = null, rejects_file = null, counts }: RunEnd,
): Promise<void> {
  const counts_json = counts === undefined ? null : JSON.stringify(counts);
  await db('ingest_runs')
    .where({ id })
    .update({ ended_at: toTimestamp(Date.now()), outcome, message, rejects_file, counts_json });
}

/** The last runs, newest first. */
export async function lastRuns(db: Db, limit: number): Promise<IngestRunRow[]> {
  return db<IngestRunRow>('ingest_runs').orderBy('id', 'desc').limit(limit);
}
