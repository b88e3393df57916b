import type { UnsureWay } from '@dossier/store';
import type { Outcome } from '../ledger/outcome.ts';
import { timeText } from './printable.ts';
import type { RefusalReason } from './refusal.ts';
import type { Place, Reject } from '../rows/types.ts';

/** What a load did. Each row read is new, changed, unchanged, merged or rejected. */
export interface Report {
  kind: string;
  dryRun: boolean;
  files: number;
  read: number;
  new: number;
  changed: number;
  unchanged: number;
  /** Rows that add nothing to another row of the load about the same record, such as a round without its amount. */
  merged: number;
  /** Rows of which it is not sure which company they are about. They are stored, but do not count: see `matches`. */
  held: number;
  /** Counts by how the rows named their company: `{"name": 275}`. */
  heldBy: Partial<Record<UnsureWay, number>>;
  /** Rows of earlier loads that are no longer held, because a fact agrees now. */
  released: number;
  /** Of a load with `--full`: deleted records, which are missing from the feed. */
  gone: number;
  rejected: number;
  /** Set when nothing was stored. The counts are then of the rolled-back load. */
  refused?: { why: RefusalReason; message: string };
  /** Counts by class of the reason: `{"missing domain": 110}`. */
  rejectedBy: Record<string, number>;
  /** The first of each class. */
  firstRejects: Omit<Reject, 'raw'>[];
  /** Set when nothing was read, since no file has changed since the last load. */
  notRead?: { since: string; files: string[] };
  /** How the source differs from its last load, if there was one. */
  drift?: { source: string; since: string; changes: { message: string; column?: string }[] };
  /** The dead-letter file with all rejected rows. */
  rejectsFile?: string;
  warnings: number;
  /** Counts by class of the warning: `{"company named twice in one document": 12}`. */
  warningsBy: Record<string, number>;
  /** The first of each class. */
  firstWarnings: Warning[];
  /** Companies that `createCompanies` created; they do not count as rows. */
  companiesCreated: number;
  /** Companies that it could not create; they count as rejected, but not as rows. */
  companiesRejected: number;
  /** Search entries that were written or removed. */
  indexed: number;
  /** Outbox entries that wait because the search engine is unavailable. */
  waiting: number;
  seconds: number;
  /** Peak memory of the process so far, in megabytes. */
  peakMemory: number;
}

/** A warning and its row; a warning about the whole load has none. */
interface Warning extends Partial<Place> {
  warning: string;
}

/** The part of a report that is logged with the run, for `status`. */
export type RunCounts = Pick<
  Report,
  'read' | 'new' | 'changed' | 'unchanged' | 'gone' | 'rejected' | 'rejectedBy' | 'firstRejects' | 'seconds'
> & { merged?: number; held?: number };

/** The numbers of a run other than a load: `{"put": 12, "seconds": 0.1}`. */
export type TaskCounts = { seconds?: number } & Record<string, number>;

const SHOWN_OF_CLASS = 3;
/** Most classes of warnings that are counted: a class may contain text of the data. */
const MAX_WARNINGS = 100;
const OTHER_WARNINGS = 'other warnings';

export function emptyReport(kind: string, dryRun: boolean): Report {
  const counts = {
    files: 0,
    read: 0,
    new: 0,
    changed: 0,
    unchanged: 0,
    merged: 0,
    held: 0,
    released: 0,
    gone: 0,
  };
  const lists = {
    heldBy: {},
    rejectedBy: {},
    firstRejects: [],
    warnings: 0,
    warningsBy: {},
    firstWarnings: [],
  };
  return {
    kind,
    dryRun,
    ...counts,
    rejected: 0,
    companiesCreated: 0,
    companiesRejected: 0,
    ...lists,
    indexed: 0,
    waiting: 0,
    seconds: 0,
    peakMemory: 0,
  };
}

export function countOutcome(report: Report, outcome: Exclude<Outcome, { outcome: 'rejected' }>): void {
  report.read++;
  report[outcome.outcome]++;
  if (outcome.outcome === 'held') report.heldBy[outcome.way] = (report.heldBy[outcome.way] ?? 0) + 1;
}

/** @param isRow false for a company of a submissions file, which does not count as a row */
export function countReject(report: Report, { file, row, reason }: Reject, isRow: boolean): void {
  if (isRow) report.read++;
  else report.companiesRejected++;
  report.rejected++;
  const name = reasonClass(reason);
  report.rejectedBy[name] = (report.rejectedBy[name] ?? 0) + 1;
  if (report.rejectedBy[name] <= SHOWN_OF_CLASS) report.firstRejects.push({ file, row, reason });
}

export function countWarning(report: Report, warning: string, place?: Place): void {
  report.warnings++;
  const { warningsBy } = report;
  const words = warningClass(warning);
  const isCounted = words in warningsBy || Object.keys(warningsBy).length < MAX_WARNINGS;
  const name = isCounted ? words : OTHER_WARNINGS;
  warningsBy[name] = (warningsBy[name] ?? 0) + 1;
  if (warningsBy[name] > SHOWN_OF_CLASS) return;
  report.firstWarnings.push({ ...(place && { file: place.file, row: place.row }), warning });
}

