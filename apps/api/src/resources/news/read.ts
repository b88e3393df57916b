import type { NewsItem, PageRequest } from '@dossier/shared';
import { among, between, equals, jsonFor, pagesOf, type Db, type ItemPage } from '@dossier/store';
import { idsOf, type FoundScope } from '../../query/scope.ts';
import { isUnbounded, type TimeRange } from '../../query/window.ts';
import { newsList } from './contract.ts';
import { NEWS_COLUMNS, viewNewsItem, viewNewsOf } from './view.ts';

/** The filters of a list of news apart from companies. An undefined bound does not limit the list. */
interface NewsFilter {
  importance: 'major' | undefined;
  created: TimeRange;
  updated: TimeRange;
  released: TimeRange;
}

interface Form {
  /** Whether an article without a thumbnail shows the company's logo. */
  thumbnails: boolean;
  /** Whether all rows are of one company, which is known already, and an index has their order. */
  isOfOne: boolean;
}

const pages = pagesOf<NewsItem, Form, { company: string | null }>({
  list: newsList,
  // The news of one company are read in the order of an index, with all columns at once. Other news may be sorted first,
  // which would take longer with all columns.
  from: (db, _param, { isOfOne }) => (isOfOne ? db('news').select(NEWS_COLUMNS) : db('news')),
  item: (db, param, { thumbnails, isOfOne }) =>
    isOfOne ? viewNewsOf(db, jsonFor(db).given(param('company'))) : viewNewsItem(db, thumbnails),
  sorts: 'few',
  counted: 'news',
  counters: [{ name: 'news', columns: { company_id: undefined, importance: ['major', 'minor'] } }],
});

/**
 * Returns a page of news of the given companies. Many companies are read from the index `news_of_companies`, which
 * covers all filters and the sort order. Windows of updated_at and created_at have their own indexes.
 * @param thumbnails whether an article without a thumbnail shows the company's logo
 */
export function readNews(
  db: Db,
  scope: FoundScope,
  { importance, created, updated, released }: NewsFilter,
  thumbnails: boolean,
  request: PageRequest,
): Promise<ItemPage<NewsItem>> {
  const where = [
    ...among(db, 'company_id', idsOf(scope)),
    ...equals('importance', importance),
    ...between('created_at', created.from, created.to),
    ...between('updated_at', updated.from, updated.to),
    ...between('release_date', released.from, released.to),
  ];
  const [one, ...others] = scope.companies ?? [];
  const isOfOne = one && others.length === 0 && [created, updated, released].every(isUnbounded);
  const form = { thumbnails, isOfOne: isOfOne === true && !thumbnails };
  const company = one ? JSON.stringify({ id: one.id, domain: one.domain }) : null;
  return pages(db, { request, where, form, params: { company } });
}
