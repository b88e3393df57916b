import type { SearchDocument, TypeCounts } from '../search-engine.ts';
import { askAll, count, slice, type Answer } from './meilisearch-ask.ts';
import type { Server } from './meilisearch-server.ts';
import { twoIndexPage, type Slice } from '../paging.ts';
import { NO_TYPES } from '../result.ts';

/** A page of entries and their total. */
export interface FoundPage {
  total: number;
  entries: SearchDocument[];
  types: TypeCounts;
}

/** The document counts of recent questions, for callers who page through results. */
export type LastCounts = Map<string, number>;
const MOST_COUNTS = 1_000;

/**
 * Reads a page of the entries that match the whole question: both counts and the slices of both indexes in one request.
 * Where the second slice begins depends on the count of documents, so it is guessed, and read again when that was wrong.
 */
export async function findAll(
  server: Server,
  q: string,
  filter: string | undefined,
  page: Slice & { countTypes?: boolean },
  last: LastCounts,
): Promise<FoundPage> {
  const question = JSON.stringify([q, filter]);
  const guess = guessSecond(page, last.get(question));
  const [documents, explore, first, guessed] = (await askAll(server, [
    count('documents', q, filter),
    { ...count('explore', q, filter), ...(page.countTypes && { facets: ['type'] }) },
    slice('documents', q, page, filter),
    ...(guess.limit > 0 ? [slice('explore', q, guess, filter)] : []),
  ])) as [Answer, Answer, Answer, Answer?];

  const { second } = twoIndexPage(page, documents.totalHits);
  const skip = second.offset - guess.offset;
  const isGuessed = skip >= 0 && skip + second.limit <= guess.limit;
  const rest =
    second.limit === 0
      ? []
      : isGuessed
        ? guessed!.hits.slice(skip, skip + second.limit)
        : (await askAll(server, [slice('explore', q, second, filter)]))[0]!.hits;
  remember(last, question, documents.totalHits);
  return {
    total: documents.totalHits + explore.totalHits,
    entries: [...first.hits, ...rest],
    types: { ...NO_TYPES, document: documents.totalHits, ...explore.types },
  };
}

/** The first page fits any count. Later pages are first taken to be full of documents. */
function guessSecond(page: Slice, documents: number | undefined): Slice {
  if (documents !== undefined) return twoIndexPage(page, documents).second;
  return page.offset === 0 ? page : { offset: 0, limit: 0 };
}

function remember(last: LastCounts, question: string, documents: number): void {
  last.delete(question);
  last.set(question, documents);
  if (last.size > MOST_COUNTS) last.delete(last.keys().next().value!);
}
