import { createReadStream } from 'node:fs';
import { openSearch } from '@dossier/search';
import { databaseId, openDatabase } from '@dossier/store';
import { findKind } from '../../kinds/index.ts';
import { load, type LoadOptions } from '../../records/load.ts';
import { watchDatabase, watchedKind, watchedSearch, watchedSource, type Reach } from './points.ts';

/** One load of a run. */
export interface Step {
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

/** Runs the loads in order, from the step with that number on. */
export async function takeSteps(
  steps: Step[],
  from: number,
  { databaseUrl, searchUrl, searchKey }: Place,
  { reach, onStep }: { reach: Reach; onStep?: (step: number) => void },
): Promise<void> {
  const db = openDatabase(databaseUrl);
  const search = await openSearch(searchUrl, { key: searchKey, database: await databaseId(db) });
  try {
    watchDatabase(db, reach);
    for (const [i, { kind, file, full }] of steps.entries()) {
      if (i < from) continue;
      const report = await load({
        db,
        search: watchedSearch(search, reach),
        kind: watchedKind(findKind(kind)!, reach),
        paths: ['-'],
        stdin: watchedSource(createReadStream(file, { highWaterMark: CHUNK }), reach),
        options: full ? { ...OPTIONS, full, maxDeletes: { percent: 50 } } : OPTIONS,
      });
      if (report.rejected > 0 || report.refused || report.waiting > 0) {
        throw new Error(`Step ${i} did not go as it should: ${JSON.stringify(report)}`);
      }
      onStep?.(i);
    }
  } finally {
    await search.close();
    await db.destroy();
  }
}
