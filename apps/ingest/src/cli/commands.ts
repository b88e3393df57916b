import type { SearchEngine } from '@dossier/search';
import { migrate, unlockMigrations, type Db } from '@dossier/store';
import { readConfig } from './config.ts';
import type { Load } from '../records/load.ts';
import { runEdgar } from './edgar.ts';
import { codeOf, exitCode } from './exit-codes.ts';
import { runApply, runLoad, runPlan } from './load.ts';
import type { ProgramCommands } from './program.ts';
import { recorded } from './recorded.ts';
import { runIndex, runReindex, runVerify } from './search.ts';
import { runDelete, runStatus } from './tend.ts';
import { checkWritten } from './written.ts';
import { defaultRejects, keptFiles, unchanged, withDatabase, withSearch, type World } from './world.ts';

/** What the commands do. Each answers with the exit code. */
export type Commands = ProgramCommands<number>;

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
      await checkWritten({ '--rejects': flags.rejects }, { files: keptFiles(config, flags) });
      const rejects = flags.rejects ?? defaultRejects(`edgar-${source}`);
      const contact = flags.contact ?? config.edgarContact;
      const work = (db: Db, search?: SearchEngine, watched?: Pick<Load, 'note' | 'stop'>) =>
        runEdgar({ db, search, source, names, world, flags: { ...flags, rejects, contact }, watched });
      if (flags.dryRun) {
        return unchanged(config, world, (shown) => withDatabase(shown, async (db) => codeOf(await work(db))));
      }
      return withDatabase(config, async (db) =>
        withSearch(config, world, db, async (search) => {
          const run = { command: 'edgar', kind: source, source: names, rejects };
          const { stop } = world;
          return codeOf(await recorded({ db, stop }, run, (watched) => work(db, search, watched)));
        }),
      );
    },
    index: (...given) => runIndex(world, ...given),
    reindex: (...given) => runReindex(world, ...given),
    verify: (...given) => runVerify(world, ...given),
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
