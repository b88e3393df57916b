import type { SearchQuery } from '../search-engine.ts';
import { INDEXES, perIndex } from '../indexes.ts';
import { nearNames, NO_NAMES } from '../query/named.ts';
import type { ParsedQuery } from '../query/query.ts';
import { anyIndex, isStrict, relaxed, TOO_FEW } from '../query/relax.ts';
import { asked } from './meilisearch-asked.ts';
import { readPage, type FoundPage } from './meilisearch-page.ts';
import { findRelaxed } from './meilisearch-relaxed.ts';
import type { Server } from './meilisearch-server.ts';
import { asTyped, findMany, findStrict, isTooLong, strictResults } from './meilisearch-strict.ts';

/**
 * Finds a page in at most four requests:
 * 1. the entries that are named, those with all terms, and how many entries have each term (`meilisearch-strict.ts`);
 * 2. if a part of the query names entries: those with all terms again, without them;
 * 3. if these are too few, or a chunk is more often written in one word: names that are near, words that are near unknown
 *    ones, and the entries of each word (`meilisearch-relaxed.ts`), with two more requests if the query has a vector,
 *    and two if it has unknown words;
 * 4. what is shown, and the entries with all terms once the unknown words are resolved.
 */
export async function findPage(server: Server, parsed: ParsedQuery, query: SearchQuery): Promise<FoundPage> {
  const { terms } = parsed;
  const search = asked(server, parsed, query);
  if (isTooLong(terms)) return readPage(search, await findMany(search), asTyped(terms));
  const { facts, whole } = await findStrict(search);
  const near = perIndex((index) =>
    facts.named[index].length > 0 || whole.totals[index] >= TOO_FEW || !isStrict(terms)
      ? NO_NAMES
      : nearNames(parsed),
  );
  const mayRelax = relaxed(terms, whole.totals, facts.isNamed, parsed.ranked);
  // The server has no "or". Entries have a chunk in one word, too, so the more frequent spelling finds both.
  const isJoined = terms.some(
    ({ tokens, joined }) => joined !== undefined && facts.countOf([joined]) > facts.countOf(tokens),
  );
  const hasNear = INDEXES.some((index) => near[index].beginnings.length > 0);
  const needsMore = anyIndex(mayRelax) || hasNear || isJoined;
  if (!needsMore) return readPage(search, strictResults(search, facts, whole), asTyped(terms));
  return findRelaxed(search, { facts, whole, near, mayRelax });
}
