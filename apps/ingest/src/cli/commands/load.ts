import type { SearchEngine } from '@dossier/search';
import type { Db } from '@dossier/store';
import { findKind } from '../../kinds/index.ts';
import { load, type Load } from '../../records/load.ts';
import { printReport, type Report } from '../../report/report.ts';
import { UsageError } from '../../rows/types.ts';
import { readConfig } from '../config.ts';
import { readOnly, withDatabase } from '../database.ts';
import { codeOf } from '../exit-codes.ts';
import type { Io } from '../io.ts';
import { checkOutputs, defaultRejects, inputFiles } from '../output-files.ts';
import type { LoadFlags } from '../flags.ts';
import { progressBar } from '../progress.ts';
import { logLoad } from '../run-log.ts';
import { withSearch } from '../search-engine.ts';

/** Loads records and prints the report. */
export async function runLoad(
  io: Io,
  kindName: string,
  paths: string[],
  { json, rejects, ...flags }: LoadFlags,
): Promise<number> {
  const { stop, stdin } = io;
  const config = readConfig(io.env);
  const kind = findKind(kindName)!;
  checkFlags(flags);
  await checkOutputs({ '--rejects': rejects }, { kind, paths, files: inputFiles(config, flags) });
  const options = { ...flags, rejects: rejects ?? defaultRejects(kind.plural) };
  const work = async (
    db: Db,
    search?: SearchEngine,
    watched: Pick<Load, 'note' | 'onProfile' | 'stop'> = { stop },
  ) => {
    const bar = json ? undefined : progressBar(io.terminal, kind.plural);
    const onProgress = bar?.update;
    return load({ db, search, kind, paths, options, stdin, onProgress, ...watched }).finally(() =>
      bar?.stop(),
    );
  };
  if (flags.dryRun) {
    return readOnly(config, io, (shown) =>
      withDatabase(shown, async (db) => printLoad(io, json, await work(db))),
    );
  }
  return withDatabase(config, async (db) =>
    withSearch(config, io, db, async (search) => {
      const run = { command: 'load', kind: kind.name, source: paths, rejects: options.rejects };
      const report = await logLoad({ db, stop }, run, (watched) => work(db, search, watched));
      return printLoad(io, json, report);
    }),
  );
}

/** Prints the report of a load and returns its exit code. */
export function printLoad(io: Io, json: boolean | undefined, report: Report): number {
  io.out(`${json ? JSON.stringify(report, undefined, 2) : printReport(report)}\n`);
  return codeOf(report);
}

/** @throws UsageError for options that do not go together */
export function checkFlags({ full, maxDeletes }: LoadFlags): void {
  if (maxDeletes && !full) throw new UsageError('--max-deletes requires --full.');
}
