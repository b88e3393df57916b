import type { Backlog } from '@dossier/shared';
import {
  lastRuns,
  outboxDepth,
  outboxOldest,
  outcomeOf,
  type Db,
  type IngestRunRow,
  type RunOutcome,
} from '@dossier/store';
import { kindNames } from '../names.ts';
import type { IndexState } from '../search-engine.ts';
import { timeText } from '../../report/printable.ts';
import { printWaiting, type Report, type RunCounts, type TaskCounts } from '../../report/report.ts';

/** A run of a command. */
export interface Run extends Omit<IngestRunRow, 'counts_json' | 'outcome' | 'drift_json'> {
  outcome: RunOutcome;
  /** Its counts; so far, when it is unfinished. */
  counts: RunCounts | TaskCounts | null;
  /** How its source differed from the load before; null if it did not, or was the first. */
  drift: Report['drift'] | null;
}

/** A run that rejected rows. */
interface RejectingRun extends Run {
  /** Set when a later run has overwritten its dead-letter file. */
  isOverwritten?: true;
}

/** The runs, the number of records and the backlog of the outbox. */
export interface Status extends Backlog {
  /** Newest first. */
  runs: Run[];
  /** Recent runs whose rejected rows have not been loaded since; see `openRejects`. */
  rejects: RejectingRun[];
}

const SHOWN = 10;
/** Number of runs that are searched for rejects. */
const LOOKED_AT = 50;

/** Reads the status. @param shown number of runs */
export async function readStatus(db: Db, now: Date, shown = SHOWN): Promise<Status> {
  const runs = (await lastRuns(db, Math.max(LOOKED_AT, shown))).map(runOf);
  const rows: Record<string, number> = {};
  for (const { plural } of kindNames) {
    const row = await db(plural).count({ n: '*' }).first<{ n: number | string }>();
    rows[plural] = Number(row.n);
  }
  const oldest = await outboxOldest(db);
  const lagSeconds = oldest === null ? null : Math.max(0, (now.getTime() - Date.parse(oldest)) / 1000);
  return {
    runs: runs.slice(0, shown),
    rows,
    outbox: { depth: await outboxDepth(db), oldest, lagSeconds },
    rejects: openRejects(runs).slice(0, shown),
  };
}

/** The number of runs that one statement reads. */
const STEP = 200;

/** Reads the last runs, newest first. @param all also reads runs that ended before they stored anything */
export async function readRuns(db: Db, shown: number, { all = false } = {}): Promise<Run[]> {
  const found: Run[] = [];
  for (let before: number | undefined; found.length < shown;) {
    const runs = (await lastRuns(db, STEP, before)).map(runOf);
    found.push(...runs.filter((run) => all || !hasStoredNothing(run)));
    if (runs.length < STEP) break;
    before = runs.at(-1)!.id;
  }
  return found.slice(0, shown);
}

/** Returns the run with a number, if it exists. */
export const readRun = async (db: Db, id: number): Promise<Run[]> =>
  (await lastRuns(db, 1, id + 1)).filter((run) => run.id === id).map(runOf);

/** Returns whether a run failed, was stopped or was rejected before it stored anything. */
function hasStoredNothing({ outcome, counts }: Run): boolean {
  if (outcome === 'refused') return true;
  if (outcome !== 'failed' && outcome !== 'stopped') return false;
  return !isOfLoad(counts) || LOADED.every(([name]) => name === 'rejected' || !counts[name]);
}

function runOf({ counts_json, drift_json, ...run }: IngestRunRow): Run {
  return {
    ...run,
    kind: kindNames.find(({ name }) => name === run.kind)?.plural ?? run.kind,
    outcome: outcomeOf(run),
    counts: counts_json === null ? null : (JSON.parse(counts_json) as RunCounts),
    drift: drift_json === null ? null : (JSON.parse(drift_json) as Report['drift'] & object),
  };
}

/**
 * Returns the runs with rejected rows whose source or dead-letter file has not been loaded since.
 * @param runs newest first
 */
function openRejects(runs: Run[]): RejectingRun[] {
  const loadedSince: Run[] = [];
  const written = new Set<string>();
  return runs.flatMap((run) => {
    const { kind, source, counts, outcome, rejects_file } = run;
    const isLoadedAgain = loadedSince.some(
      (later) =>
        (later.kind === kind && later.source === source) ||
        ` ${later.source} `.includes(` ${String(rejects_file)} `),
    );
    if (!isOfLoad(counts)) return [];
    if (outcome === 'done' || outcome === 'rejects') loadedSince.push(run);
    const isOverwritten = rejects_file !== null && written.has(rejects_file);
    if (rejects_file !== null) written.add(rejects_file);
    return counts.rejected > 0 && !isLoadedAgain ? [{ ...run, ...(isOverwritten && { isOverwritten }) }] : [];
  });
}

