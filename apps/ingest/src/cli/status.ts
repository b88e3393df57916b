import { isThere, lastRuns, outboxDepth, outboxOldest, type Db, type IngestRunRow } from '@dossier/store';
import { findKind, kinds } from '../kinds/index.ts';
import { printWaiting, type RunCounts, type TaskCounts } from '../report/report.ts';

/** A run as status tells it. */
export interface Run extends Omit<IngestRunRow, 'counts_json' | 'outcome'> {
  /**
   * `killed`: it has not ended, and its process is gone; `unknown`: it has not ended, and its process is not to be seen
   * from here.
   */
  outcome: IngestRunRow['outcome'] | 'killed' | 'unknown';
  /** What it did; of one that has not come to its end, what it has stored. */
  counts: RunCounts | TaskCounts | null;
}

/** A run that rejected rows. */
export interface RejectingRun extends Run {
  /** Set when a later run has written over its rejects file. */
  isOverwritten?: true;
}

/** What is stored, what waits and what was done. */
export interface Status {
  /** Newest first. */
  runs: Run[];
  /** How many records there are, by the plurals of their kinds. */
  rows: Record<string, number>;
  /** Entries that wait to be indexed. `lagSeconds`: since when the oldest does; null when it is not known. */
  outbox: { depth: number; oldest: string | null; lagSeconds: number | null };
  /** The runs of the last ones that rejected rows which nobody has loaded since; see `openRejects`. */
  rejects: RejectingRun[];
}

const SHOWN = 10;
/** Among how many runs rejects are looked for. */
const LOOKED_AT = 50;

/**
 * Reads the state of ingest.
 * @param shown of how many runs
 */
export async function readStatus(db: Db, now: Date, shown = SHOWN): Promise<Status> {
  const runs = (await lastRuns(db, Math.max(LOOKED_AT, shown))).map(({ counts_json, ...run }): Run => ({
    ...run,
    // As they are called on the command line and in reports.
    kind: (run.kind && findKind(run.kind)?.plural) ?? run.kind,
    outcome: run.outcome === 'running' ? outcomeOfOpen(run) : run.outcome,
    counts: counts_json === null ? null : (JSON.parse(counts_json) as RunCounts),
  }));
  const rows: Record<string, number> = {};
  for (const { plural, storage } of kinds) {
    const row = await db(storage.table).count({ n: '*' }).first<{ n: number | string }>();
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

/** Of a run that has not ended. */
function outcomeOfOpen(run: Pick<IngestRunRow, 'host' | 'pid'>): Run['outcome'] {
  const there = isThere(run);
  if (there === undefined) return 'unknown';
  return there ? 'running' : 'killed';
}

/**
 * The runs that rejected rows, without those whose source, or the file that keeps the rows, was loaded since: what is
 * still wrong was rejected again by then.
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

/** The status for people. */
export function printStatus({ runs, rows, outbox, rejects }: Status, now: Date): string {
  const lines = ['Runs, newest first (times are UTC):'];
  if (runs.length === 0) lines.push('  none yet');
  for (const run of runs) lines.push(...printRun(run, now));
  lines.push(
    `Rows: ${Object.entries(rows)
      .map(([kind, n]) => `${kind} ${n}`)
      .join(', ')}`,
  );
  const lag = outbox.lagSeconds === null ? '' : `, the oldest for ${duration(outbox.lagSeconds)}`;
  lines.push(outbox.depth === 0 ? 'Search: up to date' : printWaiting(outbox.depth, lag));
  if (rejects.length > 0) lines.push('Rejects:');
  for (const { command, kind, source, started_at, counts, rejects_file, isOverwritten } of rejects) {
    const by = Object.entries((counts as RunCounts).rejectedBy).map(([name, n]) => `${name} ${n}`);
    lines.push(`  ${timeOf(started_at)} ${command} ${kind} ${source}: ${by.join(', ')}`);
    if (isOverwritten) lines.push(`    a later run has written over ${rejects_file}; load the source again`);
    else if (rejects_file !== null) lines.push(`    ${rejects_file}`);
  }
  return lines.join('\n');
}

function printRun(run: Run, now: Date): string[] {
  const { command, kind, source, started_at, message } = run;
  const what = [command, kind, source].filter((part) => part !== null && part !== '').join(' ');
  const lines = [
    `  ${timeOf(started_at)} ${what}: ${[printState(run, now), printCounts(run)].filter(Boolean).join(', ')}`,
  ];
  if (message !== null) lines.push(`    ${message.split('\n', 1)[0]!}`);
  return lines;
}

function printState({ outcome, host, pid, seen_at }: Run, now: Date): string {
  const ago = seen_at && duration(Math.max(0, (now.getTime() - Date.parse(seen_at)) / 1000));
  if (outcome === 'running') return `running as process ${pid}, last seen ${ago} ago`;
  if (outcome === 'killed') return `killed, last seen ${ago} ago; run it again`;
  if (outcome !== 'unknown') return outcome;
  return host === null
    ? 'not ended: it runs, or was killed'
    : `not ended: it runs on ${host}, or was killed there; last seen ${ago} ago`;
}

const isOfLoad = (counts: Run['counts']): counts is RunCounts => counts !== null && 'rejectedBy' in counts;

function printCounts({ outcome, counts }: Run): string {
  if (counts === null) return '';
  if (!isOfLoad(counts)) return printTask(counts);
  if (outcome !== 'refused') return printLoaded(counts);
  return counts.read + counts.gone > 0 ? `it would have been ${printLoaded(counts)}` : '';
}

const printLoaded = ({ read, seconds, ...counts }: RunCounts) =>
  `${read} read: ${(['new', 'changed', 'unchanged', 'gone', 'rejected'] as const).map((name) => `${counts[name]} ${name}`).join(', ')} (${seconds} s)`;

/** Numbers with their names, as in `12 put (0.1 s)`; what there is none of is left out, and all of it where that is all. */
function printTask({ seconds, ...counts }: TaskCounts): string {
  const numbers = Object.entries(counts).filter(([, n]) => n > 0);
  if (numbers.length === 0) return '';
  const time = seconds === undefined ? '' : ` (${seconds} s)`;
  return `${numbers.map(([name, n]) => `${n} ${name}`).join(', ')}${time}`;
}

const timeOf = (timestamp: string) => timestamp.slice(0, 19).replace('T', ' ');

function duration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}
