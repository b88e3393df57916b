import { beginRun, endRun, type Db } from '@dossier/store';
import type { Report } from '../report.ts';

/** What `ingest status` tells of a run: in numbers, with a few of its rejects. */
export type RunCounts = Pick<
  Report,
  'read' | 'new' | 'changed' | 'unchanged' | 'gone' | 'rejected' | 'rejectedBy' | 'firstRejects' | 'seconds'
>;

/** How much of the paths is kept. */
const SOURCE_LENGTH = 500;

/** Does a load and keeps what became of it in the table of runs. A run that is killed stays there without an end. */
export async function recorded<R extends Report>(
  db: Db,
  { command, kind, source }: { command: string; kind: string; source: string[] },
  work: () => Promise<R>,
): Promise<R> {
  const names = source.join(' ');
  const shown = names.length > SOURCE_LENGTH ? `${names.slice(0, SOURCE_LENGTH)}…` : names;
  const id = await beginRun(db, { command, kind, source: shown });
  try {
    const report = await work();
    await endRun(db, id, {
      outcome: report.refused ? 'refused' : report.rejected > 0 ? 'rejects' : 'done',
      message: report.refused?.message,
      rejects_file: report.rejectsFile ?? null,
      counts: countsOf(report),
    });
    return report;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Where the database itself is lost, this fails as well: what went wrong first is told.
    await endRun(db, id, { outcome: 'failed', message }).catch(() => {});
    throw error;
  }
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
