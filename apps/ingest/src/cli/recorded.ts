import { beginRun, endRun, noteRun, write, type Db, type RunEnd } from '@dossier/store';
import type { Load } from '../records/load.ts';
import type { Report, RunCounts, TaskCounts } from '../report/report.ts';
import { messageOf } from '../report/shorten.ts';
import { orStopped, Stopped } from '../records/stop.ts';
import { Unfinished } from './unfinished.ts';

/** How much of the paths is kept. */
const SOURCE_LENGTH = 500;

type Named = { command: string; kind?: string; source: string };

/** Where a run is kept, and what asks it to stop. */
export interface Recording {
  db: Db;
  stop: AbortSignal | undefined;
}

/**
 * Does a load and keeps what became of it in the table of runs: what it stores is noted with every batch, so that one
 * that fails, is stopped or is killed leaves a true account.
 * @throws Unfinished
 */
export async function recorded<R extends Report>(
  recording: Recording,
  { source, rejects, ...run }: { command: string; kind: string; source: string[]; rejects?: string },
  work: (watched: Pick<Load, 'note' | 'stop'>) => Promise<R>,
): Promise<R> {
  const names = source.join(' ');
  const shown = names.length > SOURCE_LENGTH ? `${names.slice(0, SOURCE_LENGTH)}…` : names;
  const startedAt = performance.now();
  let stored: RunCounts | undefined;
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
    return work({ note, stop: recording.stop });
  };
  try {
    return await record(recording, { ...run, source: shown }, loadNoting, (report) => ({
      outcome: report.refused ? 'refused' : report.rejected > 0 ? 'rejects' : 'done',
      message: report.refused?.message,
      rejects_file: report.rejectsFile ?? null,
      counts: countsOf(report),
    }));
  } catch (error) {
    throw new Unfinished(error, stored, rejects);
  }
}

/** Does what is no load and keeps what became of it: its numbers, or those that `countsOf` takes of it. */
export const recordedTask = <T extends object | void>(
  recording: Recording,
  run: Named,
  work: () => Promise<T>,
  countsOf: (result: T) => TaskCounts = (result) => numbersOf(result ?? {}),
): Promise<T> => record(recording, run, work, (result) => ({ outcome: 'done', counts: countsOf(result) }));

/** A run that is killed stays there without an end. */
async function record<T>(
  { db, stop }: Recording,
  { command, kind, source }: Named,
  work: (id: number) => Promise<T>,
  endOf: (result: T) => RunEnd,
): Promise<T> {
  const id = await beginRun(db, { command, kind: kind ?? null, source });
  try {
    const result = await orStopped(work(id), stop);
    await endRun(db, id, endOf(result));
    return result;
  } catch (error) {
    // Where the database itself is lost, this fails as well: what went wrong first is told.
    if (error instanceof Stopped) {
      // As the only writer: behind the batch that was being stored.
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
  gone: report.gone,
  rejected: report.rejected,
  rejectedBy: report.rejectedBy,
  firstRejects: report.firstRejects,
  seconds: report.seconds,
});
