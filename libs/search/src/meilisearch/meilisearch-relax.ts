import { bm25 } from '../bm25.ts';
import type { SearchDocument } from '../search-engine.ts';
import { INDEXES, type Index } from '../indexes.ts';
import type { FoundPage } from './meilisearch-all.ts';
import { askAll, keyFilter, slice } from './meilisearch-ask.ts';
import { typeOfKey, type Posting } from './meilisearch-entry.ts';
import { complete, having } from './meilisearch-postings.ts';
import type { Server } from './meilisearch-server.ts';
import type { CountedLookup, Resolved } from './meilisearch-vocabulary.ts';
import { twoIndexPage, type Slice } from '../paging.ts';
import { MOST_RELAXED, tellingWords } from '../relax.ts';
import { NO_TYPES } from '../result.ts';

/**
 * The rarest words are looked up in all entries, until these are this many; more common words only in the best entries so
 * far. On the NPL collection that is as good as looking all words up.
 */
const MOST_LOOKED_UP = 5_000;
const MOST_CANDIDATES = 300;
/** The server reads ten terms of a question and silently drops the rest. */
const MOST_TERMS = 10;

interface Candidate {
  posting: Posting;
  /** How often it contains each word. */
  times: Map<CountedLookup, number>;
}

/**
 * Reads a page of the best entries with all exact terms and some of the words (`relax.ts`). Meilisearch itself can only
 * drop words from the end, or the most frequent first, and does not weigh rare words. So this looks entries up word by
 * word and ranks them.
 */
export async function findRelaxed(
  server: Server,
  { lookups, entries }: Resolved,
  filter: string | undefined,
  page: Slice,
): Promise<FoundPage> {
  const exact = lookups.filter((lookup) => lookup.exact).sort((a, b) => sum(a.counts) - sum(b.counts));
  const words = tellingWords(
    lookups.filter((lookup) => !lookup.exact).map((lookup) => ({ ...lookup, count: sum(lookup.counts) })),
    sum(entries),
  );
  const best = (index: Index) => bestKeys(server, { index, exact, words, entries: entries[index], filter });
  const [documents, explore] = await Promise.all([best('documents'), best('explore')]);
  const { first, second } = twoIndexPage(page, documents.length);
  const keys = { documents: cut(documents, first), explore: cut(explore, second) };
  const types = { ...NO_TYPES };
  for (const key of [...documents, ...explore]) types[typeOfKey(key)] += 1;
  return { total: documents.length + explore.length, entries: await read(server, keys), types };
}

const sum = (counts: Record<Index, number>) => counts.documents + counts.explore;
const cut = (keys: string[], { offset, limit }: Slice) => keys.slice(offset, offset + limit);

interface Relaxed {
  index: Index;
  exact: CountedLookup[];
  words: CountedLookup[];
  /** The number of entries of the index. */
  entries: number;
  filter: string | undefined;
}

async function bestKeys(server: Server, question: Relaxed): Promise<string[]> {
  const { index, words, entries, filter } = question;
  // Leaves room for one word.
  const required = question.exact.slice(0, MOST_TERMS - 1);
  const moreExact = question.exact.slice(required.length);
  const { early, late } = rarestFirst(index, words);

  const candidates = new Map<string, Candidate>();
  const note = (word: CountedLookup | undefined, { posting, times }: { posting: Posting; times: number }) => {
    const candidate = candidates.get(posting.key) ?? { posting, times: new Map() };
    candidates.set(posting.key, candidate);
    if (word) candidate.times.set(word, times);
  };
  if (words.length === 0) {
    for (const posting of await complete(server, index, required, filter))
      note(undefined, { posting, times: 0 });
  }
  const found = await having(server, index, early, required, filter);
  early.forEach((word, place) => found[place]!.forEach((hit) => note(word, hit)));

  if (late.length > 0 || moreExact.length > 0) {
    const keys = rank(candidates, index, entries).slice(0, MOST_CANDIDATES);
    const best = new Map(keys.map((key) => [key, candidates.get(key)!]));
    if (keys.length === 0) return [];
    const within = filter === undefined ? keyFilter(keys) : `${keyFilter(keys)} AND ${filter}`;
    candidates.clear();
    for (const [key, candidate] of best) candidates.set(key, candidate);
    const more = await having(server, index, late, [], within);
    late.forEach((word, place) => more[place]!.forEach((hit) => note(word, hit)));
    for (const term of moreExact) {
      const having = new Set((await complete(server, index, [term], within)).map(({ key }) => key));
      for (const key of keys) if (!having.has(key)) candidates.delete(key);
    }
  }
  return rank(candidates, index, entries).slice(0, MOST_RELAXED);
}

/** Splits the words that occur, rarest first, into those with few enough entries together and the others. */
function rarestFirst(
  index: Index,
  words: CountedLookup[],
): { early: CountedLookup[]; late: CountedLookup[] } {
  const byRarity = words
    .filter((word) => word.counts[index] > 0)
    .sort((a, b) => a.counts[index] - b.counts[index]);
  let entries = 0;
  const enough = byRarity.findIndex((word, place) => {
    entries += word.counts[index];
    return place > 0 && entries > MOST_LOOKED_UP;
  });
  const end = enough < 0 ? byRarity.length : enough;
  return { early: byRarity.slice(0, end), late: byRarity.slice(end) };
}

/** Returns the keys, best first. Ties order by newest date, then key. */
function rank(candidates: Map<string, Candidate>, index: Index, entries: number): string[] {
  const all = [...candidates.values()];
  const average = all.reduce((total, { posting }) => total + posting.length, 0) / Math.max(1, all.length);
  return all
    .map(({ posting, times }) => {
      const length = posting.length / Math.max(1, average);
      let score = 0;
      for (const [word, number] of times) score += bm25(number, length, word.counts[index], entries);
      return { posting, score };
    })
    .sort(
      (a, b) => b.score - a.score || b.posting.at - a.posting.at || (a.posting.key < b.posting.key ? -1 : 1),
    )
    .map(({ posting }) => posting.key);
}

/** Reads the entries with these keys in that order, documents first, without entries that were removed meanwhile. */
async function read(server: Server, keys: Record<Index, string[]>): Promise<SearchDocument[]> {
  const indexes = INDEXES.filter((index) => keys[index].length > 0);
  const answers = await askAll(
    server,
    indexes.map((index) =>
      slice(index, '', { offset: 0, limit: keys[index].length }, keyFilter(keys[index])),
    ),
  );
  const found = new Map(answers.flatMap(({ hits }) => hits.map((hit) => [hit.key, hit])));
  return indexes.flatMap((index) => keys[index].flatMap((key) => found.get(key) ?? []));
}