/** The words before the first colon, if they look like a class and not like data. */
function reasonClass(reason: string): string {
  return CLASS.exec(reason)?.[1] ?? 'other';
}

const CLASS = /^([a-z][a-zA-Z ]{2,40}): /;

/** The words before the first colon; without a class, the whole warning. */
const warningClass = (warning: string): string => CLASS.exec(warning)?.[1] ?? warning;

/** Returns the report as text. @param isPlan prints what the load would do */
export function printReport(report: Report, isPlan = false): string {
  if (report.refused?.why === 'moved' && report.read === 0) return refusalOf(report.refused.message);
  if (report.notRead) return printNotRead(report.kind, report.notRead);
  const lines = [
    `${preface(report, isPlan)}${report.kind}: ${count(report.read, 'row')} read from ${count(report.files, 'file')}: ` +
      `${report.new} new, ${report.changed} changed, ${report.unchanged} unchanged, ${report.merged > 0 ? `${report.merged} merged, ` : ''}${report.held > 0 ? `${report.held} held, ` : ''}${report.gone > 0 ? `${report.gone} deleted, ` : ''}${report.rejected} rejected (${report.seconds} s)`,
  ];
  if (report.companiesCreated > 0)
    lines.push(`${count(report.companiesCreated, 'company', 'companies')} created`);
  if (report.companiesRejected > 0)
    lines.push(
      `${count(report.companiesRejected, 'company', 'companies')} not created (counted as rejected)`,
    );
  if (report.held > 0) {
    const ways = mostFirst(report.heldBy).map(([way, n]) => `${n} by ${way}`);
    lines.push(
      `Held, because it is not sure which company they are about: ${ways.join(', ')}. Review them with: npm run ingest -- matches`,
    );
  }
  if (report.released > 0)
    lines.push(`${count(report.released, 'held row')} of earlier loads released, because a fact agrees now`);
  if (report.rejected > 0) {
    lines.push('Rejected:');
    for (const [name, n] of mostFirst(report.rejectedBy)) {
      const shown = report.firstRejects.filter(({ reason }) => reasonClass(reason) === name);
      lines.push(`  ${name}: ${n}`);
      for (const { file, row, reason } of shown) lines.push(`    ${file} row ${row}: ${reason}`);
      if (n > shown.length) lines.push('    …');
    }
    if (report.rejectsFile) lines.push(`  All rejected rows: ${report.rejectsFile}`);
  }
  if (report.rejectedBy['wrong encoding']) {
    lines.push(
      'If the file is not UTF-8, name its encoding, for example --encoding windows-1252 or macintosh.',
    );
  }
  if (report.warnings > 0) {
    lines.push('Warnings:');
    for (const [name, n] of mostFirst(report.warningsBy)) {
      const shown = report.firstWarnings.filter(({ warning }) => warningClass(warning) === name);
      lines.push(`  ${name}: ${n}`, ...shown.map((each) => `    ${printWarning(each, name)}`));
      if (n > shown.length) lines.push('    …');
    }
  }
  lines.push(...printIndexed(report));
  return lines.join('\n');
}

const printNotRead = (kind: string, { since, files }: NonNullable<Report['notRead']>) =>
  `${kind}: unchanged since the load of ${timeText(since)} UTC, nothing read: ${files.join(' ')}. To read it anyway, use --reload.`;

function preface({ dryRun, refused }: Report, isPlan: boolean): string {
  if (isPlan)
    return refused ? `The load would be rejected: ${refused.message}\n` : 'Plan only, nothing stored. ';
  if (refused) return `${refusalOf(refused.message)}\nThe rejected load: `;
  return dryRun ? 'Dry run, nothing stored. ' : '';
}

const refusalOf = (message: string) => `Load rejected, nothing stored: ${message}`;

const mostFirst = (counts: Record<string, number>) => Object.entries(counts).sort(([, a], [, b]) => b - a);

/** The place of a warning, and its text if that has more than the class. */
function printWarning({ file, row, warning }: Warning, name: string): string {
  const place = file === undefined ? undefined : `${file} row ${row}`;
  return warning === name && place !== undefined ? place : [place, warning].filter(Boolean).join(': ');
}

/** `1 entry`, `2 entries`. */
export const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** Returns how many outbox entries wait, and how to index them. */
export const printWaiting = (n: number, since = ''): string =>
  `Search: ${count(n, 'entry waits', 'entries wait')} to be indexed${since}. Index them with: npm run ingest -- index`;

/** Returns lines about the indexed search entries of a command; none if there were none. */
export function printIndexed({ indexed, waiting, problem }: IndexResult): string[] {
  const lines = [];
  if (problem !== undefined) lines.push(`The search engine is unavailable: ${problem}`);
  if (indexed > 0) lines.push(`Search: ${count(indexed, 'entry', 'entries')} updated`);
  if (waiting > 0) lines.push(printWaiting(waiting));
  return lines;
}

interface IndexResult {
  indexed: number;
  waiting: number;
  problem?: string;
}
