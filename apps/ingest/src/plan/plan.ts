import { toTimestamp } from '@dossier/shared';
import { databaseId, type Db } from '@dossier/store';
import type { Kind } from '../kinds/kind.ts';
import { load, type Load, type LoadOptions } from '../records/load.ts';
import type { Report } from '../report/report.ts';
import { plannedOptions, writePlan, type PlanHead } from './file.ts';
import { hashSources } from './sources.ts';
import { countLine, emptySummary, type PlanSummary } from './summary.ts';
import { watchChanges } from './watch.ts';

export interface Plan extends Pick<Load, 'db' | 'onProgress' | 'stop' | 'stdin'> {
  kind: Kind;
  paths: string[];
  /** A second handle of the same database, see `watchChanges`. */
  base: Db;
  /** Where the plan is kept; without it there is only the summary. */
  out?: string;
  options?: LoadOptions;
}

/**
 * Does a load, tells what it does to every row, and undoes it. The plan is written as it is made, so that it may be as
 * long as the feed.
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
    const watcher = watchChanges(base, {
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
      recorder: watcher,
      ...rest,
    });
    await writer?.finish({ end: { unchanged: report.unchanged }, refused: report.refused });
    return { report, summary };
  } finally {
    await writer?.close();
  }
}

async function headOf(db: Db, kind: Kind, paths: string[], options: LoadOptions): Promise<PlanHead> {
  return {
    plan: 1,
    kind: kind.name,
    made_at: toTimestamp(Date.now()),
    database: await databaseId(db),
    paths,
    options: plannedOptions(options),
    sources: await hashSources(kind, paths, options),
  };
}
