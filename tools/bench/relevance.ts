import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readConfig, startServer } from '@dossier/api';
import { openSearch, tokenize } from '@dossier/search';
import { startMeilisearch } from '@dossier/search/testing';
import { ensureOrganization, generateApiKey, openDatabase, registerApiKey } from '@dossier/store';
import { pino } from 'pino';
import { plainBm25, plainWords } from './relevance-bm25.ts';
import { readCollection, type Collection } from './relevance-collection.ts';
import { average, measure, MEASURED, type Measure } from './relevance-measure.ts';
import { table, type Row } from './relevance-table.ts';

const DEFAULT_FOLDER = fileURLToPath(new URL('../../../shared/data/search-eval-npl', import.meta.url));
/** The API requires all words of a question of up to this many words to match. Plain BM25 does not. */
const SHORT_QUESTION = 3;
const BATCH = 1_000;

type Search = (question: string) => Promise<string[]>;

/**
 * `bench relevance [folder] [--json]`: measures both engines through the API, and plain BM25, on the same texts in
 * the same run.
 */
export async function relevance(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { json: { type: 'boolean' } },
    allowPositionals: true,
  });
  const folder = positionals[0] ?? DEFAULT_FOLDER;
  if (!existsSync(folder)) throw new Error('Name the folder of a collection: bench relevance <folder>.');
  const collection = readCollection(folder);
  const rows = [
    await plain(collection, 'plain BM25', plainWords),
    await plain(collection, 'BM25, our tokens', (text) => tokenize(text).map((token) => token.text)),
    await embedded(collection),
    await meilisearch(collection),
  ];
  const { texts, questions } = collection;
  const result = { texts: texts.length, questions: questions.length, rows };
  process.stdout.write(values.json ? `${JSON.stringify(result, undefined, 2)}\n` : table(result));
}

async function plain(
  collection: Collection,
  name: string,
  wordsOf: (text: string) => string[],
): Promise<Row> {
  const started = performance.now();
  const search = plainBm25(collection.texts, wordsOf);
  const loaded = performance.now() - started;
  return row(name, collection, loaded, async (question) => search(question, MEASURED));
}

async function embedded(collection: Collection): Promise<Row> {
  return inFolder((folder) =>
    throughApi('FTS5', collection, folder, { SEARCH_URL: `sqlite:${join(folder, 'search.db')}` }),
  );
}

async function meilisearch(collection: Collection): Promise<Row> {
  const server = await startMeilisearch();
  try {
    const settings = { SEARCH_URL: server.url, SEARCH_KEY: server.key };
    return await inFolder((folder) => throughApi('Meilisearch', collection, folder, settings));
  } finally {
    await server.stop();
  }
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Indexes the texts, and asks the questions over HTTP with an API key. */
async function throughApi(
  name: string,
  collection: Collection,
  folder: string,
  settings: { SEARCH_URL: string; SEARCH_KEY?: string },
): Promise<Row> {
  const loadMs = await put(collection, settings);
  const config = readConfig({ ...settings, PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'bench.db')}` });
  const server = await startServer(config, pino({ level: 'silent' }));
  try {
    const db = openDatabase(config.databaseUrl);
    const key = generateApiKey();
    await registerApiKey(db, key, await ensureOrganization(db, 'Bench', 'Platforms'));
    await db.destroy();
    return await row(name, collection, loadMs, async (query) => {
      const response = await fetch(`${server.url}/api/v1/search/`, {
        method: 'POST',
        headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query, limit: MEASURED }),
      });
      if (!response.ok) throw new Error(`The search returned ${response.status}: ${await response.text()}`);
      const { results } = (await response.json()) as { results: { document_id: string }[] };
      return results.map((result) => result.document_id);
    });
  } finally {
    await server.stop();
  }
}

/** Indexes the texts and returns the time it took, in milliseconds. */
async function put(
  { texts }: Collection,
  settings: { SEARCH_URL: string; SEARCH_KEY?: string },
): Promise<number> {
  const engine = await openSearch(settings.SEARCH_URL, { key: settings.SEARCH_KEY });
  try {
    const started = performance.now();
    for (let start = 0; start < texts.length; start += BATCH) {
      await engine.put(
        texts.slice(start, start + BATCH).map(({ id, text }) => ({
          type: 'document',
          id,
          title: '',
          excerpt: '',
          url: `/research/${id}`,
          date: '2024-01-01T00:00:00.000Z',
          passages: [{ title: '', text }],
        })),
      );
    }
    return performance.now() - started;
  } finally {
    await engine.close();
  }
}

async function row(name: string, collection: Collection, loadMs: number, search: Search): Promise<Row> {
  const measured: { words: number; measures: Measure; milliseconds: number }[] = [];
  for (const { id, text } of collection.questions) {
    const started = performance.now();
    const found = await search(text);
    const milliseconds = performance.now() - started;
    const words = new Set(plainWords(text)).size;
    measured.push({ words, measures: measure(found, collection.answers.get(id)!), milliseconds });
  }
  const of = (chosen: (words: number, place: number) => boolean) =>
    average(measured.filter(({ words }, place) => chosen(words, place)).map(({ measures }) => measures));
  const times = measured.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  return {
    name,
    ...of(() => true),
    chosen: of((_, place) => place % 2 === 0),
    heldOut: of((_, place) => place % 2 === 1),
    long: of((words) => words > SHORT_QUESTION),
    loadSeconds: loadMs / 1_000,
    milliseconds: { median: quantile(0.5), p95: quantile(0.95) },
  };
}
