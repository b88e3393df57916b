import { openSearch } from '@dossier/search';
import { migrate, unlockMigrations } from '@dossier/store';
import { readConfig } from '../config.ts';
import type { EdgarSource } from '../sources/edgar/ingest.ts';
import { indexOutbox } from '../stages/index-outbox.ts';
import { runEdgar } from './edgar.ts';
import type { EdgarFlags } from './edgar-program.ts';
import { codeOf, exitCode } from './exit-codes.ts';
import { runApply, runLoad, runPlan } from './load.ts';
import type { LoadFlags, PlanFlags } from './load-program.ts';
import { recorded } from './recorded.ts';
import { runDelete, runStatus } from './tend.ts';
import { defaultRejects, withDatabase, withSearch, type World } from './world.ts';

/** What the commands do. Each answers with the exit code. */
export interface Commands {
  load(kind: string, paths: string[], flags: LoadFlags): Promise<number>;
  plan(kind: string, paths: string[], flags: PlanFlags): Promise<number>;
  apply(path: string, flags: { rejects?: string; json?: boolean }): Promise<number>;
  delete(kind: string, key: string[], flags: { json?: boolean }): Promise<number>;
  status(flags: { json?: boolean }): Promise<number>;
  edgar(source: EdgarSource, names: string[], flags: EdgarFlags): Promise<number>;
  index(flags: { json?: boolean }): Promise<number>;
  migrate(flags: { unlock?: boolean }): Promise<number>;
}

/** The commands over the database and the search that the environment names. */
export function ingestCommands(world: World): Commands {
  const { env } = world;
  const print = (line: string) => world.out(`${line}\n`);
  return {
    load: (...given) => runLoad(world, ...given),
    plan: (...given) => runPlan(world, ...given),
    apply: (...given) => runApply(world, ...given),
    delete: (...given) => runDelete(world, ...given),
    status: (...given) => runStatus(world, ...given),
    edgar: async (source, names, flags) => {
      const config = readConfig(env);
      return withDatabase(config, async (db) => {
        return withSearch(config, world, async (search) => {
          const rejects = flags.rejects ?? defaultRejects(`edgar-${source}`);
          const contact = flags.contact ?? config.edgarContact;
          const work = () =>
            runEdgar({ db, search, source, names, world, flags: { ...flags, rejects, contact } });
          const run = { command: 'edgar', kind: source, source: names };
          return codeOf(await (flags.dryRun ? work() : recorded(db, run, work)));
        });
      });
    },
    index: async ({ json }) => {
      const config = readConfig(env);
      return withDatabase(config, async (db) => {
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
      withDatabase(
        readConfig(env),
        async (db) => {
          if (unlock) await unlockMigrations(db);
          await migrate(db);
          print('The database schema is up to date.');
          return exitCode.done;
        },
        async () => {},
      ),
  };
}
