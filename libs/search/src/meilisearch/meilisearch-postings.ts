import type { Index } from '../indexes.ts';
import { askAll, type Ask } from './meilisearch-ask.ts';
import { OFTEN, POSTING, readPosting, type Posting } from './meilisearch-entry.ts';
import { OFTEN_FROM } from '../weights.ts';
import type { Server } from './meilisearch-server.ts';
import type { CountedLookup } from './meilisearch-vocabulary.ts';
import { quoteAll } from './meilisearch-words.ts';

/**
 * Returns a query for all matching entries that does not read their documents. The server would read each document whole
 * to return its key (0.1 ms for 15 kB); a facet value takes 0.001 ms.
 */
const postingsOf = (index: Index, terms: CountedLookup[], filter: string | undefined): Ask => ({
  index,
  q: quoteAll(terms.map((term) => term.tokens)),
  filter,
  limit: 0,
  facets: [POSTING],
});

/** Returns the entries with all the terms. */
export async function complete(
  server: Server,
  index: Index,
  terms: CountedLookup[],
  filter: string | undefined,
): Promise<Posting[]> {
  if (terms.length === 0) return [];
  const [answer] = await askAll(server, [postingsOf(index, terms, filter)]);
  return answer!.values.map(readPosting);
}

/**
 * Returns for each word the entries that contain it and the required terms, and how often: once, or as often as the lists
 * of frequent words say.
 */
export async function having(
  server: Server,
  index: Index,
  words: CountedLookup[],
  required: CountedLookup[],
  filter: string | undefined,
): Promise<{ posting: Posting; times: number }[][]> {
  const often = OFTEN_FROM.toReversed();
  const answers = await askAll(
    server,
    words.flatMap((word) => [
      postingsOf(index, [...required, word], filter),
      ...often.map((from) => ({
        ...postingsOf(index, [word], filter),
        attributesToSearchOn: [`${OFTEN}${from}`],
      })),
    ]),
  );
  return words.map((_, place) => {
    const [all, ...frequent] = answers.slice(place * (1 + often.length), (place + 1) * (1 + often.length));
    const times = new Map<string, number>();
    frequent.forEach(({ values }, step) => values.forEach((value) => times.set(value, often[step]!)));
    return all!.values.map((value) => ({ posting: readPosting(value), times: times.get(value) ?? 1 }));
  });
}
