import { hostname } from 'node:os';
import { toTimestamp } from '@dossier/shared';
import type { Db, Trx } from '../sql/open.ts';
import { newestChange } from './changes.ts';

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
  /** Its machine and process. */
  host: string;
  pid: number;
  /** When it last recorded its progress. */
  seen_at: string;
  /** How the rows of its source differed from those of the previous load. */
  drift_json: string | null;
}

/** What the rows of a source looked like, and how that differed from its last load. */
export interface RunProfile {
  /** The name under which the loads of a source are compared. */
  key: string;
  /** Counts by column, as plain JSON. */
  profile: object;
  drift?: object | undefined;
}

/** The progress of a run. */
interface RunProgress {
  rejects_file?: string | null;
  /** Counts, as plain JSON. */
  counts?: object;
  message?: string;
}

/** The end of a run. Absent fields keep their last recorded values. */
export type RunEnd = Pick<IngestRunRow, 'outcome'> &
  Partial<Pick<IngestRunRow, 'message'>> &
  Omit<RunProgress, 'message'> & {
    read?: RunProfile | undefined;
    /** The versions of the remote files that it read. */
    version?: object | undefined;
  };

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
export async function endRun(
  db: Db | Trx,
  id: number,
  { outcome, message, read, version, ...rest }: RunEnd,
): Promise<void> {
  const now = toTimestamp(Date.now());
  const profile = read && {
    source_key: read.key,
    profile_json: JSON.stringify(read.profile),
    drift_json: read.drift && JSON.stringify(read.drift),
  };
  await db('ingest_runs')
    .where({ id })
    .update({
      ended_at: now,
      seen_at: now,
      outcome,
      ...profile,
      version_json: version && JSON.stringify(version),
      ...columnsOfProgress(rest),
      message,
    });
}

/** Returns the versions of remote files that the last run of a source read, as JSON, if it was complete. */
export async function lastVersion(
  db: Db,
  kind: string,
  source: string,
): Promise<{ started_at: string; version_json: string } | undefined> {
  const last = await db('ingest_runs')
    .where({ kind, source })
    .orderBy('id', 'desc')
    .first<{ outcome: string; started_at: string; version_json: string | null } | undefined>(
      'outcome',
      'started_at',
      'version_json',
    );
  if (last?.outcome !== 'done' || last.version_json === null) return undefined;
  return { started_at: last.started_at, version_json: last.version_json };
}

/** Returns the profile of the last complete load of a source, as JSON, and when it began. */
export async function lastProfile(
  db: Db | Trx,
  kind: string,
  key: string,
): Promise<{ started_at: string; profile_json: string } | undefined> {
  return db('ingest_runs')
    .where({ kind, source_key: key })
    .whereIn('outcome', ['done', 'rejects'])
    .orderBy('id', 'desc')
    .first<{ started_at: string; profile_json: string }>('started_at', 'profile_json');
}

/** Returns the columns to write; Knex ignores undefined values. */
const columnsOfProgress = ({ rejects_file, counts, message }: RunProgress) => ({
  rejects_file,
  message,
  counts_json: counts && JSON.stringify(counts),
});

/** Returns whether the process of a run is alive; undefined for a process of another machine. */
export function isThere({ host, pid }: Pick<IngestRunRow, 'host' | 'pid'>): boolean | undefined {
  if (host !== hostname()) return undefined;
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

/** `killed`: unfinished, and its process is missing; `unknown`: unfinished, on another machine. */
export type RunOutcome = IngestRunRow['outcome'] | 'killed' | 'unknown';

/** Returns the outcome of a run. A program that is killed leaves its run as running. */
export function outcomeOf(run: Pick<IngestRunRow, 'outcome' | 'host' | 'pid'>): RunOutcome {
  if (run.outcome !== 'running') return run.outcome;
  const there = isThere(run);
  if (there === undefined) return 'unknown';
  return there ? 'running' : 'killed';
}

/** A run that is not seen for this long is not waited for. */
const SEEN_MS = 300_000;

/** Returns whether a run may still store something. One on another machine may, if it was seen lately. */
export const isOpen = (
  run: Pick<IngestRunRow, 'outcome' | 'host' | 'pid' | 'seen_at'>,
  nowMs: number,
): boolean => {
  const outcome = outcomeOf(run);
  return outcome === 'running' || (outcome === 'unknown' && run.seen_at > toTimestamp(nowMs - SEEN_MS));
};

/** Returns the source of the last complete run of a command without rejected rows. */
export async function lastDone(db: Db, command: string, kind: string): Promise<string | undefined> {
  const row = await db<IngestRunRow>('ingest_runs')
    .where({ command, kind, outcome: 'done' })
    .orderBy('id', 'desc')
    .first('source');
  return row?.source;
}

/** All columns but the profile, which only the next load of the source reads. */
const SHOWN = [
  'id',
  'command',
  'kind',
  'source',
  'started_at',
  'ended_at',
  'outcome',
  'message',
  'counts_json',
  'rejects_file',
  'host',
  'pid',
  'seen_at',
  'drift_json',
] as const satisfies (keyof IngestRunRow)[];

/** Lists the last runs, newest first. @param before the number of a run; lists only runs before it */
export async function lastRuns(db: Db, limit: number, before?: number): Promise<IngestRunRow[]> {
  const query = db<IngestRunRow>('ingest_runs').select(SHOWN).orderBy('id', 'desc').limit(limit);
  if (before !== undefined) query.where('id', '<', before);
  return query;
}

/** Returns the newest change that no run in progress has made, so that what a run does is known as a whole. */
export async function settledChange(db: Db, nowMs: number): Promise<number> {
  const running = db<IngestRunRow>('ingest_runs')
    .where({ outcome: 'running' })
    .where('seen_at', '>', toTimestamp(nowMs - SEEN_MS));
  const began = (await running.min('started_at as at').first<{ at: string | null }>()).at;
  if (began === null) return newestChange(db);
  // The index of times ends the read at once. By `seq` it would read the changes of the run.
  const last = await db('changes')
    .where('at', '<', began)
    .orderBy([
      { column: 'at', order: 'desc' },
      { column: 'seq', order: 'desc' },
    ])
    .first<{ seq: number | string } | undefined>('seq');
  return Number(last?.seq ?? 0);
}

/** A run that changes more stored records than this corrects in bulk. */
export const MAX_CORRECTED = 500;

/** Returns those of some runs that correct in bulk: undos, and loads that changed many stored records. */
export async function bulkRuns(db: Db, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db<IngestRunRow>('ingest_runs')
    .whereIn('id', ids)
    .select('id', 'command', 'counts_json');
  const changed = (json: string | null) => {
    const { changed = 0, gone = 0 } = JSON.parse(json ?? '{}') as { changed?: number; gone?: number };
    return changed + gone;
  };
  const isBulk = ({ command, counts_json }: (typeof rows)[number]) =>
    command === 'undo' || changed(counts_json) > MAX_CORRECTED;
  return new Set(rows.filter(isBulk).map(({ id }) => id));
}