const UNFILLED =
  'Search: the index is missing or incomplete, so searches return 503. A running API fills it; without one, run: ' +
  'npm run ingest -- reindex';

/** Returns the status as text. */
export function printStatus(
  { runs, rows, outbox, rejects, search }: Status & { search: IndexState },
  now: Date,
): string {
  const lines = ['Runs, newest first (times are UTC):'];
  if (runs.length === 0) lines.push('  none');
  for (const run of runs) lines.push(...printRun(run, now));
  lines.push(
    `Rows: ${Object.entries(rows)
      .map(([kind, n]) => `${kind} ${n}`)
      .join(', ')}`,
  );
  const lag = outbox.lagSeconds === null ? '' : ` for ${duration(outbox.lagSeconds)}`;
  if (search.problem !== undefined) lines.push(`Search: ${search.problem}`);
  else if (!search.filled) lines.push(UNFILLED);
  else if (outbox.depth === 0) lines.push('Search: up to date');
  if (outbox.depth > 0) lines.push(printWaiting(outbox.depth, lag));
  if (rejects.length > 0) lines.push('Rejects:');
  for (const { command, kind, source, started_at, counts, rejects_file, isOverwritten } of rejects) {
    const by = Object.entries((counts as RunCounts).rejectedBy).map(([name, n]) => `${name} ${n}`);
    lines.push(`  ${timeText(started_at)} ${command} ${kind} ${source}: ${by.join(', ')}`);
    if (isOverwritten) lines.push(`    overwritten by a later run: ${rejects_file}; load the source again`);
    else if (rejects_file !== null) lines.push(`    ${rejects_file}`);
  }
  return lines.join('\n');
}

/** Returns runs with their numbers as text. */
export function printRuns(runs: Run[], now: Date): string {
  if (runs.length === 0) return 'No runs.';
  const lines = runs.flatMap((run) => printRun(run, now, String(run.id).padStart(5)));
  return ['Runs, newest first (times are UTC):', ...lines].join('\n');
}

function printRun(run: Run, now: Date, number?: string): string[] {
  const { command, kind, source, started_at, message } = run;
  const title = [command, kind, source].filter((part) => part !== null && part !== '').join(' ');
  const lines = [
    `${number === undefined ? '' : `${number}`}  ${timeText(started_at)} ${title}: ${[printState(run, now), printCounts(run)].filter(Boolean).join(', ')}`,
  ];
  if (message !== null) lines.push(`    ${message.split('\n', 1)[0]!}`);
  if (run.drift) {
    lines.push(`    differs from the load of ${timeText(run.drift.since)}:`);
    for (const { message: change } of run.drift.changes) lines.push(`      ${change}`);
  }
  return lines;
}

function printState({ outcome, host, pid, seen_at, message }: Run, now: Date): string {
  const ago = duration(Math.max(0, (now.getTime() - Date.parse(seen_at)) / 1000));
  if (outcome === 'running') return `running as process ${pid}, last seen ${ago} ago`;
  // A killed run with a message is undone, or was killed after its work: nothing is left to run again.
  if (outcome === 'killed') return `killed, last seen ${ago} ago${message === null ? '; run it again' : ''}`;
  if (outcome !== 'unknown') return outcome;
  return `unfinished: running or killed on ${host}, last seen ${ago} ago`;
}

const isOfLoad = (counts: Run['counts']): counts is RunCounts => counts !== null && 'rejectedBy' in counts;

function printCounts({ outcome, counts }: Run): string {
  if (counts === null) return '';
  if (!isOfLoad(counts)) return printTask(counts);
  if (outcome !== 'refused') return printLoaded(counts);
  return counts.read + counts.gone > 0 ? `the rejected load: ${printLoaded(counts)}` : '';
}

const LOADED = [
  ['new', 'new'],
  ['changed', 'changed'],
  ['unchanged', 'unchanged'],
  ['merged', 'merged'],
  ['held', 'held'],
  ['gone', 'deleted'],
  ['rejected', 'rejected'],
] as const;

const printLoaded = ({ read, seconds, ...counts }: RunCounts) =>
  `${read} read: ${LOADED.flatMap(([name, word]) => (counts[name] === undefined ? [] : [`${counts[name]} ${word}`])).join(', ')} (${seconds} s)`;

/** Returns the numbers above zero with their names: `12 put (0.1 s)`; nothing when all are zero. */
function printTask({ seconds, ...counts }: TaskCounts): string {
  const numbers = Object.entries(counts).filter(([, n]) => n > 0);
  if (numbers.length === 0) return '';
  const time = seconds === undefined ? '' : ` (${seconds} s)`;
  return `${numbers.map(([name, n]) => `${n} ${name}`).join(', ')}${time}`;
}

function duration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}
