import { INDEXES, type Index } from '../indexes.ts';
import { resolve, type Lookup } from '../lookup.ts';
import { ENTRIES } from './meilisearch-about.ts';
import { askAll, count, type Answer } from './meilisearch-ask.ts';
import { BODY, NAMES, TITLE } from './meilisearch-entry.ts';
import type { Server } from './meilisearch-server.ts';
import { isWrittenAsIs, quoteAll } from './meilisearch-words.ts';
import type { Term } from '../query.ts';
import { nearestWords, typosAllowed } from '../typos.ts';

/** The number of entries that are searched for a word near a mistyped one. */
const LOOKED_AT = 20;

/** A term to look up, as one token run, with the number of entries that contain it. */
export interface CountedLookup {
  tokens: string[];
  exact: boolean;
  counts: Record<Index, number>;
}

/** The terms of a question as the index knows them, whatever the dates. */
export interface Resolved {
  lookups: CountedLookup[];
  /** The number of entries. */
  entries: Record<Index, number>;
}

type Counts = Map<string, Record<Index, number>>;

/** Resolves each term to tokens that occur, see `lookup.ts`. */
export async function resolveTerms(server: Server, terms: Term[]): Promise<Resolved> {
  const parts = terms.filter((term) => !term.exact).flatMap(({ tokens }) => tokens.map((token) => [token]));
  const runs = [...terms.map((term) => term.tokens), ...parts];
  const counts: Counts = new Map();
  await addCounts(server, counts, [[], ...runs]);
  const occurs = (tokens: string[]) => totalOf(counts, tokens) > 0;

  const unknown = parts
    .flat()
    .filter((word) => typosAllowed(word) > 0 && !occurs([word]) && isWrittenAsIs(word));
  const near = await findNear(server, [...new Set(unknown)]);
  await addCounts(
    server,
    counts,
    [...near.values()].map((word) => [word]),
  );

  const lookups = resolve(terms, { occurs, nearest: (word) => (near.has(word) ? [near.get(word)!] : []) });
  return { lookups: lookups.map((lookup) => withCounts(lookup, counts)), entries: counts.get(nameOf([]))! };
}

const nameOf = (tokens: string[]) => tokens.join(' ');
const totalOf = (counts: Counts, tokens: string[]) => {
  const { documents, explore } = counts.get(nameOf(tokens))!;
  return documents + explore;
};

function withCounts({ alternatives, exact }: Lookup, counts: Counts): CountedLookup {
  const tokens = alternatives[0]!;
  return { tokens, exact, counts: counts.get(nameOf(tokens))! };
}

async function addCounts(server: Server, counts: Counts, runs: string[][]): Promise<void> {
  const missing = new Map(runs.filter((run) => !counts.has(nameOf(run))).map((run) => [nameOf(run), run]));
  const answers = await askAll(
    server,
    [...missing.values()].flatMap((run) =>
      INDEXES.map((index) => (run.length > 0 ? count(index, quoteAll([run])) : count(index, '', ENTRIES))),
    ),
  );
  [...missing.keys()].forEach((name, place) => {
    const [documents, explore] = answers.slice(2 * place, 2 * place + 2) as [Answer, Answer];
    counts.set(name, { documents: documents.totalHits, explore: explore.totalHits });
  });
}

/**
 * Returns the nearest word for each word that has one. The server finds entries with near words, fewest typos first, and
 * marks them. Of several equally near words it takes the one in most of these entries, because Meilisearch has no "or".
 */
async function findNear(server: Server, words: string[]): Promise<Map<string, string>> {
  const answers = await askAll(
    server,
    words.flatMap((q) =>
      INDEXES.map((index) => ({
        index,
        q,
        limit: LOOKED_AT,
        attributesToRetrieve: ['key'],
        attributesToHighlight: [`${NAMES}.*`, TITLE, `${BODY}.*`],
        attributesToCrop: [`${NAMES}.*:1`, `${TITLE}:1`, `${BODY}.*:1`],
        // Tokens contain neither.
        highlightPreTag: '<',
        highlightPostTag: '>',
      })),
    ),
  );
  const near = new Map<string, string>();
  words.forEach((word, place) => {
    const frequency = new Map<string, number>();
    for (const { hits } of answers.slice(2 * place, 2 * place + 2)) {
      for (const { _formatted } of hits) {
        for (const found of markedWords(_formatted)) frequency.set(found, (frequency.get(found) ?? 0) + 1);
      }
    }
    const nearest = nearestWords(word, [...frequency.keys()], () => true);
    const best = nearest.sort((a, b) => frequency.get(b)! - frequency.get(a)! || (a < b ? -1 : 1))[0];
    if (best !== undefined) near.set(word, best);
  });
  return near;
}

function markedWords(value: unknown): Set<string> {
  const marked = JSON.stringify(value ?? '').matchAll(/<([^<>]+)>/g);
  return new Set([...marked].map((match) => match[1]!));
}
