import type { SearchDocument } from './engine.ts';
import { bm25 } from './bm25.ts';
import { INDEXES, perIndex, type Index } from './indexes.ts';
import type { FoundPage } from './meilisearch-all.ts';
import { askAll, both, keyFilter, slice, type Answer, type Ask } from './meilisearch-ask.ts';
import { OFTEN_FROM, type StoredEntry } from './meilisearch-entry.ts';
import type { Server } from './meilisearch-server.ts';
import type { CountedLookup, Resolved } from './meilisearch-vocabulary.ts';
import { quoteAll } from './meilisearch-words.ts';
import { twoIndexPage, type Slice } from './paging.ts';
import { MOST_RELAXED, tellingWords } from './relax.ts';

/**
 * The rarest words are looked up wholly, until they fill this many entries; the more common ones only in the best
 * entries found so far. With 1,000 to 10,000 the NPL collection gives the same nDCG within 0.002.
 */
const MOST_LOOKED_UP = 2000;
const MOST_CANDIDATES = 300;
/** The server reads ten terms of a question and drops the rest without a word. */
const MOST_TERMS = 10;

/** How often an entry has a word, at least, by the place of the best attribute that has it: title, often, body. */
const TIMES = [OFTEN_FROM[0], ...OFTEN_FROM, 1];

interface Candidate {
  entry: StoredEntry;
  /** How often it has each word. */
  times: Map<CountedLookup, number>;
}

/**
 * The best entries of each index that have all that is exact and some of the words (`relax.ts`), and those that a
 * page shows. Meilisearch only knows to drop words from the end, or the most frequent first, and ranks by the number
 * of words left; on the NPL collection that gives less than half of the nDCG of BM25. So entries are looked up word
 * by word and ranked here.
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
  const [documents, explore] = await Promise.all(
    INDEXES.map((index) => bestKeys(server, index, exact, words, entries[index], filter)),
  );
  const { first, second } = twoIndexPage(page, documents!.length);
  const keys = perIndex((index) =>
    cut(...(index === 'documents' ? ([documents!, first] as const) : ([explore!, second] as const))),
  );
  return { total: documents!.length + explore!.length, entries: await read(server, keys) };
}

const sum = (counts: Record<Index, number>) => counts.documents + counts.explore;
const cut = (keys: string[], { offset, limit }: Slice) => keys.slice(offset, offset + limit);

async function bestKeys(
  server: Server,
  index: Index,
  exact: CountedLookup[],
  words: CountedLookup[],
  entries: number,
  filter: string | undefined,
): Promise<string[]> {
  // One place is left for a word.
  const required = exact.slice(0, MOST_TERMS - 1);
  const { early, late } = rarestFirst(index, words);
  const ask = (lookups: CountedLookup[], limit: number, within?: string[]): Ask => ({
    index,
    q: quoteAll(lookups.map((lookup) => lookup.tokens)),
    filter: within ? both(keyFilter(within), filter) : filter,
    limit,
    attributesToRetrieve: ['key', 'id', 'at', 'length'],
    showRankingScoreDetails: true,
  });

  const candidates = new Map<string, Candidate>();
  const asked = early.length > 0 ? early : words.length > 0 ? [] : [undefined];
  const found = await askAll(
    server,
    asked.map((word) => ask(word ? [...required, word] : required, MOST_LOOKED_UP)),
  );
  asked.forEach((word, place) => note(candidates, word, found[place]!));
  const average = mean([...candidates.values()].map(({ entry }) => entry.length));
  const score = ({ entry, times }: Candidate) =>
    [...times].reduce(
      (total, [word, number]) =>
        total + bm25(number, entry.length / average, Math.min(word.counts[index], entries), entries),
      0,
    );
  const ranked = () =>
    [...candidates.values()]
      .map((candidate) => ({ entry: candidate.entry, score: score(candidate) }))
      .sort((a, b) => b.score - a.score || b.entry.at - a.entry.at || (a.entry.id < b.entry.id ? -1 : 1))
      .map(({ entry }) => entry.key);

  const moreExact = exact.slice(required.length);
  if (late.length === 0 && moreExact.length === 0) return ranked().slice(0, MOST_RELAXED);
  const keys = ranked().slice(0, MOST_CANDIDATES);
  if (keys.length === 0) return [];
  const more = [...late, ...moreExact];
  const answers = await askAll(
    server,
    more.map((word) => ask([word], keys.length, keys)),
  );
  late.forEach((word, place) => note(candidates, word, answers[place]!, new Set(keys)));
  const complete = answers.slice(late.length).map(({ hits }) => new Set(hits.map((hit) => hit.key)));
  const among = new Set(keys.filter((key) => complete.every((having) => having.has(key))));
  return ranked()
    .filter((key) => among.has(key))
    .slice(0, MOST_RELAXED);
}

/** Words that the index has, the rarest first, as far as all their entries are few enough; and the others. */
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

function note(
  candidates: Map<string, Candidate>,
  word: CountedLookup | undefined,
  { hits }: Answer,
  only?: Set<string>,
): void {
  for (const hit of hits) {
    if (only && !only.has(hit.key)) continue;
    const candidate = candidates.get(hit.key) ?? { entry: hit, times: new Map() };
    candidates.set(hit.key, candidate);
    if (word)
      candidate.times.set(word, timesOf(hit._rankingScoreDetails?.attribute?.attributeRankingOrderScore));
  }
}

/** The server scores the place of the best attribute from 1, the first, in equal steps. */
function timesOf(attributeScore: number | undefined): number {
  const place = Math.round((1 - (attributeScore ?? 0)) * TIMES.length);
  return TIMES[Math.min(place, TIMES.length - 1)]!;
}

const mean = (numbers: number[]) =>
  Math.max(1, numbers.reduce((total, number) => total + number, 0) / Math.max(1, numbers.length));

/** The entries with these keys, documents first, in the given order. One that is gone meanwhile is left out. */
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
