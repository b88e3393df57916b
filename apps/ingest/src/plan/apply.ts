import { databaseId, type Db } from '@dossier/store';
import { findKind } from '../kinds/index.ts';
import { load, type Load } from '../records/load.ts';
import { emptyReport, type Report } from '../report/report.ts';
import { Refusal } from '../report/refusal.ts';
import { LoadError } from '../rows/types.ts';
import { planLines, readPlan, type PlanEnd, type PlanLine } from './file.ts';
import { changedSource, hashSources } from './sources.ts';
import { watchChanges } from './watch.ts';

export interface Apply extends Pick<Load, 'db' | 'search' | 'onProgress' | 'note' | 'stop'> {
  /** A second handle of the same database, see `watchChanges`. */
  base: Db;
  path: string;
  rejects?: string;
}

/**
 * Does what a plan says: the same load again, in one transaction that is kept only if every row does what the plan
 * says of it. The report says so when it was refused, since a source or a record is not what it was.
 * @throws LoadError when the file is no whole plan, or is of another kind
 */
export async function apply({ base, path, rejects, ...run }: Apply): Promise<Report> {
  const { db } = run;
  const { head, end } = await readPlan(path);
  const kind = findKind(head.kind);
  if (!kind) throw new LoadError(`The plan ${path} is of a kind that is not known here: ${head.kind}.`);
  const refused = (why: Refusal['why'], message: string): Report => ({
    ...emptyReport(kind.plural, false),
    refused: { why, message },
  });
  if (end.refused) return refused(end.refused.why, `${end.refused.message} The plan says so already.`);
  if (head.database !== (await databaseId(db))) {
    return refused('moved', 'The plan was made against another database.');
  }
  try {
    const moved = changedSource(head.sources, await hashSources(kind, head.paths, head.options));
    if (moved !== undefined) return refused('moved', `The source is another: ${moved}. Make a new plan.`);
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    return refused('moved', `${error.message} It was there when the plan was made; make a new plan.`);
  }

  const planned = planLines(path);
  const nextLine = async () => (await planned.next()).value as string;
  // The head.
  await nextLine();
  const watcher = watchChanges(base, {
    take: async (lines) => {
      for (const line of lines) {
        const text = await nextLine();
        if (JSON.stringify(line) !== text) throw movedAway(line, lineOf(text));
      }
    },
    end: async () => {
      const left = lineOf(await nextLine());
      if (left) throw movedAway(undefined, left);
    },
  });
  try {
    return await load({
      ...run,
      kind,
      paths: head.paths,
      options: { ...head.options, rejects },
      recorder: watcher,
    });
  } finally {
    await planned.return(undefined);
  }
}

/** The row of a line, or undefined of the plan's end. */
function lineOf(text: string): PlanLine | undefined {
  const line = JSON.parse(text) as PlanLine | PlanEnd;
  return 'end' in line ? undefined : line;
}

/** Says which row is no longer as it was planned; `line` is what the row does now, undefined at the end. */
function movedAway(line: PlanLine | undefined, planned: PlanLine | undefined): Refusal {
  const isSame = line !== undefined && planned !== undefined && placeOf(line) === placeOf(planned);
  const isLeftOut = planned !== undefined && !isSame && (line === undefined || isBefore(planned, line));
  const said = isSame || isLeftOut ? planned : undefined;
  const now = isLeftOut ? undefined : line;
  const what =
    said?.outcome === now?.outcome
      ? 'is not what it was'
      : `was to ${said ? VERBS[said.outcome] : 'stay'} and would now ${now ? VERBS[now.outcome] : 'stay'}`;
  const name = nameOf((now ?? said)!);
  return new Refusal(
    'moved',
    `The database has moved since the plan was made: ${name} ${what}. Make a new plan.`,
  );
}

const VERBS = { new: 'be new', changed: 'change', rejected: 'be rejected', gone: 'go' };

const placeOf = (line: PlanLine): string =>
  'file' in line ? `${line.file} row ${line.row}` : line.key.join(' ');

const nameOf = (line: PlanLine): string =>
  'file' in line && 'key' in line ? `${line.key.join(' ')} (${placeOf(line)})` : placeOf(line);

const isBefore = (a: PlanLine, b: PlanLine): boolean =>
  'file' in a && (!('file' in b) || (a.file === b.file && a.row < b.row));
