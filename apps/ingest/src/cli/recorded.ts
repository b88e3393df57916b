import { beginRun, endRun, type Db, type RunEnd } from '@dossier/store';
import type { Report, RunCounts, TaskCounts } from '../report.ts';
import { messageOf } from '../shorten.ts';

/** How much of the paths is kept. */
const SOURCE_LENGTH = 500;

type Named = { command: string; kind?: string; source: string };

/** Does a load and keeps what became of it in the table of runs. */
export async function recorded<R extends Report>(
  db: Db,
  { source, ...run }: { command: string; kind: string; source: string[] },
  work: () => Promise<R>,
): Promise<R> {
  const names = source.join(' ');
  const shown = names.length > SOURCE_LENGTH ? `${names.slice(0, SOURCE_LENGTH)}…` : names;
  return record(db, { ...run, source: shown }, work, (report) => ({
    outcome: report.refused ? 'refused' : report.rejected > 0 ? 'rejects' : 'done',
    message: report.refused?.message,
    rejects_file: report.rejectsFile ?? null,
    counts: countsOf(report),
  }));
}

/** Does what is no load and keeps what became of it: its numbers, or those that `countsOf` takes of it. */
export const recordedTask = <T extends object | void>(
  db: Db,
  run: Named,
  work: () => Promise<T>,
  countsOf: (result: T) => TaskCounts = (result) => numbersOf(result ?? {}),
): Promise<T> => record(db, run, work, (result) => ({ outcome: 'done', counts: countsOf(result) }));

/** A run that is killed stays there without an end. */
async function record<T>(
  db: Db,
  { command, kind, source }: Named,
  work: () => Promise<T>,
  endOf: (result: T) => RunEnd,
): Promise<T> {
  const id = await beginRun(db, { command, kind: kind ?? null, source });
  try {
    const result = await work();
    await endRun(db, id, endOf(result));
    return result;
  } catch (error) {
    const message = messageOf(error);
    // Where the database itself is lost, this fails as well: what went wrong first is told.
    await endRun(db, id, { outcome: 'failed', message }).catch(() => {});
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
