import { createHash } from 'node:crypto';
import { beginRun, endRun, noteRun, write, type Db, type RunEnd, type RunProfile } from '@dossier/store';
import { shownPath } from '../../files/remote/address.ts';
import type { Load } from '../../load/load.ts';
import type { Report, RunCounts, TaskCounts } from '../../report/report.ts';
import { messageOf } from '../../report/shorten.ts';
import { orStopped, Stopped } from '../../load/stop.ts';
import { IncompleteLoad } from './incomplete-load.ts';

/** The parameters of a load that logs its run. */
export type Watched = Pick<Load, 'run' | 'note' | 'onProfile' | 'stop'> & {
  /** Receives the versions of the remote files that it reads. */
  onVersion?: (version: object | undefined) => void;
};

/** The longest list of paths that the log stores, in UTF-16 code units. */
const SOURCE_LENGTH = 500;

/** The command of a run, its kind of records and its source, as the log shows them. */
export type RunName = { command: string; kind?: string; source: string };

/** The database that keeps the run, and the signal that stops it. */
interface Recording {
  db: Db;
  stop: AbortSignal | undefined;
}

/** Returns the paths of a run as it is logged. A long list is cut, and ends with a hash of the whole list. */
export function shownSource(paths: string[]): string {
  const names = paths.map(shownPath).join(' ');
  if (names.length <= SOURCE_LENGTH) return names;
  return `${names.slice(0, SOURCE_LENGTH)}…${createHash('sha256').update(names).digest('hex').slice(0, 8)}`;
}

/**
 * Runs a load and logs it in `ingest_runs`. Each batch updates the counts of the run in its own transaction, so they are
 * also right if the load fails, is stopped or is killed.
 * @throws IncompleteLoad
 */
export async function logLoad<R extends Report>(
  recording: Recording,
  { source, rejects, ...run }: { command: string; kind: string; source: string[]; rejects?: string },
  work: (watched: Watched) => Promise<R>,
): Promise<R> {
  const startedAt = performance.now();
  let stored: RunCounts | undefined;
  let read: RunProfile | undefined;
  let version: object | undefined;
  const loadNoting = (id: number) => {
    const note: Load['note'] = async (trx, report) => {
      const seconds = Math.round((performance.now() - startedAt) / 10) / 100;
      const counts = { ...countsOf(report), seconds };
      await noteRun(trx, id, {
        counts,
        ...(rejects !== undefined && report.rejected > 0 && { rejects_file: rejects }),
      });
      trx.executionPromise.then(
        () => (stored = counts),
        () => {},
      );
    };
    return work({
      run: id,
      note,
      onProfile: (profile) => (read = profile),
      onVersion: (given) => (version = given),
      stop: recording.stop,
    });
  };
  try {
    return await log(recording, { ...run, source: shownSource(source) }, loadNoting, (report) => ({
      outcome: report.refused ? 'refused' : report.rejected > 0 ? 'rejects' : 'done',
      message: report.refused?.message,
      rejects_file: report.rejectsFile ?? null,
      counts: countsOf(report),
      read,
      version,
    }));
  } catch (error) {
    throw new IncompleteLoad(error, stored, rejects);
  }
}

/** Runs a task other than a load and logs its numbers, or those that `countsOf` returns. */
export const logTask = <T extends object | void>(
  recording: Recording,
  run: RunName,
  work: (id: number) => Promise<T>,
  countsOf: (result: T) => TaskCounts = (result) => numbersOf(result ?? {}),
): Promise<T> => log(recording, run, work, (result) => ({ outcome: 'done', counts: countsOf(result) }));

/** Does the work of a run and logs how it ended. A run that is killed stays in the log as running. */
async function log<T>(
  { db, stop }: Recording,
  { command, kind, source }: RunName,
  work: (id: number) => Promise<T>,
  endOf: (result: T) => RunEnd,
): Promise<T> {
  const id = await beginRun(db, { command, kind: kind ?? null, source });
  try {
    const result = await orStopped(work(id), stop);
    await endRun(db, id, endOf(result));
    return result;
  } catch (error) {
    // If the database is lost, logging fails too. The caller gets the first error.
    if (error instanceof Stopped) {
      // The writer's lock puts this after the batch that is being stored.
      await write(db, (trx) => endRun(trx, id, { outcome: 'stopped' })).catch(() => {});
    } else {
      await endRun(db, id, { outcome: 'failed', message: messageOf(error) }).catch(() => {});
    }
    throw error;
  }
}

function numbersOf(result: object): TaskCounts {
  return Object.fromEntries(Object.entries(result).filter((entry) => typeof entry[1] === 'number'));
}

const countsOf = (report: Report): RunCounts => ({
  read: report.read,
  new: report.new,
  changed: report.changed,
  unchanged: report.unchanged,
  ...(report.merged > 0 && { merged: report.merged }),
  ...(report.held > 0 && { held: report.held }),
  gone: report.gone,
  rejected: report.rejected,
  rejectedBy: report.rejectedBy,
  firstRejects: report.firstRejects,
  seconds: report.seconds,
});
