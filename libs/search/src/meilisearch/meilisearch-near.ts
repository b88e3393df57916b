import { INDEXES } from '../indexes.ts';
import type { Answer, Ask } from './meilisearch-ask.ts';
import { BODY, NAMES, TITLE } from './meilisearch-entry.ts';
import { nearestWords } from '../words/typos.ts';

/** The number of entries that are searched for a word near a mistyped one. */
const LOOKED_AT = 20;
/** The words around a match. The server splits a word such as `openai` into two, and panics if only one has room. */
const CROP_LENGTH = 2;

/** Returns the queries for entries with words near each word, fewest typos first. The server marks the words. */
export const nearWordAsks = (words: string[]): Ask[] =>
  words.flatMap((q) =>
    INDEXES.map((index) => ({
      index,
      q,
      limit: LOOKED_AT,
      attributesToRetrieve: ['key'],
      // The server ignores `body.*` here: an attribute means everything in it.
      attributesToHighlight: [NAMES, TITLE, BODY],
      attributesToCrop: [NAMES, TITLE, BODY],
      cropLength: CROP_LENGTH,
      // Tokens contain neither.
      highlightPreTag: '<',
      highlightPostTag: '>',
    })),
  );

/**
 * Returns the nearest word for each word that has one: only one, because Meilisearch has no OR. Of equally near words, it is
 * the most frequent.
 * @param answers the answers to `nearWordAsks`
 */
export function nearWordsIn(words: string[], answers: Answer[]): Map<string, string> {
  const near = new Map<string, string>();
  words.forEach((word, place) => {
    const frequency = new Map<string, number>();
    for (const { hits } of answers.slice(INDEXES.length * place, INDEXES.length * (place + 1))) {
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
