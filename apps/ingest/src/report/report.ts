import type { Outcome } from '../kinds/kind.ts';
import type { RefusalReason } from './refusal.ts';
import type { Place, Reject } from '../rows/types.ts';

/** What a load did. Rows read are new, changed, unchanged or rejected; so may companies be that come beside them. */
export interface Report {
  kind: string;
  dryRun: boolean;
  files: number;
  read: number;
  new: number;
  changed: number;
  unchanged: number;
  /** Of a full load: records that the feed no longer has. */
  gone: number;
  rejected: number;
  /** Set when nothing was stored: why, in a word and in a sentence. The numbers are what it would have done. */
  refused?: { why: RefusalReason; message: string };
  /** Counts by the class of the reason: `{"missing domain": 110}`. */
  rejectedBy: Record<string, number>;
  /** A few of each class, to look at. */
  firstRejects: Omit<Reject, 'raw'>[];
  /** Where all rejected rows are, when a place for them was given and there are any. */
  rejectsFile?: string;
  warnings: number;
  /** Counts by what the warning says: `{"kramdown attributes removed": 12}`. */
  warningsBy: Record<string, number>;
  /** A few of each, to look at. */
  firstWarnings: Warning[];
  /** Companies that `createCompanies` made, beside the rows. */
  companiesCreated: number;
  /** Companies that it could not make: they are among the rejected, and no rows. */
  companiesRejected: number;
  /** Search entries that were made anew or removed. */
  indexed: number;
  /** Outbox entries that wait since the search cannot be used now. */
  waiting: number;
  seconds: number;
  /** Highest use of memory by the program so far, in megabytes. */
  peakMemory: number;
}

/** A warning and the row that it is about; one about the load as a whole has no place. */
export interface Warning extends Partial<Place> {
  warning: string;
}

/** What `ingest status` tells of a run: in numbers, with a few of its rejects. */
export type RunCounts = Pick<
  Report,
  'read' | 'new' | 'changed' | 'unchanged' | 'gone' | 'rejected' | 'rejectedBy' | 'firstRejects' | 'seconds'
>;

/** Of a run that is no load: `{"put": 12, "seconds": 0.1}`. */
export type TaskCounts = { seconds?: number } & Record<string, number>;

const SHOWN_OF_CLASS = 3;
/** Different warnings that are counted by themselves: their words may hold words of the data, which never end. */
const MOST_WARNINGS = 100;
const OTHER_WARNINGS = 'other warnings';

export function emptyReport(kind: string, dryRun: boolean): Report {
  const counts = { files: 0, read: 0, new: 0, changed: 0, unchanged: 0, gone: 0 };
  const lists = { rejectedBy: {}, firstRejects: [], warnings: 0, warningsBy: {}, firstWarnings: [] };
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

export function countOutcome(report: Report, outcome: Exclude<Outcome['outcome'], 'rejected'>): void {
  report.read++;
  report[outcome]++;
}

/** @param isRow false of a company that a file of filings brings beside its rows */
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
  const isCounted = words in warningsBy || Object.keys(warningsBy).length < MOST_WARNINGS;
  const name = isCounted ? words : OTHER_WARNINGS;
  warningsBy[name] = (warningsBy[name] ?? 0) + 1;
  if (warningsBy[name] > SHOWN_OF_CLASS) return;
  report.firstWarnings.push({ ...(place && { file: place.file, row: place.row }), warning });
}

/** What stands before the first colon, where that is a class and not a part of the row. */
function reasonClass(reason: string): string {
  return CLASS.exec(reason)?.[1] ?? 'other';
}

const CLASS = /^([a-z][a-zA-Z ]{2,40}): /;

/** What stands before the first colon, or the whole where that is no class: warnings are counted by their words. */
const warningClass = (warning: string): string => CLASS.exec(warning)?.[1] ?? warning;

/** The report for people, a few lines; of a plan, what the load would do. */
export function printReport(report: Report, isPlan = false): string {
  if (report.refused?.why === 'moved' && report.read === 0) return refusalOf(report.refused.message);
  const lines = [
    `${preface(report, isPlan)}${report.kind}: ${count(report.read, 'row')} read from ${count(report.files, 'file')}: ` +
      `${report.new} new, ${report.changed} changed, ${report.unchanged} unchanged, ${report.gone > 0 ? `${report.gone} gone, ` : ''}${report.rejected} rejected (${report.seconds} s)`,
  ];
  if (report.companiesCreated > 0)
    lines.push(`${count(report.companiesCreated, 'company', 'companies')} made`);
  if (report.companiesRejected > 0)
    lines.push(
      `${count(report.companiesRejected, 'company', 'companies')} not made, and counted with the rejected rows`,
    );
  if (report.rejected > 0) {
    lines.push('Rejected:');
    for (const [name, n] of mostFirst(report.rejectedBy)) {
      const shown = report.firstRejects.filter(({ reason }) => reasonClass(reason) === name);
      lines.push(`  ${name}: ${n}`);
      for (const { file, row, reason } of shown) lines.push(`    ${file} row ${row}: ${reason}`);
      if (n > shown.length) lines.push('    …');
    }
    if (report.rejectsFile) lines.push(`  All of them: ${report.rejectsFile}`);
  }
  if (report.rejectedBy['wrong encoding']) {
    lines.push(
      'If the file is not UTF-8, name its encoding: --encoding windows-1252, or macintosh, or another.',
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
  if (report.indexed > 0)
    lines.push(`Search: ${count(report.indexed, 'entry', 'entries')} brought up to date`);
  if (report.waiting > 0) lines.push(printWaiting(report.waiting));
  return lines.join('\n');
}

function preface({ dryRun, refused }: Report, isPlan: boolean): string {
  if (isPlan) return refused ? `It would be refused: ${refused.message}\n` : 'Nothing is stored yet. ';
  if (refused) return `${refusalOf(refused.message)}\nIt would have been: `;
  return dryRun ? 'Dry run, nothing was stored. ' : '';
}

const refusalOf = (message: string) => `Refused, nothing was stored: ${message}`;

const mostFirst = (counts: Record<string, number>) => Object.entries(counts).sort(([, a], [, b]) => b - a);

/** Its place; its words only where they say more than what it was counted by. */
function printWarning({ file, row, warning }: Warning, name: string): string {
  const place = file === undefined ? undefined : `${file} row ${row}`;
  return warning === name && place !== undefined ? place : [place, warning].filter(Boolean).join(': ');
}

const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** How many entries wait, since when, and what to do about it. */
export const printWaiting = (n: number, since = ''): string =>
  `Search: ${count(n, 'entry waits', 'entries wait')}${since}. Bring them in with: npm run ingest -- index`;
