import { fail, wholeNumber } from '@dossier/shared';
import { lastRuns, outcomeOf, type Db, type IngestRunRow, type RunOutcome } from '@dossier/store';

/** A run of a command of ingest. */
export interface Run extends Omit<IngestRunRow, 'counts_json' | 'drift_json' | 'outcome'> {
  outcome: RunOutcome;
  counts: ({ read?: number; rejected?: number } & Record<string, unknown>) | null;
  drift: { changes: { message: string }[] } | null;
}

export const runParam = { run: wholeNumber(1, 999_999_999) };

function runOf({ counts_json, drift_json, ...run }: IngestRunRow): Run {
  return {
    ...run,
    outcome: outcomeOf(run),
    counts: counts_json === null ? null : (JSON.parse(counts_json) as Run['counts']),
    drift: drift_json === null ? null : (JSON.parse(drift_json) as Run['drift']),
  };
}

/** Returns the last runs, newest first. @param before the number of a run; returns only runs before it */
export const readRuns = async (db: Db, most: number, before?: number): Promise<Run[]> =>
  (await lastRuns(db, most, before)).map(runOf);

/** Returns a run. @throws 404 */
export async function readRun(db: Db, id: number): Promise<Run> {
  const [run] = await lastRuns(db, 1, id + 1);
  if (run?.id !== id) throw fail('not_found');
  return runOf(run);
}

/**
 * Returns the path of the rejected rows of a run; null if it has none.
 * @throws 409 if it has the rows of a later run, or is CSV, which the console does not read
 */
export async function rejectsOf(db: Db, { id, rejects_file: path }: Run): Promise<string | null> {
  if (path === null) return null;
  const later = await db<IngestRunRow>('ingest_runs')
    .where({ rejects_file: path })
    .where('id', '>', id)
    // It keeps the rows that are still wrong.
    .whereNot({ command: 'retry' })
    .first('id');
  const problem = later
    ? `Run ${later.id} has overwritten the rejected rows of this run. Load the source again: ${path}`
    : /\.csv$/i.test(path) &&
      `The rejected rows are a CSV file. Correct them there, and run: npm run ingest -- retry ${path}`;
  if (problem) throw fail('command_failed', { problem });
  return path;
}

/** Returns whether `retry` loads a file of rejected rows. */
export async function isRetried(db: Db, path: string): Promise<boolean> {
  const runs = await db<IngestRunRow>('ingest_runs').where({
    ...{ command: 'retry', source: path, outcome: 'running' },
  });
  return runs.some((run) => outcomeOf(run) === 'running');
}
