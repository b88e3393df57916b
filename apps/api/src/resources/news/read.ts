import type { Page, PageRequest } from '@dossier/shared';
import { keysetRows, whereBetween, type CompanyRow, type Db, type NewsRow } from '@dossier/store';
import { companyIdsOf, type FoundScope, type OfCompany } from '../../query/scope.ts';
import type { TimeRange } from '../../query/window.ts';
import { newsList } from './contract.ts';

/** What limits a list of news besides its companies; a bound that is absent does not limit. */
export interface NewsFilter {
  importance: 'major' | undefined;
  created: TimeRange;
  updated: TimeRange;
  released: TimeRange;
}

/** A news item and what it shows of its company. */
export type NewsOfCompany = OfCompany<NewsRow, NewsCompany>;
export type NewsCompany = Pick<CompanyRow, 'id' | 'domain' | 'logo_json'>;

/**
 * A page of news of the companies found. Many companies cost a walk over their entries of the index
 * `news_of_companies`, which holds all that is filtered and sorted by; a window of updated_at or created_at has an
 * index of its own.
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

/** The companies of the items of a page, in one statement. */
export async function readNewsCompanies(db: Db, items: NewsRow[]): Promise<NewsCompany[]> {
  return db<CompanyRow>('companies').whereIn('id', companyIdsOf(items)).select('id', 'domain', 'logo_json');
}
