import type { Outcome } from './kinds/kind.ts';
import type { Reject } from './stages/types.ts';

/** What a load did. Rows read are new, changed, unchanged or rejected. */
export interface Report {
  kind: string;
  dryRun: boolean;
  files: number;
  read: number;
  new: number;
  changed: number;
  unchanged: number;
  rejected: number;
  /** Counts by the class of the reason: `{"missing domain": 110}`. */
  rejectedBy: Record<string, number>;
  /** A few of each class, to look at. */
  firstRejects: Omit<Reject, 'raw'>[];
  /** Where all rejected rows are, when a place for them was given and there are any. */
  rejectsFile?: string;
  warnings: number;
  firstWarnings: string[];
  /** Companies that `createCompanies` made, beside the rows. */
  companiesCreated: number;
  /** Search entries that were made anew or removed. */
  indexed: number;
  /** Outbox entries that wait since the search cannot be used now. */
  waiting: number;
  seconds: number;
  /** Highest use of memory by the program so far, in megabytes. */
  peakMemory: number;
}

const SHOWN = 10;
const SHOWN_OF_CLASS = 3;

export function emptyReport(kind: string, dryRun: boolean): Report {
  const counts = { files: 0, read: 0, new: 0, changed: 0, unchanged: 0, rejected: 0, companiesCreated: 0 };
  const lists = { rejectedBy: {}, firstRejects: [], warnings: 0, firstWarnings: [] };
  return { kind, dryRun, ...counts, ...lists, indexed: 0, waiting: 0, seconds: 0, peakMemory: 0 };
}

export function countOutcome(report: Report, outcome: Exclude<Outcome['outcome'], 'rejected'>): void {
  report.read++;
  report[outcome]++;
}

export function countReject(report: Report, { file, row, reason }: Reject): void {
  report.read++;
  report.rejected++;
  const name = reasonClass(reason);
  report.rejectedBy[name] = (report.rejectedBy[name] ?? 0) + 1;
  if (report.rejectedBy[name] <= SHOWN_OF_CLASS) report.firstRejects.push({ file, row, reason });
}

export function countWarning(report: Report, warning: string): void {
  report.warnings++;
  if (report.firstWarnings.length < SHOWN) report.firstWarnings.push(warning);
}

/** What stands before the first colon, where that is a class and not a part of the row. */
function reasonClass(reason: string): string {
  return /^([a-z][a-zA-Z ]{2,40}): /.exec(reason)?.[1] ?? 'other';
}

/** The report for people, a few lines. */
export function printReport(report: Report): string {
  const lines = [
    `${report.dryRun ? 'Dry run, nothing was stored. ' : ''}${report.kind}: ${count(report.read, 'row')} read from ${count(report.files, 'file')}: ` +
      `${report.new} new, ${report.changed} changed, ${report.unchanged} unchanged, ${report.rejected} rejected (${report.seconds} s)`,
  ];
  if (report.companiesCreated > 0)
    lines.push(`${count(report.companiesCreated, 'company', 'companies')} made`);
  if (report.rejected > 0) {
    lines.push('Rejected:');
    const byCount = Object.entries(report.rejectedBy).sort(([, a], [, b]) => b - a);
    for (const [name, n] of byCount) {
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
    lines.push(`Warnings: ${report.warnings}`, ...report.firstWarnings.map((warning) => `  ${warning}`));
    if (report.warnings > report.firstWarnings.length) lines.push('  …');
  }
  if (report.indexed > 0)
    lines.push(`Search: ${count(report.indexed, 'entry', 'entries')} brought up to date`);
  if (report.waiting > 0) {
    lines.push(
      `Search: ${count(report.waiting, 'entry', 'entries')} wait. Bring them in with: npm run ingest -- index`,
    );
  }
  return lines.join('\n');
}

const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
