import type { Planned } from '@dossier/shared';
import type { Db } from '@dossier/store';
import type { SourcePath } from '../../../files/source.ts';
import { findKind } from '../../../kinds/index.ts';
import { partialOf } from '../../../plan/file.ts';
import { plan } from '../../../plan/plan.ts';
import { printSummary } from '../../../plan/summary.ts';
import { printReport } from '../../../report/report.ts';
import { readConfig } from '../../config.ts';
import { readOnly, withDatabase } from '../../database.ts';
import { codeOfPlan } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';
import { checkOutputs, defaultRejects, inputFiles } from '../../output-files.ts';
import type { PlanFlags } from '../../flags.ts';
import { progressBar } from '../../runs/progress.ts';
import { checkPlannedPaths, withSources } from '../../runs/remote-sources.ts';
import { checkFlags } from './load.ts';

/** Plans a load and prints what it would change. */
export async function runPlan(
  io: Io,
  kindName: string,
  paths: string[],
  { json, rejects, out, maxDownload, ...flags }: PlanFlags,
): Promise<number> {
  const config = readConfig(io.env);
  const kind = findKind(kindName)!;
  checkFlags(flags);
  if (out !== undefined) checkPlannedPaths(paths);
  const partial = out === undefined ? undefined : partialOf(out);
  const written = { '--rejects': rejects, '--out': out, '--out (while it is written)': partial };
  await checkOutputs(written, { kind, paths, files: inputFiles(config, flags) });
  const options = { ...flags, rejects: rejects ?? defaultRejects(kind.plural, true) };
  const work = async (db: Db, base: Db, sources: SourcePath[]) => {
    const bar = json ? undefined : progressBar(io.terminal, kind.plural);
    const { report, summary } = await plan({
      db,
      base,
      kind,
      paths: sources,
      out,
      options,
      stdin: io.stdin,
      stop: io.stop,
      onProgress: bar?.update,
    }).finally(() => bar?.stop());
    const text = () => `${printReport(report, true)}\n${printSummary(summary, report.refused !== undefined)}`;
    const planned: Planned = { ...report, plan: summary };
    io.out(`${json ? JSON.stringify(planned, undefined, 2) : text()}\n`);
    const hasChanges = Object.values(summary.counts).some((n) => n > 0);
    return codeOfPlan(report, hasChanges);
  };
  const needed = out === undefined ? undefined : 'plan --out needs a database with tables';
  return readOnly(
    config,
    io,
    (shown) =>
      withDatabase(shown, (db) =>
        withDatabase(shown, (base) =>
          withSources(io, { kind, paths, flags: { maxDownload } }, (sources) =>
            work(db, base, sources === 'unchanged' ? paths : sources.paths),
          ),
        ),
      ),
    needed,
  );
}
