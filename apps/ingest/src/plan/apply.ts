import { databaseId, type Db } from '@dossier/store';
import type { SourcePath } from '../files/source.ts';
import { findKind } from '../kinds/index.ts';
import { load, type Load } from '../load/load.ts';
import { emptyReport, type Report } from '../report/report.ts';
import { Refusal } from '../report/refusal.ts';
import { LoadError } from '../rows/types.ts';
import { planLines, readPlan, type PlanEnd, type PlanLine } from './file.ts';
import { changedSource, hashSources } from './sources.ts';
import { recordChanges } from './record-changes.ts';

export interface Apply extends Pick<
  Load,
  'db' | 'search' | 'onProgress' | 'run' | 'note' | 'onProfile' | 'stop'
> {
  /** A second handle of the same database, see `recordChanges`. */
  base: Db;
  path: string;
  /** The sources of the plan, if they are not at the paths that it names. */
  paths?: SourcePath[];
  rejects?: string;
}

/**
 * Runs the load of a plan again in one transaction, and commits it only if every row matches the plan. If a source
 * or a record has changed since, the report has the reason and nothing is stored.
 * @throws LoadError when the file is no complete plan
 */
export async function apply({ base, path, paths, rejects, ...run }: Apply): Promise<Report> {
  const { db } = run;
  const { head, end } = await readPlan(path);
  const kind = findKind(head.kind);
  if (!kind) throw new LoadError(`The plan ${path} is of an unknown kind: ${head.kind}.`);
  const refused = (why: Refusal['why'], message: string): Report => ({
    ...emptyReport(kind.plural, false),
    refused: { why, message },
  });
  if (end.refused)
    return refused(end.refused.why, `The planned load was already rejected: ${end.refused.message}`);
  if (head.database !== (await databaseId(db))) {
    return refused('moved', 'The plan was made against another database. Make a new plan.');
  }
  try {
    const moved = changedSource(head.sources, await hashSources(kind, paths ?? head.paths, head.options));
    if (moved !== undefined) return refused('moved', `${moved}. Make a new plan.`);
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    return refused('moved', `${error.message} It existed when the plan was made. Make a new plan.`);
  }

  const planned = planLines(path);
  const nextLine = async () => (await planned.next()).value as string;
  // Skips the head.
  await nextLine();
  const recorder = recordChanges(base, {
    take: async (lines) => {
      for (const line of lines) {
        const planned = lineOf(await nextLine());
        if (comparedOf(line) !== comparedOf(planned)) throw changedSince(line, planned);
      }
    },
    end: async () => {
      const left = lineOf(await nextLine());
      if (left) throw changedSince(undefined, left);
    },
  });
  try {
    return await load({
      ...run,
      kind,
      paths: paths ?? head.paths,
      options: { ...head.options, rejects },
      recorder,
    });
  } finally {
    await planned.return(undefined);
  }
}

/** Parses a line; undefined for the last line of a plan. */
function lineOf(text: string): PlanLine | undefined {
  const line = JSON.parse(text) as PlanLine | PlanEnd;
  return 'end' in line ? undefined : line;
}

/** Returns what must be as planned. Older plans have no fields of new records, whose content `result` identifies. */
const comparedOf = (line: PlanLine | undefined) =>
  JSON.stringify(line?.outcome === 'new' ? { ...line, fields: undefined } : line);

/** Names the first row that differs from the plan. @param line what the load does now; undefined at its end */
function changedSince(line: PlanLine | undefined, planned: PlanLine | undefined): Refusal {
  const isSame = line !== undefined && planned !== undefined && placeOf(line) === placeOf(planned);
  const isMissing = planned !== undefined && !isSame && (line === undefined || isBefore(planned, line));
  const planLine = isSame || isMissing ? planned : undefined;
  const now = isMissing ? undefined : line;
  const outcomeOf = (each: PlanLine | undefined) => (each ? OUTCOMES[each.outcome] : 'unchanged');
  const difference =
    planLine?.outcome === now?.outcome
      ? 'has changed'
      : `was planned as ${outcomeOf(planLine)} and is now ${outcomeOf(now)}`;
  const name = nameOf((now ?? planLine)!);
  return new Refusal(
    'moved',
    `The database has changed since the plan was made: ${name} ${difference}. Make a new plan.`,
  );
}

const OUTCOMES = { new: 'new', changed: 'changed', rejected: 'rejected', gone: 'deleted' };

const placeOf = (line: PlanLine): string =>
  'file' in line ? `${line.file} row ${line.row}` : line.key.join(' ');

const nameOf = (line: PlanLine): string =>
  'file' in line && 'key' in line ? `${line.key.join(' ')} (${placeOf(line)})` : placeOf(line);

const isBefore = (a: PlanLine, b: PlanLine): boolean =>
  'file' in a && (!('file' in b) || (a.file === b.file && a.row < b.row));
