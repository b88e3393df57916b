import type { Measure } from './relevance-measure.ts';
import type { Row } from './relevance.ts';

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
