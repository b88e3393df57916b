import { printGoesWith } from '../ledger/remove.ts';
import type { FieldChange } from './diff.ts';
import type { PlanLine } from './file.ts';

/** The summary of a plan. */
export interface PlanSummary {
  /** The file with the whole plan. */
  file?: string;
  /** How many records change each field. */
  fields: Record<string, number>;
  /** The first of each outcome. */
  first: { [Outcome in 'new' | 'changed' | 'gone']: Extract<PlanLine, { outcome: Outcome }>[] };
  /** The number of records of each outcome, of all kinds. */
  counts: Record<'new' | 'changed' | 'gone', number>;
}

const SHOWN = 10;

export const emptySummary = (file: string | undefined): PlanSummary => ({
  ...(file !== undefined && { file }),
  fields: {},
  first: { new: [], changed: [], gone: [] },
  counts: { new: 0, changed: 0, gone: 0 },
});

export function countLine(summary: PlanSummary, line: PlanLine): void {
  // The report counts rejected rows.
  if (line.outcome === 'rejected') return;
  summary.counts[line.outcome]++;
  if (summary.first[line.outcome].length < SHOWN) (summary.first[line.outcome] as PlanLine[]).push(line);
  if (line.outcome !== 'changed') return;
  for (const field of Object.keys(line.fields)) summary.fields[field] = (summary.fields[field] ?? 0) + 1;
}

/** Returns the summary as text. @param isRefused omits the command that would apply the plan */
export function printSummary({ file, fields, first, counts }: PlanSummary, isRefused = false): string {
  const lines: string[] = [];
  const list = (title: string, outcome: keyof typeof counts, print: (line: PlanLine) => string[]) => {
    if (counts[outcome] === 0) return;
    lines.push(`${title}: ${counts[outcome]}`, ...first[outcome].flatMap(print));
    if (counts[outcome] > first[outcome].length) lines.push('  …');
  };
  list('New', 'new', (line) => [`  + ${nameOf(line)}`]);
  list('Changed', 'changed', (line) => [
    `  ~ ${nameOf(line)}`,
    ...(line.outcome === 'changed'
      ? Object.entries(line.fields).map((each) => `      ${printChange(each)}`)
      : []),
  ]);
  if (counts.changed > 1) {
    const byCount = Object.entries(fields).sort(([, a], [, b]) => b - a);
    lines.push(`  Fields: ${byCount.map(([field, n]) => `${field} ${n}`).join(', ')}`);
  }
  list('Deleted', 'gone', (line) => [
    `  - ${nameOf(line)}${line.outcome === 'gone' ? printGoesWith(line.with) : ''}`,
  ]);
  const hasChanges = Object.values(counts).some((n) => n > 0);
  if (!hasChanges) lines.push('Nothing would change.');
  if (file !== undefined) {
    lines.push(`Plan: ${file}`);
    if (hasChanges && !isRefused) lines.push(`Apply it with: npm run ingest -- apply ${file}`);
  }
  return lines.join('\n');
}

const nameOf = (line: PlanLine) => ('key' in line ? line.key.join(' ') : '');

/** Returns a changed field as text. */
export const printChange = ([field, [before, after]]: [string, FieldChange]): string =>
  `${field}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`;
