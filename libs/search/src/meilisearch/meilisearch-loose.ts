import { bm25 } from '../bm25.ts';
import { STEPS } from '../bag.ts';
import type { Index } from '../indexes.ts';
import { rankingStems } from '../lookup.ts';
import { MOST_RELAXED, tellingWords } from '../relax.ts';
import { stemOf } from '../stems.ts';
import { ENTRIES } from './meilisearch-about.ts';
import { both, hasStem, postings, postingsIn, type Answer } from './meilisearch-ask.ts';
import type { Asked, Round } from './meilisearch-asked.ts';
import { SIZE, type Posting } from './meilisearch-entry.ts';
import type { Facts } from './meilisearch-strict.ts';
import { quoteAll } from './meilisearch-words.ts';

/** The steps of a bag that a word is looked up in; an entry that is in none of them has it once. */
const OFTEN = STEPS.slice(1).map(({ times }) => times);

/**
 * Adds queries for the entries with some of the stems of a question, and returns a function that returns their keys by BM25,
 * at most `MOST_RELAXED`. Entries with a quoted phrase come first. Ties order by newest date, then key. Meilisearch itself
 * can only drop words from the end, or the most frequent first, and does not weigh rare words.
 *
 * The best entries have one of the rarer stems, so the more common ones are looked up only in entries that have one. Enough
 * stems count as rare that all of `MOST_RELAXED` are found. If the question is about companies, the entries have their names
 * instead.
 */
export function findLoose(
  round: Round,
  { question, excluded, filter }: Asked,
  { having, within, entries, about }: Facts,
  index: Index,
  replaced: ReadonlyMap<string, string[]>,
): () => string[] {
  const stems = tellingWords(
    [...rankingStems(question.ranked, replaced)].map(([stem, times]) => ({
      ...{ stem, times, count: having[index].get(stem)! },
      allowed: within[index].get(stem)!,
    })),
    entries[index],
  );
  if (stems.length === 0) return () => [];
  const names = index === 'documents' ? about.phrases : [];
  const rare = stems.filter((_, place) => {
    const rarer = stems.slice(0, place).reduce((sum, { allowed }) => sum + allowed, 0);
    return rarer < MOST_RELAXED * stems.length;
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
    question.terms.filter((term) => term.quoted).map(({ tokens }) => find(quoteAll([tokens]))),
  );
  return () => {
    const average = averageOf(sizes()[0]!.facets[SIZE] ?? {});
    const found = new Map<string, { posting: Posting; score: number }>();
    stems.forEach(({ times, count }, place) => {
      const timesOf = new Map<string, number>();
      often[place]!().forEach((answer, step) => {
        for (const { key } of postingsIn(answer)) timesOf.set(key, OFTEN[step]!);
      });
      for (const posting of postingsIn(any()[place]!)) {
        const each = found.get(posting.key) ?? { posting, score: 0 };
        const score = bm25(timesOf.get(posting.key) ?? 1, posting.length / average, count, entries[index]);
        each.score += times * score;
        found.set(posting.key, each);
      }
    });
    const isNamed = names.length > 0 ? keysIn(named()) : undefined;
    const isPreferred = keysIn(quoted());
    return [...found.values()]
      .filter(({ posting: { key } }) => isNamed?.has(key) ?? true)
      .sort(
        (a, b) =>
          Number(isPreferred.has(b.posting.key)) - Number(isPreferred.has(a.posting.key)) ||
          b.score - a.score ||
          b.posting.at - a.posting.at ||
          (a.posting.key < b.posting.key ? -1 : 1),
      )
      .slice(0, MOST_RELAXED)
      .map(({ posting }) => posting.key);
  };
}

const anyOf = (filters: string[]): string => `(${filters.map((filter) => `(${filter})`).join(' OR ')})`;
const keysIn = (answers: Answer[]): Set<string> =>
  new Set(answers.flatMap((answer) => postingsIn(answer).map(({ key }) => key)));

function averageOf(sizes: Record<string, number>): number {
  let [total, entries] = [0, 0];
  for (const [size, count] of Object.entries(sizes)) {
    total += Number(size) * count;
    entries += count;
  }
  return Math.max(1, total / Math.max(1, entries));
}
