import type { SearchEngine } from '@dossier/search';
import { openDatabase, type Db } from '@dossier/store';
import { readConfig } from './config.ts';
import { findKind } from '../kinds/index.ts';
import { load, type Load } from '../records/load.ts';
import { apply } from '../plan/apply.ts';
import { partialOf, readPlan } from '../plan/file.ts';
import { plan } from '../plan/plan.ts';
import { printSummary } from '../plan/summary.ts';
import { printReport, type Report } from '../report/report.ts';
import { UsageError } from '../rows/types.ts';
import { checkWritten } from './written.ts';
import { codeOf, codeOfPlan } from './exit-codes.ts';
import type { LoadFlags, PlanFlags } from './load-program.ts';
import { progressBar } from './progress.ts';
import { recorded } from './recorded.ts';
import { defaultRejects, keptFiles, unchanged, withDatabase, withSearch, type World } from './world.ts';

/** Loads records and prints the report. */
export async function runLoad(
  world: World,
  kindName: string,
  paths: string[],
  { json, rejects, ...flags }: LoadFlags,
): Promise<number> {
  const { stop } = world;
  const config = readConfig(world.env);
  const kind = findKind(kindName)!;
  requireFull(flags);
  await checkWritten({ '--rejects': rejects }, { kind, paths, files: keptFiles(config, flags) });
  const options = { ...flags, rejects: rejects ?? defaultRejects(kind.plural) };
  const work = async (db: Db, search?: SearchEngine, watched: Pick<Load, 'note' | 'stop'> = { stop }) => {
    const bar = json ? undefined : progressBar(world.terminal, kind.plural);
    const onProgress = bar?.update;
    return load({ db, search, kind, paths, options, stdin: world.stdin, onProgress, ...watched }).finally(
      () => bar?.stop(),
    );
  };
  // A dry run is as if it had not been.
  if (flags.dryRun) {
    return unchanged(config, world, (shown) =>
      withDatabase(shown, async (db) => print(world, json, await work(db))),
    );
  }
  return withDatabase(config, async (db) =>
    withSearch(config, world, db, async (search) => {
      const run = { command: 'load', kind: kind.name, source: paths, rejects: options.rejects };
      return print(world, json, await recorded({ db, stop }, run, (watched) => work(db, search, watched)));
    }),
  );
}

/** Plans a load and prints what it would change. */
export async function runPlan(
  world: World,
  kindName: string,
  paths: string[],
  { json, rejects, out, ...flags }: PlanFlags,
): Promise<number> {
  const config = readConfig(world.env);
  const kind = findKind(kindName)!;
  requireFull(flags);
  const partial = out === undefined ? undefined : partialOf(out);
  const written = { '--rejects': rejects, '--out': out, '--out (its beginning)': partial };
  await checkWritten(written, { kind, paths, files: keptFiles(config, flags) });
  const options = { ...flags, rejects: rejects ?? defaultRejects(kind.plural) };
  const work = async (db: Db, base: Db) => {
    const bar = json ? undefined : progressBar(world.terminal, kind.plural);
    const { report, summary } = await plan({
      db,
      base,
      kind,
      paths,
      out,
      options,
      stdin: world.stdin,
      stop: world.stop,
      onProgress: bar?.update,
    }).finally(() => bar?.stop());
    if (json) world.out(`${JSON.stringify({ ...report, plan: summary }, undefined, 2)}\n`);
    else world.out(`${printReport(report, true)}\n${printSummary(summary, report.refused !== undefined)}\n`);
    const isAnything = Object.values(summary.counts).some((n) => n > 0);
    return codeOfPlan(report, isAnything);
  };
  const needed = out === undefined ? undefined : 'a plan that is kept belongs to one database';
  return unchanged(
    config,
    world,
    (shown) => withDatabase(shown, (db) => withDatabase(shown, (base) => work(db, base))),
    needed,
  );
}

/** Applies a plan and prints the report of the load. */
export async function runApply(
  world: World,
  path: string,
  { json, rejects }: { json?: boolean; rejects?: string },
): Promise<number> {
  const config = readConfig(world.env);
  const { head } = await readPlan(path);
  const kind = findKind(head.kind);
  const { plural = head.kind } = kind ?? {};
  const files = { ...keptFiles(config, head.options), 'the plan': path };
  await checkWritten({ '--rejects': rejects }, { kind, paths: head.paths, files });
  return withDatabase(config, async (db) =>
    withSearch(config, world, db, async (search) => {
      const base = openDatabase(config.databaseUrl);
      const bar = json ? undefined : progressBar(world.terminal, plural);
      try {
        const place = rejects ?? defaultRejects(plural);
        const run = { command: 'apply', kind: head.kind, source: [path], rejects: place };
        const report = await recorded({ db, stop: world.stop }, run, (watched) =>
          apply({ db, base, search, path, rejects: place, onProgress: bar?.update, ...watched }).finally(() =>
            bar?.stop(),
          ),
        );
        return print(world, json, report);
      } finally {
        await base.destroy();
      }
    }),
  );
}

function print(world: World, json: boolean | undefined, report: Report): number {
  world.out(`${json ? JSON.stringify(report, undefined, 2) : printReport(report)}\n`);
  return codeOf(report);
}

function requireFull({ full, maxDeletes }: LoadFlags): void {
  if (maxDeletes && !full) throw new UsageError('--max-deletes goes with --full.');
}
