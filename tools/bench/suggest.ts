import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSearch, type SearchDocument, type SearchEngine } from '@dossier/search';
import Sqlite from 'better-sqlite3';
import { quantile } from './relevance-measure.ts';
import { withEngine, type SearchSettings } from './search-api.ts';

const BATCH = 2_000;
const SYLLABLES = 'ba co di fu ga lo mi no pra qui ra sto ta ver xi zen hal ker tri plo'.split(' ');

export const USAGE = `npm run bench -- suggest [options]

Measures suggestions on both engines, compared with a bare prefix query of an indexed table with the columns that a suggestion
shows, and with one request to Meilisearch. Typed beginnings have one to eight letters; for typos, the third letter is wrong.

  --entries <number>    100000 by default
  --questions <number>  600 by default
`;

/** Runs the bench that `USAGE` describes. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      entries: { type: 'string', default: '100000' },
      questions: { type: 'string', default: '600' },
    },
  });
  const titles = Array.from({ length: Number(values.entries) }, (_, i) => titleOf(i));
  const typed = Array.from({ length: Number(values.questions) }, (_, i) =>
    titles[(i * 7919) % titles.length]!.toLowerCase().slice(0, 1 + (i % 8)),
  );
  await withEngine('fts5', async (settings, folder) => {
    const engine = await filled(settings, titles);
    const bare = barePrefix(join(folder, 'bare.db'), titles);
    await compare('FTS5', engine, 'a bare prefix query', bare.ask, typed);
    bare.close();
    await engine.close();
  });
  await withEngine('meilisearch', async (settings) => {
    const engine = await filled(settings, titles);
    await compare('Meilisearch', engine, 'one request to the server', bareRequest(settings), typed);
    await engine.close();
  });
}

/** Returns a made-up name; the same for the same number. */
function titleOf(i: number): string {
  const word = (n: number) =>
    [n % 20, Math.floor(n / 20) % 20, Math.floor(n / 400) % 20].map((at) => SYLLABLES[at]).join('');
  return `${word((i * 2_654_435_761) % 8_000)} ${word(i % 8_000)} Inc`;
}

async function filled(settings: SearchSettings, titles: string[]): Promise<SearchEngine> {
  const { SEARCH_URL: url, SEARCH_KEY: key } = settings;
  const engine = await openSearch(url, { database: 'bench', ...(key !== undefined && { key }) });
  for (let start = 0; start < titles.length; start += BATCH) {
    await engine.put(titles.slice(start, start + BATCH).map((title, i) => entryOf(title, start + i)));
  }
  return engine;
}

const entryOf = (title: string, i: number): SearchDocument => ({
  type: i % 2 === 0 ? 'company' : 'document',
  id: String(i),
  title,
  excerpt: '',
  url: `/${i}`,
  date: '2024-01-01T00:00:00.000Z',
  suggest: [title],
  passages: [],
});

function barePrefix(file: string, titles: string[]) {
  const db = new Sqlite(file);
  db.exec('CREATE TABLE bare (name, key, type, slug, title, url, match)');
  const add = db.prepare('INSERT INTO bare VALUES (?, ?, ?, ?, ?, ?, ?)');
  db.transaction(() =>
    titles.forEach((title, i) => add.run(title.toLowerCase(), i, 'company', `${i}`, title, `/${i}`, title)),
  )();
  db.exec('CREATE INDEX bare_name ON bare (name)');
  const find = db.prepare(
    'SELECT key, type, slug, title, url, match FROM bare WHERE name >= ? AND name < ? ORDER BY name LIMIT 10',
  );
  return { ask: (text: string) => find.all(text, `${text}\u{10ffff}`), close: () => db.close() };
}

const bareRequest =
  ({ SEARCH_URL, SEARCH_KEY }: SearchSettings) =>
  async (q: string) => {
    const response = await fetch(`${SEARCH_URL}/indexes/dossier-suggestions/search`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${SEARCH_KEY}`,
        'content-type': 'application/json',
        // A compressed response comes in pieces, and waits for an acknowledgement in between.
        'accept-encoding': 'identity',
      },
      body: JSON.stringify({ q, limit: 10 }),
    });
    if (!response.ok) throw new Error(`Meilisearch returned ${response.status}.`);
    return response.json() as Promise<unknown>;
  };

async function compare(
  name: string,
  engine: SearchEngine,
  what: string,
  bare: (text: string) => unknown,
  typed: string[],
): Promise<void> {
  const mistyped = typed
    .filter((text) => text.length >= 5)
    .map((text) => `${text.slice(0, 2)}w${text.slice(3)}`);
  const ours = (text: string) => engine.suggest(text, 10);
  const times = { ours: [] as number[], bare: [] as number[], mistyped: [] as number[] };
  // A server answers for days, so the first questions, which read the file and compile the code, are not counted.
  for (const text of typed) {
    await ours(text);
    await bare(text);
  }
  for (const text of typed) {
    times.ours.push(await timeOf(() => ours(text)));
    times.bare.push(await timeOf(() => bare(text)));
  }
  for (const text of mistyped) times.mistyped.push(await timeOf(() => ours(text)));
  const median = (list: number[]) => quantile(list, 0.5);
  process.stdout.write(
    `${name}: a suggestion takes ${median(times.ours).toFixed(3)} ms (95 in 100: ${quantile(times.ours, 0.95).toFixed(3)} ms), ` +
      `${what} ${median(times.bare).toFixed(3)} ms, ratio ${(median(times.ours) / median(times.bare)).toFixed(2)}; ` +
      `with a typo ${median(times.mistyped).toFixed(3)} ms.\n`,
  );
}

async function timeOf(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
