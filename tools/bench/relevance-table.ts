import type { Measure } from './relevance-measure.ts';

/** What one way to search gives. */
export interface Row extends Measure {
  name: string;
  /** Of the questions by which the rules were chosen (every second one), and of the others. */
  chosen: Measure;
  heldOut: Measure;
  /** Of the questions with more than three words. */
  long: Measure;
  loadSeconds: number;
  /** For a question: the median, and what 95 in 100 do not exceed. */
  milliseconds: { median: number; p95: number };
}

/** The rows as a table for people. */
export function table({ texts, questions, rows }: { texts: number; questions: number; rows: Row[] }): string {
  const pair = ({ ndcg10, recall50 }: Measure) => `${ndcg10.toFixed(4)}  ${recall50.toFixed(4)}`;
  const line = (name: string, ...cells: string[]) =>
    `${name.padEnd(18)}${cells.map((cell) => cell.padStart(18)).join('')}`;
  return [
    `${texts} texts, ${questions} questions; in each column nDCG@10 and recall@50`,
    '',
    line('', 'all', 'chosen by', 'held out', 'over 3 words', 'load, s', 'ms median, p95'),
    ...rows.map((row) =>
      line(
        row.name,
        pair(row),
        pair(row.chosen),
        pair(row.heldOut),
        pair(row.long),
        row.loadSeconds.toFixed(1),
        `${row.milliseconds.median.toFixed(1)}  ${row.milliseconds.p95.toFixed(1)}`,
      ),
    ),
    '',
  ].join('\n');
}
