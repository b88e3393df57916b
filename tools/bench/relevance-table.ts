import type { Measure } from './relevance-measure.ts';

/** The result of one search method. */
export interface Row extends Measure {
  name: string;
  /** The questions that the ranking was tuned on (every second one), and the others. */
  chosen: Measure;
  heldOut: Measure;
  /** The questions with more than three words. */
  long: Measure;
  loadSeconds: number;
  /** The time per question: the median and the 95th percentile. */
  milliseconds: { median: number; p95: number };
}

/** Returns the rows as a text table. */
export function table({ texts, questions, rows }: { texts: number; questions: number; rows: Row[] }): string {
  const pair = ({ ndcg10, recall50 }: Measure) => `${ndcg10.toFixed(4)}  ${recall50.toFixed(4)}`;
  const line = (name: string, ...cells: string[]) =>
    `${name.padEnd(18)}${cells.map((cell) => cell.padStart(18)).join('')}`;
  return [
    `${texts} texts, ${questions} questions; in each column nDCG@10 and recall@50`,
    '',
    line('', 'all', 'tuned on', 'held out', 'over 3 words', 'load, s', 'ms median, p95'),
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
