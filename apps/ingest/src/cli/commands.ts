import { join } from 'node:path';
import { openSearch, SearchUnavailable, type SearchEngine } from '@dossier/search';
import { migrate, openDatabase, unlockMigrations, type Db } from '@dossier/store';
import { readConfig, type IngestConfig } from '../config.ts';
import { findKind } from '../kinds/index.ts';
import { load } from '../load.ts';
import { printReport } from '../report.ts';
import type { EdgarSource } from '../sources/edgar/ingest.ts';
import { indexOutbox } from '../stages/index-outbox.ts';
import { runEdgar } from './edgar.ts';
import type { EdgarFlags } from './edgar-program.ts';
import type { LoadFlags } from './program.ts';
import { progressBar } from './progress.ts';

export const exitCode = { done: 0, failed: 1, usage: 2, rejects: 3 } as const;

/** What the commands do. Each answers with the exit code. */
export interface Commands {
  load(kind: string, paths: string[], flags: LoadFlags): Promise<number>;
  edgar(source: EdgarSource, names: string[], flags: EdgarFlags): Promise<number>;
  index(flags: { json?: boolean }): Promise<number>;
  migrate(flags: { unlock?: boolean }): Promise<number>;
}

/** What a command may touch of the world outside. */
export interface World {
  env: Record<string, string | undefined>;
  stdin: AsyncIterable<Uint8Array>;
  /** Standard output and standard error; the text brings its own line ends. */
  out: (text: string) => void;
  err: (text: string) => void;
  /** Where a progress bar is drawn; absent when nobody looks. */
  terminal: NodeJS.WritableStream | undefined;
}

/** The commands over the database and the search that the environment names. */
export function ingestCommands(world: World): Commands {
  const { env, stdin, terminal } = world;
  const print = (line: string) => world.out(`${line}\n`);
  return {
    load: async (kindName, paths, { json, rejects, ...flags }) => {
      const config = readConfig(env);
      const kind = findKind(kindName)!;
      return withDatabase(config, async (db) => {
        await migrate(db);
        return withSearch(config, world, async (search) => {
          const bar = json ? undefined : progressBar(terminal, kind.plural);
          const options = { ...flags, rejects: rejects ?? defaultRejects(kind.plural) };
          const report = await load({
            db,
            search,
            kind,
            paths,
            options,
            stdin,
            onProgress: bar?.update,
          }).finally(() => bar?.stop());
          print(json ? JSON.stringify(report, undefined, 2) : printReport(report));
          return report.rejected > 0 ? exitCode.rejects : exitCode.done;
        });
      });
    },
    edgar: async (source, names, flags) => {
      const config = readConfig(env);
      return withDatabase(config, async (db) => {
        await migrate(db);
        return withSearch(config, world, async (search) => {
          const rejects = flags.rejects ?? defaultRejects(`edgar-${source}`);
          const contact = flags.contact ?? config.edgarContact;
          const report = await runEdgar({
            db,
            search,
            source,
            names,
            world,
            flags: { ...flags, rejects, contact },
          });
          return report.rejected > 0 ? exitCode.rejects : exitCode.done;
        });
      });
    },
    index: async ({ json }) => {
      const config = readConfig(env);
      return withDatabase(config, async (db) => {
        await migrate(db);
        const search = await openSearch(config.searchUrl, { key: config.searchKey });
        try {
          const indexed = await indexOutbox({ db, search });
          print(json ? JSON.stringify(indexed) : `Search: ${indexed.put} put, ${indexed.removed} removed.`);
          return exitCode.done;
        } finally {
          await search.close();
        }
      });
    },
    migrate: async ({ unlock }) =>
      withDatabase(readConfig(env), async (db) => {
        if (unlock) await unlockMigrations(db);
        await migrate(db);
        print('The database schema is up to date.');
        return exitCode.done;
      }),
  };
}

/** `2026-01-13T21-01-20`: a name that every file system takes. */
function defaultRejects(kind: string): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  return join('data', 'rejects', `${kind}-${time}.ndjson`);
}

async function withDatabase(config: IngestConfig, work: (db: Db) => Promise<number>): Promise<number> {
  const db = openDatabase(config.databaseUrl);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** A search that cannot be used now does not keep records from being loaded: they wait in the outbox. */
async function withSearch(
  config: IngestConfig,
  { err }: World,
  work: (search: SearchEngine | undefined) => Promise<number>,
): Promise<number> {
  let search: SearchEngine | undefined;
  try {
    search = await openSearch(config.searchUrl, { key: config.searchKey });
  } catch (error) {
    if (!(error instanceof SearchUnavailable)) throw error;
    err(`The search cannot be used now (${error.message}); what is loaded will wait for it.\n`);
  }
  try {
    return await work(search);
  } finally {
    await search?.close();
  }
}
