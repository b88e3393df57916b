import { LoadError } from '@dossier/ingest';
import { undoRun } from '@dossier/ingest/testing';
import { beginRun, endRun, type Db } from '@dossier/store';
import fc from 'fast-check';
import { steps, take, type Step } from '../mirror/writes.ts';

/** A step of a random history: a run that loads or deletes records, or the undo of one. */
export type Write = Step | { op: 'undo'; nth: number };

export const writes: fc.Arbitrary<Write> = fc.oneof(
  { weight: 8, arbitrary: steps },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('undo' as const), nth: fc.nat(40) }) },
);

/** Runs a step as its own run. An undo that fails changes nothing. */
export async function takeRun(db: Db, step: Write): Promise<void> {
  if (step.op !== 'undo') {
    const run = await beginRun(db, { command: step.op, kind: step.kind, source: 'records' });
    await take(db, step, run);
    await endRun(db, run, { outcome: 'done' });
    return;
  }
  const runs = (await db('ingest_runs').orderBy('id').pluck('id')) as number[];
  const run = runs[step.nth % Math.max(1, runs.length)];
  if (run === undefined) return;
  const undoing = await beginRun(db, { command: 'undo', kind: null, source: String(run) });
  try {
    await undoRun({ db, run, undoing });
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
  }
  await endRun(db, undoing, { outcome: 'done' });
}
