import { bm25 } from '../ranking/bm25.ts';
import { STEPS } from '../entries/stem-counts.ts';
import type { Index } from '../indexes.ts';
import { rankingStems } from '../query/lookup.ts';
import { isStrict, MAX_RELAXED, rankingWords } from '../query/relax.ts';
import { stemOf } from '../words/stems.ts';
import { ENTRIES } from './meilisearch-about.ts';
import { both, hasStem, postings, postingsIn, postingTexts, type Answer } from './meilisearch-ask.ts';
import type { Asked, Round } from './meilisearch-asked.ts';
import { lengthOf, readPosting, SIZE, type Posting } from './meilisearch-entry.ts';
import type { Facts } from './meilisearch-strict.ts';
import { quoteAll } from './meilisearch-words.ts';

/** The steps of a bag that a word is looked up in; an entry that is in none of them has it once. */
const OFTEN = STEPS.slice(1).map(({ times }) => times);

type Stem = ReturnType<typeof stemsIn>[number];

/** Returns the stems of a query that rank the entries of an index. */
const stemsIn = ({ parsed }: Asked, { having, within, entries }: Facts, index: Index, replaced: Replaced) =>
  rankingWords(
    [...rankingStems(parsed.ranked, replaced)].map(([stem, times]) => ({
      ...{ stem, times, count: having[index].get(stem)! },
      allowed: within[index].get(stem)!,
    })),
    entries[index],
  );

/** The words that occur nowhere, with the nearest words that do. */
type Replaced = ReadonlyMap<string, string[]>;

/**
 * Adds queries for the entries with some of the stems of a query, and returns a function that returns their keys by BM25,
 * at most `MAX_RELAXED`. Entries with a quoted phrase come first. Ties order by newest date, then key. Meilisearch itself
 * can only drop words from the end, or the most frequent first, and does not weigh rare words.
 *
 * The best entries have one of the rarer stems, so the more common ones are looked up only in entries that have one. Enough
 * stems count as rare that all of `MAX_RELAXED` are found. If the query is about companies, the entries have their names
 * instead.
 */
export function findLoose(
  round: Round,
  search: Asked,
  facts: Facts,
  index: Index,
  replaced: Replaced,
): () => string[] {
  const { parsed, excluded, filter } = search;
  const { entries, about } = facts;
  const stems = stemsIn(search, facts, index, replaced);
  if (stems.length === 0) return () => [];
  if (index === 'explore' && isFilled(search, facts, stemsIn(search, facts, 'documents', replaced)))
    return findSome(round, search, index, stems);
  const names = index === 'documents' ? about.phrases : [];
  const rare = stems.filter((_, place) => {
    const rarer = stems.slice(0, place).reduce((sum, { allowed }) => sum + allowed, 0);
    return rarer < MAX_RELAXED * stems.length;
  });
  const isCandidate =
    names.length > 0
      ? anyOf(names.map((name) => both(...name.map((token) => hasStem(stemOf(token))))!))
      : anyOf(rare.map(({ stem }) => hasStem(stem)));
  const isNarrow = names.length > 0 || rare.length < stems.length;
  const find = (text: string, condition?: string) =>
    postings(index, text + excluded, both(filter, condition, isNarrow ? isCandidate : undefined));

  const sizes = round.add([{ index, q: '', filter: ENTRIES, limit: 0, facets: [SIZE] }]);
  const any = round.add(stems.map(({ stem }) => find('', hasStem(stem))));
  const often = stems.map(({ stem }) => round.add(OFTEN.map((times) => find('', hasStem(stem, times)))));
  const named = round.add(names.map((name) => find(quoteAll([name]))));
  const quoted = round.add(
    parsed.terms.filter((term) => term.quoted).map(({ tokens }) => find(quoteAll([tokens]))),
  );
  return () => {
    const average = averageOf(sizes()[0]!.facets[SIZE] ?? {});
    const found = new Map<string, { length: number; score: number }>();
    stems.forEach(({ times, count }, place) => {
      const timesOf = new Map<string, number>();
      often[place]!().forEach((answer, step) => {
        for (const text of postingTexts(answer)) timesOf.set(text, OFTEN[step]!);
      });
      for (const text of postingTexts(any()[place]!)) {
        const each = found.get(text) ?? { length: lengthOf(text) / average, score: 0 };
        each.score += times * bm25(timesOf.get(text) ?? 1, each.length, count, entries[index]);
        found.set(text, each);
      }
    });
    const isNamed = names.length > 0 ? textsIn(named()) : undefined;
    const isPreferred = textsIn(quoted());
    return [...found]
      .filter(([text]) => isNamed?.has(text) ?? true)
      .sort(
        ([textA, a], [textB, b]) =>
          Number(isPreferred.has(textB)) - Number(isPreferred.has(textA)) ||
          b.score - a.score ||
          byDate(readPosting(textA), readPosting(textB)),
      )
      .slice(0, MAX_RELAXED)
      .map(([text]) => readPosting(text).key);
  };
}

const byDate = (a: Posting, b: Posting): number => b.at - a.at || (a.key < b.key ? -1 : 1);

/** Returns whether the page of a sentence surely has documents only, so that the order of the others does not matter. */
function isFilled({ parsed, query }: Asked, { about }: Facts, documents: Stem[]): boolean {
  const end = query.offset + query.limit;
  return (
    !isStrict(parsed.terms) &&
    about.phrases.length === 0 &&
    !query.countTypes &&
    end <= MAX_RELAXED &&
    documents.some(({ allowed }) => allowed >= end)
  );
}

/** Adds a query for `MAX_RELAXED` entries with any of the stems, in any order: for all of them if they are fewer. */
function findSome(round: Round, { excluded, filter }: Asked, index: Index, stems: Stem[]): () => string[] {
  const enough = stems.findIndex(({ allowed }) => allowed >= MAX_RELAXED) + 1 || stems.length;
  const condition = anyOf(stems.slice(0, enough).map(({ stem }) => hasStem(stem)));
  const some = round.add([postings(index, excluded, both(filter, condition))]);
  return () =>
    postingsIn(some()[0]!)
      .map(({ key }) => key)
      .slice(0, MAX_RELAXED);
}

const anyOf = (filters: string[]): string => `(${filters.map((filter) => `(${filter})`).join(' OR ')})`;
const textsIn = (answers: Answer[]): Set<string> => new Set(answers.flatMap(postingTexts));

function averageOf(sizes: Record<string, number>): number {
  let [total, entries] = [0, 0];
  for (const [size, count] of Object.entries(sizes)) {
    total += Number(size) * count;
    entries += count;
  }
  return Math.max(1, total / Math.max(1, entries));
}
