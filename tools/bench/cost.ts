import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSearch, type SearchDocument, type SearchEngine } from '@dossier/search';
import { standBetween } from '@dossier/search/testing';
import Sqlite from 'better-sqlite3';
import { readNpl } from './relevance-collection.ts';
import { quantile } from './relevance-measure.ts';
import { textCollection } from './relevance-run.ts';
import { withEngine } from './search-api.ts';

const BATCH = 1_000;
const WORDS = ['payments', 'energy', 'logistics', 'robots', 'medicine'];
/** Of the entries that a raw table of FTS5 is compared with; every fifth has the common word. */
const COMMON = WORDS[0]!;

export const USAGE = `npm run bench -- cost <folder of data> [options]

Measures what a question costs. On FTS5, it compares a common word with the raw query on a table with the same texts. On
Meilisearch, it counts the requests to the server for each question, and compares the time with asking the server directly.
Both sides of a ratio take turns.

  --entries <number>  400000 by default
  --rounds <number>   31 by default
`;

/** Runs the bench that `USAGE` describes. */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      entries: { type: 'string', default: '400000' },
      rounds: { type: 'string', default: '31' },
    },
    allowPositionals: true,
  });
  const [data] = positionals;
  if (data === undefined) throw new Error('Name the folder of the data: npm run bench -- cost <folder>.');
  const rounds = Number(values.rounds);
  process.stdout.write(await commonWord(Number(values.entries), rounds));
  process.stdout.write(await roundTrips(data));
}

const entryOf = (i: number): SearchDocument => ({
  type: 'document',
  id: String(i + 1),
  title: `Document ${i + 1}`,
  excerpt: '',
  url: `/research/document-${i + 1}`,
  date: new Date(Date.UTC(2000, 0, 1 + (i % 9000))).toISOString(),
  passages: [
    {
      title: '',
      text: `Number${i} is about ${WORDS[i % WORDS.length]} and about other things that people should know.`,
    },
  ],
});

function commonWord(entries: number, rounds: number): Promise<string> {
  return withEngine('fts5', async ({ SEARCH_URL }, folder) => {
    const engine = await openSearch(SEARCH_URL);
    const raw = new Sqlite(join(folder, 'raw.db'));
    try {
      raw.exec('CREATE VIRTUAL TABLE raw USING fts5(title, body)');
      const add = raw.prepare('INSERT INTO raw (rowid, title, body) VALUES (?, ?, ?)');
      for (let start = 0; start < entries; start += BATCH) {
        const batch = Array.from({ length: Math.min(BATCH, entries - start) }, (_, i) => entryOf(start + i));
        await engine.put(batch);
        raw.transaction(() =>
          batch.forEach(({ id, title, passages }) => add.run(Number(id), title, passages[0]!.text)),
        )();
      }
      const find = raw.prepare('SELECT rowid FROM raw WHERE raw MATCH ? ORDER BY rank LIMIT 10');
      const ours = () => engine.search({ text: COMMON, limit: 10, offset: 0 });
      const theirs = () => find.all(COMMON);
      const { one, other } = await inTurn(ours, theirs, rounds);
      return (
        `A word in every fifth of ${entries} entries: FTS5 ${ms(one)}, the raw query ${ms(other)}, ratio ` +
        `${(quantile(one, 0.5) / quantile(other, 0.5)).toFixed(2)}.\n`
      );
    } finally {
      raw.close();
      await engine.close();
    }
  });
}

const ms = (times: number[]) => `${quantile(times, 0.5).toFixed(1)} ms`;

async function inTurn(
  one: () => unknown,
  other: () => unknown,
  rounds: number,
): Promise<{ one: number[]; other: number[] }> {
  const times = { one: [] as number[], other: [] as number[] };
  // The first round warms up.
  for (let round = -1; round < rounds; round++) {
    const first = await timeOf(one);
    const second = await timeOf(other);
    if (round < 0) continue;
    times.one.push(first);
    times.other.push(second);
  }
  return times;
}

async function timeOf(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Counts the requests for each question of NPL, and of short questions, and compares the time with the server's own. */
function roundTrips(data: string): Promise<string> {
  const collection = textCollection('npl', readNpl(join(data, 'search-eval-npl')));
  return withEngine('meilisearch', async (settings, folder) => {
    await collection.index(settings, folder);
    const between = await standBetween(settings.SEARCH_URL, () => false);
    const direct = await openSearch(settings.SEARCH_URL, { key: settings.SEARCH_KEY! });
    const counted = await openSearch(between.url, { key: settings.SEARCH_KEY! });
    try {
      const questions = collection.questions.map(({ text }) => text);
      const short = [...new Set(questions.map((text) => text.split(' ').slice(0, 2).join(' ')))];
      const mistyped = short.map((text) => `${text.slice(0, -2)}${text.at(-1)}${text.at(-2)}`);
      // The first question also reads the settings of the indexes.
      await counted.search({ text: 'warm', limit: 10, offset: 0 });
      const lines: string[] = [];
      for (const [name, asked] of Object.entries({
        'of 3 to 22 words': questions,
        'of two words': short,
        'of two words, the last mistyped': mistyped,
      })) {
        const trips: number[] = [];
        for (const text of asked) {
          between.seen.length = 0;
          await counted.search({ text, limit: 10, offset: 0 });
          trips.push(between.seen.length);
        }
        lines.push(
          `Questions ${name}: Meilisearch receives ${quantile(trips, 0.5)} requests (median), at most ${Math.max(...trips)}.`,
        );
      }
      lines.push(await againstServer(direct, questions, settings));
      return `${lines.join('\n')}\n`;
    } finally {
      await counted.close();
      await direct.close();
      await between.close();
    }
  });
}

/** Compares our answers to long questions with one request to the server, which drops words from the end. */
async function againstServer(
  engine: SearchEngine,
  questions: string[],
  { SEARCH_URL, SEARCH_KEY }: { SEARCH_URL: string; SEARCH_KEY?: string },
): Promise<string> {
  const ask = async (q: string) => {
    const response = await fetch(`${SEARCH_URL}/indexes/dossier-documents/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SEARCH_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ q, limit: 10, matchingStrategy: 'last', attributesToRetrieve: ['key'] }),
    });
    if (!response.ok) throw new Error(`Meilisearch returned ${response.status}.`);
    await response.arrayBuffer();
  };
  const ours: number[] = [];
  const theirs: number[] = [];
  for (const text of questions) {
    const { one, other } = await inTurn(
      () => engine.search({ text, limit: 10, offset: 0 }),
      () => ask(text),
      1,
    );
    ours.push(...one);
    theirs.push(...other);
  }
  return (
    `The long questions: ${ms(ours)} through our engine, ${ms(theirs)} asking Meilisearch directly, ratio ` +
    `${(quantile(ours, 0.5) / quantile(theirs, 0.5)).toFixed(2)}.`
  );
}
