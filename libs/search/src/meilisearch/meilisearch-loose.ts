import { bm25 } from '../bm25.ts';
import { STEPS } from '../bag.ts';
import type { Index } from '../indexes.ts';
import { ENTRIES } from './meilisearch-about.ts';
import { postings, postingsIn, type Answer, type Ask } from './meilisearch-ask.ts';
import { SIZE, type Posting } from './meilisearch-entry.ts';
import { quoteAll, writeStem } from './meilisearch-words.ts';

/** A stem that ranks, with how often the question has it, and how many entries have it. */
export interface CountedStem {
  stem: string;
  times: number;
  count: number;
}

/** The steps of a bag that a word is looked up in; an entry that is in none of them has it once. */
const OFTEN = STEPS.slice(1);

/** Returns the queries for the entries with some of the stems, see `looseIn`. */
export function looseAsks(
  index: Index,
  stems: CountedStem[],
  quoted: string[][],
  excluded: string,
  filter: string | undefined,
): Ask[] {
  return [
    { index, q: '', filter: ENTRIES, limit: 0, facets: [SIZE] },
    ...stems.flatMap(({ stem }) =>
      [0, ...OFTEN].map((times) => postings(index, `"${writeStem(stem, times)}"${excluded}`, filter)),
    ),
    ...quoted.map((phrase) => postings(index, `${quoteAll([phrase])}${excluded}`, filter)),
  ];
}

/**
 * Returns the keys of the entries with some of the stems, by BM25. Entries with a quoted phrase come first. Ties order by
 * newest date, then key. Meilisearch itself can only drop words from the end, or the most frequent first, and does not weigh
 * rare words.
 * @param answers the answers to `looseAsks`
 * @param entries the number of entries of the index
 */
export function looseIn(answers: Answer[], stems: CountedStem[], entries: number): string[] {
  const [sizes, ...rest] = answers as [Answer, ...Answer[]];
  const average = averageOf(sizes.facets[SIZE] ?? {});
  const found = new Map<string, { posting: Posting; score: number; preferred: number }>();
  const steps = 1 + OFTEN.length;
  stems.forEach(({ times, count }, place) => {
    const [any, ...often] = rest.slice(place * steps, (place + 1) * steps) as [Answer, ...Answer[]];
    const timesOf = new Map<string, number>();
    often.forEach((answer, step) => {
      for (const { key } of postingsIn(answer)) timesOf.set(key, OFTEN[step]!);
    });
    for (const posting of postingsIn(any)) {
      const each = found.get(posting.key) ?? { posting, score: 0, preferred: 0 };
      const score = bm25(timesOf.get(posting.key) ?? 1, posting.length / average, count, entries);
      each.score += times * score;
      found.set(posting.key, each);
    }
  });
  for (const answer of rest.slice(stems.length * steps)) {
    for (const { key } of postingsIn(answer)) {
      const each = found.get(key);
      if (each) each.preferred = 1;
    }
  }
  return [...found.values()]
    .sort(
      (a, b) =>
        b.preferred - a.preferred ||
        b.score - a.score ||
        b.posting.at - a.posting.at ||
        (a.posting.key < b.posting.key ? -1 : 1),
    )
    .map(({ posting }) => posting.key);
}

function averageOf(sizes: Record<string, number>): number {
  let [total, entries] = [0, 0];
  for (const [size, count] of Object.entries(sizes)) {
    total += Number(size) * count;
    entries += count;
  }
  return Math.max(1, total / Math.max(1, entries));
}
