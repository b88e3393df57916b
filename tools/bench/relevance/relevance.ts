import { join } from 'node:path';
import { Command, Option } from 'commander';
import { someOf } from '../../command.ts';
import { withDefer, type Defer } from '../defer.ts';
import { markdown } from '../figures.ts';
import { readMed, readNpl, readTime, textCollection, type Collection } from './collection.ts';
import { ENGINES, type EngineName } from './engine.ts';
import { documentsCollection, namesCollection } from './loaded.ts';
import { mean, paired } from './measure.ts';
import { runEngine, runPlain, type Run } from './run.ts';

/** The collections, and how they are read from the folder of data. */
const COLLECTIONS: Record<string, (data: string, defer: Defer) => Collection | Promise<Collection>> = {
  npl: (data) => textCollection(readNpl(join(data, 'search-eval-npl'))),
  med: (data) => textCollection(readMed(join(data, 'search-eval-med'))),
  time: (data) => textCollection(readTime(join(data, 'search-eval-time'))),
  documents: documentsCollection,
  names: namesCollection,
};
const NAMES = Object.keys(COLLECTIONS);
/** Every second question guides the tuning of the ranking; the others only report. */
const HALVES = ['tuning', 'reporting'] as const;

interface Options {
  only: string[];
  engines: EngineName[];
  half: (typeof HALVES)[number];
}

export const relevance = new Command('relevance')
  .description(
    'Ask both engines the questions of each collection through the API, and BM25 with Porter stems on the same texts.',
  )
  .argument('<data>', 'folder of the collections')
  .option('--only <name,…>', 'collections', someOf(NAMES), NAMES)
  .option('--engines <name,…>', 'search engines', someOf(ENGINES), [...ENGINES])
  .addOption(new Option('--half <name>', 'half of the questions').choices(HALVES).default(HALVES[0]))
  .action((data: string, { only, engines, half }: Options) =>
    withDefer(async (defer) => {
      for (const name of only) {
        const collection = await COLLECTIONS[name]!(data, defer);
        const questions = collection.questions.filter((_, place) => place % 2 === HALVES.indexOf(half));
        const chosen = { ...collection, questions };
        const runs: Run[] = [await runPlain(chosen)];
        for (const engine of engines) runs.push(await runEngine(engine, chosen));
        const title = `${name}: ${collection.texts.length} texts, ${questions.length} questions of the ${half} half`;
        process.stdout.write(`## ${title}\n\n${table(runs)}\n`);
      }
    }),
  );

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
        run.asked.filter(({ found }) => found === 0).length,
        run === reference ? '' : `${wins}, ${losses}, ${ties}`,
      ];
    }),
  );
}
