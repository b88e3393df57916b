import { createHash } from 'node:crypto';
import type { Settings } from 'meilisearch';
import { NEAREST, otherModel, type Embedded, type TextVector } from '../embeddings/nearest.ts';
import { SearchUnfit, type SearchKey, type SearchResultType } from '../search-engine.ts';
import { both, inList } from './meilisearch-ask.ts';
import { entryKey } from './meilisearch-entry.ts';
import { codeOf, insist } from './meilisearch-guard.ts';
import type { Server } from './meilisearch-server.ts';
import { enqueueTask, run } from './meilisearch-tasks.ts';

/**
 * Vectors have an index of their own, which exists once an entry has a vector. In an index with an embedder, the server
 * requires a vector or an explicit null of every document. A program without EMBEDDINGS_URL puts neither.
 */
const SETTINGS: Settings = {
  searchableAttributes: [],
  filterableAttributes: ['at', 'type', 'form', 'companies'],
  prefixSearch: 'disabled',
  facetSearch: false,
};
/** The decimal digits of a single-precision number. */
const DIGITS = 8;

/** Returns the name of the embedder of a model. The server allows only letters and digits in it. */
const embedderOf = (model: string): string =>
  `model${createHash('sha256').update(model).digest('hex').slice(0, 16)}`;

/**
 * Puts the vectors of entries, and removes the vectors of entries without text. Returns the tasks.
 * @throws SearchUnfit if the index has vectors of another model or length
 */
export async function putVectors(server: Server, model: string, embedded: Embedded[]): Promise<number[]> {
  const having = embedded.filter(({ vectors }) => vectors.length > 0);
  const lacking = embedded.filter(({ vectors }) => vectors.length === 0);
  const tasks = await dropVectors(
    server,
    lacking.map(({ document }) => document),
  );
  if (having.length === 0) return tasks;
  const { length } = having[0]!.vectors[0]!.vector;
  if (having.some(({ vectors }) => vectors.some(({ vector }) => vector.length !== length))) {
    throw new SearchUnfit(otherModel(model));
  }
  await prepareVectors(server, model, length);
  const documents = having.map(({ document, vectors }): StoredVectors => ({
    key: entryKey(document),
    at: Date.parse(document.date),
    type: document.type,
    form: document.form?.toLowerCase() ?? '',
    companies: document.companies ?? [],
    hashes: vectors.map(({ hash }) => hash),
    _vectors: {
      [embedderOf(model)]: {
        embeddings: vectors.map(({ vector }) => Array.from(vector, (number) => +number.toPrecision(DIGITS))),
        regenerate: false,
      },
    },
  }));
  const index = server.writer.index(server.vectors);
  tasks.push(await enqueueTask(server, () => index.addDocuments(documents, { primaryKey: 'key' })));
  return tasks;
}

interface StoredVectors {
  key: string;
  at: number;
  type: string;
  form: string;
  companies: number[];
  /** The hashes of the texts of its vectors, in the same order. */
  hashes: string[];
  _vectors: Record<string, { embeddings: number[][]; regenerate: boolean }>;
}

/** Returns the existing vectors of entries, for one model. */
export async function storedVectors(server: Server, model: string, keys: SearchKey[]): Promise<TextVector[]> {
  const index = server.writer.index(server.storedVectors);
  try {
    const { results } = await insist(() =>
      index.getDocuments<StoredVectors>({
        ids: keys.map(entryKey),
        fields: ['hashes', '_vectors'],
        retrieveVectors: true,
        limit: keys.length,
      }),
    );
    return results.flatMap(({ hashes, _vectors }) => {
      const embeddings = _vectors[embedderOf(model)]?.embeddings ?? [];
      return hashes.flatMap((hash, place) =>
        embeddings[place] ? [{ hash, vector: Float32Array.from(embeddings[place]) }] : [],
      );
    });
  } catch (error) {
    if (codeOf(error) === 'index_not_found') return [];
    throw error;
  }
}

/** Removes the vectors of entries. Returns the tasks, of which one may fail with `index_not_found`. */
export async function dropVectors(server: Server, keys: SearchKey[]): Promise<number[]> {
  if (keys.length === 0) return [];
  const index = server.writer.index(server.vectors);
  return [await enqueueTask(server, () => index.deleteDocuments(keys.map(entryKey)))];
}

async function prepareVectors(server: Server, model: string, dimensions: number): Promise<void> {
  const index = server.writer.index(server.vectors);
  const embedder = embedderOf(model);
  const existing = await insist(() => index.getEmbedders()).catch((error: unknown) => {
    if (codeOf(error) === 'index_not_found') return null;
    throw error;
  });
  const [known] = Object.entries(existing ?? {});
  if (known) {
    const [name, settings] = known;
    if (name === embedder && settings && 'dimensions' in settings && settings.dimensions === dimensions)
      return;
    throw new SearchUnfit(otherModel(model));
  }
  await run(server, () => server.writer.createIndex(server.vectors, { primaryKey: 'key' }), [
    'index_already_exists',
  ]);
  const embedders = { [embedder]: { source: 'userProvided' as const, dimensions } };
  await run(server, () => index.updateSettings({ ...SETTINGS, embedders }));
}

/** The codes of an index without vectors, or with vectors of another model. */
const NO_VECTORS = /^(index_not_found|invalid_search_embedder|invalid_vector_dimensions)$/;

/** Returns the keys of the entries nearest to a vector, nearest first; none if the index has no such vectors. */
export async function nearestKeys(
  server: Server,
  types: SearchResultType[],
  model: string,
  vector: Float32Array,
  filter: string | undefined,
): Promise<string[]> {
  try {
    const { hits } = await server.reader.index<{ key: string }>(server.vectors).search('', {
      vector: Array.from(vector),
      hybrid: { embedder: embedderOf(model), semanticRatio: 1 },
      filter: both(inList('type', types), filter)!,
      limit: NEAREST,
      showRankingScore: true,
      attributesToRetrieve: ['key'],
    });
    // The server maps a cosine from -1 to 1 to a score from 0 to 1.
    return hits.filter(({ _rankingScore = 0 }) => _rankingScore > 0.5).map(({ key }) => key);
  } catch (error) {
    if (NO_VECTORS.test(codeOf(error))) return [];
    throw error;
  }
}
