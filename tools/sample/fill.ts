import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { kinds, load, printReport, logLoad, type Kind } from '@dossier/ingest';
import { openSearch, type SearchOptions } from '@dossier/search';
import { databaseId, migrate, inDatabase, type Db, type IngestRunRow } from '@dossier/store';

/** A file or folder of the sample, with the kind of its records. */
interface Source {
  kind: Kind;
  path: string;
}

/** The sample, in the order in which its records refer to each other: `<plural>.ndjson` of each kind, or `<plural>/`. */
export const sources: Source[] = kinds.flatMap((kind) => {
  const paths = [`${kind.plural}.ndjson`, kind.plural].map((name) => join(import.meta.dirname, name));
  const path = paths.find((each) => existsSync(each));
  return path === undefined ? [] : [{ kind, path }];
});

/** The database and the search index of a service. */
export interface Settings {
  databaseUrl: string;
  searchUrl: string;
  searchKey: string | undefined;
  embeddings?: SearchOptions['embeddings'];
}

/** The name of a source in the runs of ingest: the same from every working directory. */
const nameOf = ({ path }: Source) => relative(join(import.meta.dirname, '../..'), path);

/**
 * Loads the sample through ingest, unless the database already contains companies from another source. Loads what is
 * left when an earlier call was interrupted. Prints one line per source.
 */
export async function fillIfEmpty(
  settings: Settings,
  print: (line: string) => void,
): Promise<void> {
  return inDatabase(settings.databaseUrl, {}, async (db) => {
    await migrate(db);
    const missing = await missingSources(db);
    if (missing.length === 0) return;
    const search = await openSearch(settings.searchUrl, {
      key: settings.searchKey,
      database: await databaseId(db),
      embeddings: settings.embeddings,
    });
    try {
      if (missing.length === sources.length) print('The database is empty: loading the sample data.');
      else print('The sample data is incomplete: loading the rest.');
      for (const source of missing) {
        const { kind, path } = source;
        const run = { command: 'load', kind: kind.name, source: [nameOf(source)] };
        const report = await logLoad({ db, stop: undefined }, run, (watched) =>
          load({ ...watched, db, search, kind, paths: [path] }),
        );
        if (report.rejected > 0) throw new Error(`Rows of the sample were rejected:\n${printReport(report)}`);
        print(`  ${String(report.read).padStart(4)} ${kind.plural}`);
      }
    } finally {
      await search.close();
    }
  });
}

/** Returns the sources that no run has loaded completely, or none if the companies come from another source. */
async function missingSources(db: Db): Promise<Source[]> {
  const runs = await db<IngestRunRow>('ingest_runs')
    .whereIn('source', sources.map(nameOf))
    .select('source', 'outcome');
  if (runs.length === 0 && (await db('companies').first('id'))) return [];
  const done = new Set(runs.filter(({ outcome }) => outcome === 'done').map((run) => run.source));
  return sources.filter((source) => !done.has(nameOf(source)));
}
