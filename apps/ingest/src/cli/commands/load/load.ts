import type { SearchEngine } from '@dossier/search';
import { lastVersion, type Db } from '@dossier/store';
import { shownPath } from '../../../files/remote/address.ts';
import { findKind } from '../../../kinds/index.ts';
import { load } from '../../../load/load.ts';
import { emptyReport, printReport, type Report } from '../../../report/report.ts';
import { UsageError } from '../../../rows/types.ts';
import { readConfig } from '../../config.ts';
import { readOnly, withDatabase } from '../../database.ts';
import { codeOf } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';
import { checkOutputs, defaultRejects, inputFiles } from '../../output-files.ts';
import type { LoadFlags } from '../../flags.ts';
import { progressBar } from '../../runs/progress.ts';
import { withSources, type SourceVersion } from '../../runs/remote-sources.ts';
import { logLoad, shownSource, type Watched } from '../../runs/run-log.ts';
import { withSearch } from '../../search-engine.ts';

/** Loads records and prints the report. */
export async function runLoad(
  io: Io,
  kindName: string,
  paths: string[],
  { json, rejects, reload, ...flags }: LoadFlags,
): Promise<number> {
  const { stop, stdin } = io;
  const config = readConfig(io.env);
  const kind = findKind(kindName)!;
  checkFlags(flags);
  await checkOutputs({ '--rejects': rejects }, { kind, paths, files: inputFiles(config, flags) });
  const { maxDownload: _download, ...given } = flags;
  const options = { ...given, rejects: rejects ?? defaultRejects(kind.plural, flags.dryRun) };
  const work = async (
    db: Db,
    search?: SearchEngine,
    { onVersion, ...watched }: Watched = { stop },
    last?: { started_at: string; version_json: string },
  ) => {
    const known = last && (JSON.parse(last.version_json) as SourceVersion);
    return withSources(io, { kind, paths, flags, last: known }, async (sources) => {
      onVersion?.(sources === 'unchanged' ? known : sources.version);
      if (sources === 'unchanged') {
        const notRead = { since: last!.started_at, files: paths.map(shownPath) };
        return { ...emptyReport(kind.plural, false), notRead };
      }
      const bar = json ? undefined : progressBar(io.terminal, kind.plural);
      const onProgress = bar?.update;
      const reading = { db, search, kind, paths: sources.paths, options, stdin, onProgress, ...watched };
      return load(reading).finally(() => bar?.stop());
    });
  };
  if (flags.dryRun) {
    return readOnly(config, io, (shown) =>
      withDatabase(shown, async (db) => printLoad(io, json, await work(db))),
    );
  }
  return withDatabase(config, async (db) =>
    withSearch(config, io, db, async (search) => {
      const run = { command: 'load', kind: kind.name, source: paths, rejects: options.rejects };
      const last = reload ? undefined : await lastVersion(db, kind.name, shownSource(paths));
      const report = await logLoad({ db, stop }, run, (watched) => work(db, search, watched, last));
      return printLoad(io, json, report);
    }),
  );
}

/** Prints the report of a load and returns its exit code. */
export function printLoad(io: Io, json: boolean | undefined, report: Report): number {
  io.out(`${json ? JSON.stringify(report, undefined, 2) : printReport(report)}\n`);
  return codeOf(report);
}

/** Rejects options that do not go together. @throws UsageError */
export function checkFlags({ full, maxDeletes }: LoadFlags): void {
  if (maxDeletes && !full) throw new UsageError('--max-deletes requires --full.');
}
