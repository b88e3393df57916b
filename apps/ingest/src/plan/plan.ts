import { toTimestamp } from '@dossier/shared';
import { databaseId, type Db } from '@dossier/store';
import type { Kind } from '../kinds/kind.ts';
import { load, type Load, type LoadOptions } from '../load/load.ts';
import type { SourcePath } from '../files/source.ts';
import type { Report } from '../report/report.ts';
import { plannedOptions, writePlan, type PlanHead } from './file.ts';
import { hashSources } from './sources.ts';
import { countLine, emptySummary, type PlanSummary } from './summary.ts';
import { recordChanges } from './record-changes.ts';

export interface Plan extends Pick<Load, 'db' | 'onProgress' | 'stop' | 'stdin'> {
  kind: Kind;
  paths: SourcePath[];
  /** A second handle of the same database, see `recordChanges`. */
  base: Db;
  /** The file of the plan; without it there is only the summary. */
  out?: string;
  options?: LoadOptions;
}

/**
 * Runs a load, records what it does to every row, and rolls it back. The plan is written as the load runs: a feed need
 * not fit in memory.
 */
export async function plan({
  db,
  base,
  kind,
  paths,
  out,
  options = {},
  ...rest
}: Plan): Promise<{ report: Report; summary: PlanSummary }> {
  const writer = out === undefined ? undefined : await writePlan(out, await headOf(db, kind, paths, options));
  const summary = emptySummary(out);
  try {
    const recorder = recordChanges(base, {
      take: async (lines) => {
        for (const line of lines) countLine(summary, line);
        await writer?.write(lines);
      },
      end: async () => {},
    });
    const report = await load({
      db,
      kind,
      paths,
      options: { ...options, dryRun: true },
      recorder,
      ...rest,
    });
    await writer?.finish({ end: { unchanged: report.unchanged }, refused: report.refused });
    return { report, summary };
  } finally {
    await writer?.close();
  }
}

async function headOf(db: Db, kind: Kind, paths: SourcePath[], options: LoadOptions): Promise<PlanHead> {
  return {
    plan: 1,
    kind: kind.name,
    made_at: toTimestamp(Date.now()),
    database: await databaseId(db),
    paths: paths.map((path) => (typeof path === 'string' ? path : path.address)),
    options: plannedOptions(options),
    sources: await hashSources(kind, paths, options),
  };
}
