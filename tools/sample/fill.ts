import { join, relative } from 'node:path';
import { findKind, load, printReport, recorded } from '@dossier/ingest';
import { openSearch } from '@dossier/search';
import { migrate, openDatabase } from '@dossier/store';

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

/** Loads the sample through ingest, unless the database holds companies. Tells what it did, a line a source. */
export async function fillIfEmpty(
  settings: { databaseUrl: string; searchUrl: string; searchKey: string | undefined },
  tell: (line: string) => void,
): Promise<void> {
  const db = openDatabase(settings.databaseUrl);
  try {
    await migrate(db);
    if (await db('companies').first('id')) return;
    const search = await openSearch(settings.searchUrl, { key: settings.searchKey });
    try {
      tell('The database is empty: loading the sample data.');
      for (const [kind, source] of sources) {
        const path = join(import.meta.dirname, source);
        const run = { command: 'load', kind: findKind(kind)!.name, source: [relative(process.cwd(), path)] };
        const report = await recorded(db, run, () =>
          load({ db, search, kind: findKind(kind)!, paths: [path] }),
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
