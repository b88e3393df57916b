import { mean, paired, quantile } from './relevance-measure.ts';
import type { Asked, Run } from './relevance-run.ts';

/** The method that the others are compared with, question by question. */
const REFERENCE = 'BM25, Porter';

/** Returns the runs of a collection as a Markdown table. The cells of the last column are wins, losses and ties. */
export function table(runs: Run[], hasSections: boolean): string {
  const reference = runs.find(({ name }) => name === REFERENCE);
  const columns = [
    'nDCG@10',
    ...(hasSections ? ['right section'] : []),
    'recall@50',
    'found nothing',
    'ms, median',
    'CPU ms, median',
    `against ${REFERENCE}`,
  ];
  const rows = runs.map(({ name, asked }) => {
    const cells = [
      of(asked, ({ ndcg10 }) => ndcg10).toFixed(4),
      ...(hasSections ? [namesSections(asked) ? of(asked, ({ section }) => section).toFixed(4) : ''] : []),
      of(asked, ({ recall50 }) => recall50).toFixed(4),
      String(asked.filter(({ found }) => found.length === 0).length),
      quantile(
        asked.map(({ milliseconds }) => milliseconds),
        0.5,
      ).toFixed(1),
      quantile(
        asked.map(({ cpu }) => cpu),
        0.5,
      ).toFixed(1),
      reference && name !== REFERENCE ? comparison(asked, reference.asked) : '',
    ];
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  return [
    `| | ${columns.join(' | ')} |`,
    `| --- |${' ---: |'.repeat(columns.length)}`,
    ...rows,
    '',
    agreement(runs),
    ...runs.flatMap((run) => vectorCost(runs, run)),
    '',
  ].join('\n');
}

const of = (asked: Asked[], value: (each: Asked) => number) => mean(asked.map(value));

const namesSections = (asked: Asked[]) => asked.some(({ found }) => found.some((id) => id.includes('#')));

function comparison(one: Asked[], other: Asked[]): string {
  const scores = (asked: Asked[]) => asked.map(({ ndcg10 }) => ndcg10);
  const { wins, losses, ties } = paired(scores(one), scores(other));
  return `${wins} won, ${losses} lost, ${ties} tied`;
}

/** Returns a sentence about the first ten results of the two engines. */
export function agreement(runs: Run[]): string {
  const [one, other] = ['FTS5', 'Meilisearch'].map((name) => runs.find((run) => run.name === name));
  if (!one || !other) return '';
  const pairs = one.asked.map(({ found }, place) => [found, other.asked[place]!.found].map(firstTen));
  const same = pairs.filter(([a, b]) => a!.join() === b!.join()).length;
  const sameSet = pairs.filter(([a, b]) => [...a!].sort().join() === [...b!].sort().join()).length;
  return (
    `The engines return the same first ten for ${same} of ${pairs.length} questions, ` +
    `and in any order for ${sameSet}.`
  );
}

/** Returns a sentence about an engine that also compares vectors. */
function vectorCost(runs: Run[], { name, asked }: Run): string[] {
  const words = runs.find((run) => `${run.name}, vectors` === name);
  if (!words) return [];
  const ratio = (value: (each: Asked) => number) =>
    quantile(
      asked.map((each, place) => value(each) / value(words.asked[place]!)),
      0.5,
    ).toFixed(2);
  return [
    `${name}: ${comparison(asked, words.asked)} against words alone. A question takes ` +
      `${ratio(({ milliseconds }) => milliseconds)} times as long (median), and the API ` +
      `${ratio(({ cpu }) => cpu)} times the processor time.`,
  ];
}

const firstTen = (found: string[]) => found.slice(0, 10);

/** Returns the questions on which a run is furthest below the reference, worst first. */
export function failures(runs: Run[], most: number): string {
  const reference = runs.find(({ name }) => name === REFERENCE);
  if (!reference) return '';
  return runs
    .filter(({ name }) => name === 'FTS5' || name === 'Meilisearch')
    .map(({ name, asked }) => {
      const worst = asked
        .map((each, place) => ({ each, lost: reference.asked[place]!.ndcg10 - each.ndcg10 }))
        .filter(({ lost }) => lost > 0)
        .sort((a, b) => b.lost - a.lost)
        .slice(0, most)
        .map(
          ({ each, lost }) =>
            `- −${lost.toFixed(2)} (${each.found.length} found) ${each.question.id}: ${each.question.text}`,
        );
      return [`${name}, furthest below ${REFERENCE}:`, '', ...worst, ''].join('\n');
    })
    .join('\n');
}
