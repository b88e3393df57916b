import { printGoesWith } from '../kinds/remove.ts';
import type { FieldChange } from './diff.ts';
import type { PlanLine } from './file.ts';

/** A plan in short. */
export interface PlanSummary {
  /** Where the whole plan is. */
  file?: string;
  /** How many records change a field, by the field. */
  fields: Record<string, number>;
  /** A few of each, to look at. */
  first: { [Outcome in 'new' | 'changed' | 'gone']: Extract<PlanLine, { outcome: Outcome }>[] };
  /** How many there are of each, those of other kinds included that come along. */
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
  // Rejected rows are counted by the report.
  if (line.outcome === 'rejected') return;
  summary.counts[line.outcome]++;
  if (summary.first[line.outcome].length < SHOWN) (summary.first[line.outcome] as PlanLine[]).push(line);
  if (line.outcome !== 'changed') return;
  for (const field of Object.keys(line.fields)) summary.fields[field] = (summary.fields[field] ?? 0) + 1;
}

/** The summary for people, below the report of the rows; a plan that is refused cannot be applied. */
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
    ...(line.outcome === 'changed' ? Object.entries(line.fields).map(printChange) : []),
  ]);
  if (counts.changed > 1) {
    const byCount = Object.entries(fields).sort(([, a], [, b]) => b - a);
    lines.push(`  Fields: ${byCount.map(([field, n]) => `${field} ${n}`).join(', ')}`);
  }
  list('Gone', 'gone', (line) => [
    `  - ${nameOf(line)}${line.outcome === 'gone' ? printGoesWith(line.with) : ''}`,
  ]);
  const isAnything = Object.values(counts).some((n) => n > 0);
  if (!isAnything) lines.push('Nothing would change.');
  if (file !== undefined) {
    lines.push(`The plan: ${file}`);
    if (isAnything && !isRefused) lines.push(`Apply it with: npm run ingest -- apply ${file}`);
  }
  return lines.join('\n');
}

const nameOf = (line: PlanLine) => ('key' in line ? line.key.join(' ') : '');

const printChange = ([field, [before, after]]: [string, FieldChange]) =>
  `      ${field}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`;
