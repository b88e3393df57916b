import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openSearch, tokenize, type SearchEngine } from '@dossier/search';
import { startMeilisearch } from '@dossier/search/testing';
import { plainBm25, plainWords } from './relevance-bm25.ts';
import { readCollection, type Collection } from './relevance-collection.ts';
import { average, measure, MEASURED, type Measure } from './relevance-measure.ts';
import { table, type Row } from './relevance-table.ts';

const DEFAULT_FOLDER = fileURLToPath(new URL('../../../shared/data/search-eval-npl', import.meta.url));
/** Up to this many words all must match, as the API promises; plain BM25 promises nothing. */
const SHORT_QUESTION = 3;
const BATCH = 1_000;

type Search = (question: string) => Promise<string[]>;

/**
 * `bench relevance [folder] [--json]`: measures both engines through the search port beside plain BM25, on the same
 * texts in the same run. The collection is only read, never kept.
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
  const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
  try {
    return await throughPort('FTS5', collection, await openSearch(`sqlite:${join(folder, 'search.db')}`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function meilisearch(collection: Collection): Promise<Row> {
  const server = await startMeilisearch();
  try {
    return await throughPort('Meilisearch', collection, await openSearch(server.url, { key: server.key }));
  } finally {
    await server.stop();
  }
}

async function throughPort(name: string, collection: Collection, engine: SearchEngine): Promise<Row> {
  try {
    const started = performance.now();
    for (let start = 0; start < collection.texts.length; start += BATCH) {
      await engine.put(
        collection.texts.slice(start, start + BATCH).map(({ id, text }) => ({
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
    return await row(name, collection, performance.now() - started, async (text) => {
      const page = await engine.search({ text, limit: MEASURED, offset: 0 });
      return page.results.map((result) => result.document_id);
    });
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
