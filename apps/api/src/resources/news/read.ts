import type { NewsItem } from '@dossier/shared';
import { jsonFor } from '@dossier/store';
import { list } from '../../query/list.ts';
import { requireWindow } from '../../query/window.ts';
import { newsFilters, newsList } from './contract.ts';
import { NEWS_COLUMNS, viewNewsItem, viewNewsOf } from './view.ts';

interface Form {
  /** Whether an article without a thumbnail shows the company's logo. */
  thumbnails: boolean;
  /** Whether all rows are of one company, which is known already, and an index has their order. */
  isOfOne: boolean;
}

/**
 * Reads a page of news. Many companies are read from the index `news_of_companies`, which covers all filters and the sort
 * order. Windows of updated_at and created_at have their own indexes.
 */
export const readNews = list<NewsItem, Form, { company: string | null }>({
  list: newsList,
  table: 'news',
  filters: newsFilters,
  window: requireWindow,
  // Other news may be sorted first, which would take longer with all columns.
  rowColumns: ({ isOfOne }) => (isOfOne ? NEWS_COLUMNS : []),
  item: (db, param, { thumbnails, isOfOne }) =>
    isOfOne ? viewNewsOf(db, jsonFor(db).given(param('company'))) : viewNewsItem(db, thumbnails),
  sorts: 'few',
});
