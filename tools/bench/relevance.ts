import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { filingsCollection } from './filings-collection.ts';
import { readMed, readNpl, readTime, type Collection } from './relevance-collection.ts';
import { runEngine, runPlain, textCollection, type Run } from './relevance-run.ts';
import { failures, table } from './relevance-table.ts';
import { oneOf } from './options.ts';
import { ENGINES } from './search-api.ts';

/** The collections, and how they are read from the folder of data. */
const COLLECTIONS: Record<string, (data: string) => Promise<Collection>> = {
  npl: async (data) => textCollection('npl', readNpl(join(data, 'search-eval-npl'))),
  med: async (data) => textCollection('med', readMed(join(data, 'search-eval-med'))),
  time: async (data) => textCollection('time', readTime(join(data, 'search-eval-time'))),
  filings: filingsCollection,
};
/** Every second question guides the tuning of the ranking; the others only report. */
const HALVES = ['tuning', 'reporting'] as const;

export const USAGE = `npm run bench -- relevance <folder of data> [options]

Asks both engines the questions of each collection through the API, and BM25 with Porter stems and raw FTS5 on the same texts.

  --only <names>      for example npl,med: all collections by default
  --engines <names>   for example fts5: both by default
  --half <name>       half of the questions: tuning (default) or reporting
  --failures <number> print so many of the worst questions: 0 by default
  --json              print the result as JSON
`;

/** Runs the bench that `USAGE` describes. */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: Object.keys(COLLECTIONS).join() },
      engines: { type: 'string', default: ENGINES.join() },
      half: { type: 'string', default: 'tuning' },
      failures: { type: 'string', default: '0' },
      json: { type: 'boolean', default: false },
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
      const { texts, sections, questions } = collection;
      const asked = questions.filter((_, place) => place % 2 === HALVES.indexOf(half));
      const chosen = { ...collection, questions: asked };
      const runs: Run[] = [await runPlain('BM25, Porter', chosen)];
      if (sections) runs.push(await runPlain('BM25, Porter', chosen, true));
      runs.push(await runPlain('raw FTS5', chosen));
      for (const engine of engines) runs.push(await runEngine(engine, chosen));
      if (values.json) {
        process.stdout.write(`${JSON.stringify({ collection: name, half, runs })}\n`);
        continue;
      }
      const title = `## ${name}: ${texts.length} texts, ${asked.length} questions of the ${half} half`;
      const worst = Number(values.failures) > 0 ? `\n${failures(runs, Number(values.failures))}` : '';
      process.stdout.write(`${title}\n\n${table(runs, sections !== undefined)}${worst}\n`);
    } finally {
      await collection.close?.();
    }
  }
}
