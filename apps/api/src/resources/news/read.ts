import type { Page, PageRequest } from '@dossier/shared';
import { keysetRows, whereBetween, type CompanyRow, type Db, type NewsRow } from '@dossier/store';
import { companyIdsOf, type FoundScope, type OfCompany } from '../../query/scope.ts';
import type { TimeRange } from '../../query/window.ts';
import { newsList } from './contract.ts';

/** The filters of a list of news apart from companies. An undefined bound does not limit the list. */
export interface NewsFilter {
  importance: 'major' | undefined;
  created: TimeRange;
  updated: TimeRange;
  released: TimeRange;
}

/** A news item and its company. */
export type NewsOfCompany = OfCompany<NewsRow, NewsCompany>;
export type NewsCompany = Pick<CompanyRow, 'id' | 'domain' | 'logo_json'>;

/**
 * Returns a page of news of the given companies. Many companies are read from the index `news_of_companies`, which
 * covers all filters and the sort order. Windows of updated_at and created_at have their own indexes.
 */
export function readNews(
  db: Db,
  { companies }: FoundScope,
  { importance, created, updated, released }: NewsFilter,
  request: PageRequest,
): Promise<Page<NewsRow>> {
  return keysetRows(db, 'news', newsList, request, (query) => {
    if (companies) {
      query.whereIn(
        'company_id',
        companies.map(({ id }) => id),
      );
    }
    if (importance !== undefined) query.where({ importance });
    whereBetween(query, 'created_at', created.from, created.to);
    whereBetween(query, 'updated_at', updated.from, updated.to);
    whereBetween(query, 'release_date', released.from, released.to);
  });
}

/** Returns the companies of a page of news in one statement. */
export async function readNewsCompanies(db: Db, items: NewsRow[]): Promise<NewsCompany[]> {
  return db<CompanyRow>('companies').whereIn('id', companyIdsOf(items)).select('id', 'domain', 'logo_json');
}
