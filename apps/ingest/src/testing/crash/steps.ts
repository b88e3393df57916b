import { createReadStream } from 'node:fs';
import { openSearch, type SearchEngine } from '@dossier/search';
import { beginRun, databaseId, endRun, openDatabase, type Db } from '@dossier/store';
import { findKind } from '../../kinds/index.ts';
import { load, type LoadOptions } from '../../load/load.ts';
import { undoRun } from '../../edits/undo.ts';
import { watchDatabase, watchedKind, watchedSearch, watchedSource, type Reach } from './points.ts';

/** A load, or the undo of an earlier one. */
export type Step = Load | { undo: number };

interface Load {
  kind: string;
  file: string;
  full?: boolean;
}

/** The database and index of a run. */
export interface Place {
  databaseUrl: string;
  searchUrl: string;
  searchKey: string | undefined;
}

/** Small, so that each load has many batches. */
const OPTIONS: LoadOptions = { batchSize: 20, format: 'ndjson', maxErrors: undefined };
const CHUNK = 4 * 1024;

/** Runs the steps in order, from the step with that number on. */
export async function takeSteps(
  steps: Step[],
  from: number,
  { databaseUrl, searchUrl, searchKey }: Place,
  { reach, onStep }: { reach: Reach; onStep?: (step: number) => void },
): Promise<void> {
  const db = openDatabase(databaseUrl);
  const search = await openSearch(searchUrl, { key: searchKey, database: await databaseId(db) });
  const watched = watchedSearch(search, reach);
  try {
    watchDatabase(db, reach);
    for (const [i, step] of steps.entries()) {
      if (i < from) continue;
      if ('undo' in step) await undoStep(db, watched, step.undo);
      else await loadStep(db, watched, i, step, reach);
      onStep?.(i);
    }
  } finally {
    await search.close();
    await db.destroy();
  }
}

async function loadStep(
  db: Db,
  search: SearchEngine,
  number: number,
  { kind, file, full }: Load,
  reach: Reach,
): Promise<void> {
  const run = await beginRun(db, { command: 'load', kind, source: String(number) });
  const report = await load({
    ...{ db, search, run },
    kind: watchedKind(findKind(kind)!, reach),
    note: async () => reach('batch stored'),
    paths: ['-'],
    stdin: watchedSource(createReadStream(file, { highWaterMark: CHUNK }), reach),
    options: full ? { ...OPTIONS, full, maxDeletes: { percent: 50 } } : OPTIONS,
  });
  if (report.rejected > 0 || report.refused || report.waiting > 0)
    throw new Error(`Step ${number} did not go as it should: ${JSON.stringify(report)}`);
  await endRun(db, run, { outcome: 'done' });
}

/** Undoes the runs of a step: a killed load and its repetition are two. */
async function undoStep(db: Db, search: SearchEngine, number: number): Promise<void> {
  const runs = await db('ingest_runs')
    .where({ source: String(number) })
    .orderBy('id', 'desc')
    .select<{ id: number; outcome: string }[]>('id', 'outcome');
  for (const { id, outcome } of runs) {
    // The outcome of a killed run is still "running". An undo rejects a run that failed without storing anything.
    if (outcome === 'running') await endRun(db, id, { outcome: 'rejects' });
    await undoRun({ db, search, run: id });
  }
}
