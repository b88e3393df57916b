import { createHash } from 'node:crypto';
import { isFound } from '../indexes.ts';
import type { ParsedQuery } from '../query/query.ts';
import type { SearchDocument } from '../search-engine.ts';
import { hasDigit, tokenize } from '../words/tokens.ts';
import { cut } from '../words/cut.ts';
import type { Embedder } from './embedder.ts';

/** The most entries of an index that a query finds by their meaning. */
export const NEAREST = 20;
/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009). */
const RANK = 60;
/** The most passages of an entry that get a vector, and the most characters of each. */
const PASSAGES = 64;
const LENGTH = 4_000;
/** A batch ends at this many passages. */
const BATCH = 256;
/** 128 bits, as of entries. */
const HASH_LENGTH = 32;

/** The vector of a text. The hash is that of the text and of the model. */
export interface TextVector {
  hash: string;
  vector: Float32Array;
}

/** The vectors of an entry. */
export interface Embedded {
  document: SearchDocument;
  vectors: TextVector[];
}

/**
 * Returns whether a query may be answered by meaning. Quotes, `-word` and numbers require exact words: vectors hardly
 * distinguish one year or form from another.
 */
export const hasMeaning = ({ terms, excluded }: ParsedQuery): boolean =>
  excluded.length === 0 && !terms.some(({ quoted, tokens }) => quoted || tokens.some(hasDigit));

/** Joins two rankings by reciprocal rank. Equal ranks keep the order of the first. */
export function fuse<K>(words: K[], nearest: K[]): K[] {
  const scores = new Map<K, number>();
  for (const ranking of [words, nearest]) {
    ranking.forEach((key, place) => scores.set(key, (scores.get(key) ?? 0) + 1 / (RANK + place + 1)));
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([key]) => key);
}

/**
 * Embeds the passages of entries that queries find, some entries at a time. An entry without text gets no vector, and
 * a text whose vector is stored is not embedded again.
 * @param stored returns the vectors that the index has of these entries
 */
export async function* embedEntries(
  documents: SearchDocument[],
  embedder: Embedder,
  stored: (documents: SearchDocument[]) => Promise<TextVector[]>,
): AsyncGenerator<Embedded[]> {
  for (const batch of batchesOf(documents, embedder.model)) {
    const having = batch.filter(({ texts }) => texts.length > 0);
    const found = having.length > 0 ? await stored(having.map(({ document }) => document)) : [];
    const known = new Map(found.map(({ hash, vector }) => [hash, vector]));
    const unknown = new Map<string, string>();
    for (const { hash, text } of batch.flatMap(({ texts }) => texts)) {
      if (!known.has(hash)) unknown.set(hash, text);
    }
    const vectors = await embedder.embed([...unknown.values()]);
    [...unknown.keys()].forEach((hash, place) => {
      if (vectors[place]) known.set(hash, vectors[place]);
    });
    yield batch.map(({ document, texts }) => ({
      document,
      vectors: texts.flatMap(({ hash }) => (known.has(hash) ? [{ hash, vector: known.get(hash)! }] : [])),
    }));
  }
}

interface Texts {
  document: SearchDocument;
  texts: { hash: string; text: string }[];
}

/** Splits entries so that the vectors of a batch fit in memory and in a request. */
function* batchesOf(documents: SearchDocument[], model: string): Generator<Texts[]> {
  let batch: Texts[] = [];
  let size = 0;
  for (const document of documents) {
    const texts = textsOf(document).map((text) => ({ hash: hashOf(model, text), text }));
    batch.push({ document, texts });
    size += texts.length;
    if (size < BATCH) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

const hashOf = (model: string, text: string): string =>
  createHash('sha256')
    .update(JSON.stringify([model, text]))
    .digest('hex')
    .slice(0, HASH_LENGTH);

/** Returns what is embedded: the passages that say more than the names and domains of the entry. */
function textsOf({ type, title, names = [], aliases = [], passages }: SearchDocument): string[] {
  if (!isFound(type)) return [];
  const known = new Set([...names, ...aliases].flatMap(wordsOf));
  return passages
    .filter(({ text }) => wordsOf(text).some((word) => !known.has(word)))
    .slice(0, PASSAGES)
    .map((passage) => cut([title, passage.title, passage.text].filter(Boolean).join('\n'), LENGTH));
}

const wordsOf = (text: string): string[] => tokenize(text).map((token) => token.text);

/** The remedy if the vectors of an index are of another model. */
export const otherModel = (model: string): string =>
  `The search index has vectors of another model than ${model}, or of another length. ` +
  'Rebuild the index with: npm run ingest -- reindex';
