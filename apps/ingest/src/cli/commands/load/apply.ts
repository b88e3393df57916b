import { openDatabase } from '@dossier/store';
import { findKind } from '../../../kinds/index.ts';
import { apply } from '../../../plan/apply.ts';
import { readPlan } from '../../../plan/file.ts';
import { LoadError } from '../../../rows/types.ts';
import { readConfig } from '../../config.ts';
import { withDatabase } from '../../database.ts';
import type { Io } from '../../io.ts';
import { checkOutputs, defaultRejects, inputFiles } from '../../output-files.ts';
import type { ApplyFlags } from '../../flags.ts';
import { progressBar, progressFile } from '../../runs/progress.ts';
import { withSources } from '../../runs/remote-sources.ts';
import { logLoad } from '../../runs/run-log.ts';
import { withSearch } from '../../search-engine.ts';
import { printLoad } from './load.ts';

/** Applies a plan and prints the report of the load. */
export async function runApply(io: Io, path: string, flags: ApplyFlags): Promise<number> {
  const { maxDownload } = flags;
  const config = readConfig(io.env);
  const { head } = await readPlan(path);
  const kind = findKind(head.kind);
  if (!kind) throw new LoadError(`The plan ${path} is of an unknown kind: ${head.kind}.`);
  const files = { ...inputFiles(config, head.options), 'the plan': path };
  await checkOutputs(
    { '--rejects': flags.rejects, '--progress': flags.progress },
    { kind, paths: head.paths, files },
  );
  const rejects = flags.rejects ?? defaultRejects(kind.plural);
  return withDatabase(config, async (db) =>
    withSearch(config, io, db, async (search) => {
      const base = openDatabase(config.databaseUrl);
      const bar = flags.json ? undefined : progressBar(io.terminal, kind.plural);
      try {
        const run = { command: 'apply', kind: head.kind, source: [path], rejects };
        const onProgress = flags.progress === undefined ? bar?.update : progressFile(flags.progress);
        const report = await logLoad({ db, stop: io.stop }, run, ({ onVersion: _, ...watched }) =>
          withSources(io, { kind, paths: head.paths, flags: { maxDownload } }, (sources) => {
            const paths = sources === 'unchanged' ? head.paths : sources.paths;
            return apply({ db, base, search, path, paths, rejects, onProgress, ...watched });
          }).finally(() => bar?.stop()),
        );
        return printLoad(io, flags.json, report);
      } finally {
        await base.destroy();
      }
    }),
  );
}
