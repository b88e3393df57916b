import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readMed, readNpl, readTime, type Collection } from './relevance-collection.ts';
import { ENGINES } from './relevance-engine.ts';
import { documentsCollection, namesCollection } from './relevance-loaded.ts';
import { mean, paired } from './relevance-measure.ts';
import { runEngine, runPlain, textCollection, type Run } from './relevance-run.ts';
import { markdown, oneOf } from './options.ts';

/** The collections, and how they are read from the folder of data. */
const COLLECTIONS: Record<string, (data: string) => Promise<Collection>> = {
  npl: async (data) => textCollection('npl', readNpl(join(data, 'search-eval-npl'))),
  med: async (data) => textCollection('med', readMed(join(data, 'search-eval-med'))),
  time: async (data) => textCollection('time', readTime(join(data, 'search-eval-time'))),
  documents: documentsCollection,
  names: namesCollection,
};
/** Every second question guides the tuning of the ranking; the others only report. */
const HALVES = ['tuning', 'reporting'] as const;

export const USAGE = `npm run bench -- relevance <folder of data> [options]

Asks both engines the questions of each collection through the API, and BM25 with Porter stems on the same texts.

  --only <names>      for example npl,med: all collections by default
  --engines <names>   for example fts5: both by default
  --half <name>       half of the questions: tuning (default) or reporting
`;

/** Runs the bench that `USAGE` describes. */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: Object.keys(COLLECTIONS).join() },
      engines: { type: 'string', default: ENGINES.join() },
      half: { type: 'string', default: 'tuning' },
    },
    allowPositionals: true,
  });
  const [data] = positionals;
  if (data === undefined || !existsSync(data))
    throw new Error('Name the folder of the collections: npm run bench -- relevance <folder>.');
  const half = oneOf('half', values.half, HALVES);
  const names = values.only.split(',').map((name) => oneOf('only', name, Object.keys(COLLECTIONS)));
  const engines = values.engines.split(',').map((name) => oneOf('engines', name, ENGINES));
  for (const name of names) {
    const collection = await COLLECTIONS[name]!(data);
    try {
      const asked = collection.questions.filter((_, place) => place % 2 === HALVES.indexOf(half));
      const chosen = { ...collection, questions: asked };
      const runs: Run[] = [await runPlain(chosen)];
      for (const engine of engines) runs.push(await runEngine(engine, chosen));
      process.stdout.write(
        `## ${name}: ${collection.texts.length} texts, ${asked.length} questions of the ${half} half\n\n` +
          `${table(runs)}\n`,
      );
    } finally {
      await collection.close?.();
    }
  }
}

/** Returns the runs of a collection as a table. Each is compared with the first, question by question. */
function table([reference, ...others]: Run[]): string {
  const scores = ({ asked }: Run) => asked.map(({ ndcg10 }) => ndcg10);
  return markdown(
    ['', 'nDCG@10', 'right section', 'recall@50', 'found nothing', 'won, lost, tied'],
    [reference!, ...others].map((run) => {
      const { wins, losses, ties } = paired(scores(run), scores(reference!));
      return [
        run.name,
        mean(scores(run)).toFixed(4),
        mean(run.asked.map(({ section }) => section)).toFixed(4),
        mean(run.asked.map(({ recall50 }) => recall50)).toFixed(4),
        run.asked.filter(({ found }) => found.length === 0).length,
        run === reference ? '' : `${wins}, ${losses}, ${ties}`,
      ];
    }),
  );
}
