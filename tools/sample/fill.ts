import { join, relative } from 'node:path';
import { findKind, load, printReport, recorded } from '@dossier/ingest';
import { openSearch } from '@dossier/search';
import { databaseMark, migrate, openDatabase, type Db, type IngestRunRow } from '@dossier/store';

/** The sample, in the order in which its records refer to each other. */
const sources: [kind: string, source: string][] = [
  ['companies', 'companies.ndjson'],
  ['datasets', 'datasets.ndjson'],
  ['documents', 'documents'],
  ['filings', 'filings.ndjson'],
  ['events', 'events.ndjson'],
  ['news', 'news.ndjson'],
  ['metrics', 'metrics.ndjson'],
];

const root = join(import.meta.dirname, '../..');
/** How the runs of ingest name it, wherever the program was started. */
const nameOf = (source: string) => relative(root, join(import.meta.dirname, source));

/**
 * Loads the sample through ingest, unless the database holds companies of somebody's own. What an interrupted start
 * has left out is loaded by the next one. Tells what it did, a line a source.
 */
export async function fillIfEmpty(
  settings: { databaseUrl: string; searchUrl: string; searchKey: string | undefined },
  tell: (line: string) => void,
): Promise<void> {
  const db = openDatabase(settings.databaseUrl);
  try {
    await migrate(db);
    const missing = await missingSources(db);
    if (missing.length === 0) return;
    const search = await openSearch(settings.searchUrl, {
      key: settings.searchKey,
      database: await databaseMark(db),
    });
    try {
      if (missing.length === sources.length) tell('The database is empty: loading the sample data.');
      else tell('The sample data are not complete: loading the rest.');
      for (const [kind, source] of missing) {
        const run = { command: 'load', kind: findKind(kind)!.name, source: [nameOf(source)] };
        const report = await recorded({ db, stop: undefined }, run, (watched) =>
          load({ ...watched, db, search, kind: findKind(kind)!, paths: [join(import.meta.dirname, source)] }),
        );
        if (report.rejected > 0) throw new Error(`The sample has rows that are rejected:\n${printReport(report)}`);
        tell(`  ${String(report.read).padStart(4)} ${kind}`);
      }
    } finally {
      await search.close();
    }
  } finally {
    await db.destroy();
  }
}

/** The sources that no run has loaded to its end; none of them where the companies are of somebody's own. */
async function missingSources(db: Db): Promise<typeof sources> {
  const runs = await db<IngestRunRow>('ingest_runs')
    .whereIn(
      'source',
      sources.map(([, source]) => nameOf(source)),
    )
    .select('source', 'outcome');
  if (runs.length === 0 && (await db('companies').first('id'))) return [];
  const done = new Set(runs.filter(({ outcome }) => outcome === 'done').map((run) => run.source));
  return sources.filter(([, source]) => !done.has(nameOf(source)));
}
