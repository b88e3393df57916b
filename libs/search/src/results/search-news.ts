import type { Texts } from '../indexes.ts';
import { joinedPage, type Slice } from './paging.ts';
import type { SearchPage, SearchQuery, TypeCounts } from '../search-engine.ts';

/**
 * Answers a search. News is found only if the filter names it, and comes after all other results, so that it cannot change
 * a search that does not ask for it.
 * @param search answers a search for documents, companies and filings, or one for news
 */
export async function searchWithNews(
  query: SearchQuery,
  search: (query: SearchQuery, texts: Texts) => Promise<SearchPage>,
): Promise<SearchPage> {
  const { filter = {} } = query;
  if (!filter.types?.includes('news')) return search(query, 'documents');
  const others = filter.types.filter((type) => type !== 'news');
  const first =
    others.length === 0
      ? undefined
      : await search({ ...query, filter: { ...filter, types: others } }, 'documents');
  const [, rest] = joinedPage(query, [first?.total ?? 0]) as [Slice, Slice];
  const last = await search({ ...query, ...rest, filter: { ...filter, types: ['news'] } }, 'news');
  return {
    total: (first?.total ?? 0) + last.total,
    results: [...(first?.results ?? []), ...last.results],
    ...(query.countTypes && {
      types: withNews(first?.types, last.types!),
      partial: withNews(first?.partial, last.partial!),
    }),
  };
}

const withNews = (others: TypeCounts | undefined, { news = 0, ...none }: TypeCounts): TypeCounts => ({
  ...(others ?? none),
  news,
});
