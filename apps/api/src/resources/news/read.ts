import type { Page, PageRequest } from '@dossier/shared';
import { keysetRows, whereBetween, type CompanyRow, type Db, type NewsRow } from '@dossier/store';
import type { FoundScope } from '../../http/scope.ts';
import { newsList } from './contract.ts';

/** What limits a list of news besides its companies; a bound that is absent does not limit. */
export interface NewsFilter {
  importance: 'major' | undefined;
  created: Bounds;
  updated: Bounds;
  released: Bounds;
}
export interface Bounds {
  from: string | undefined;
  to: string | undefined;
}

export type NewsCompany = Pick<CompanyRow, 'id' | 'domain' | 'logo_json'>;

/**
 * A page of news of the companies found. Many companies cost a walk over their entries of the index
 * `news_of_companies`, which holds all that is filtered and sorted by; a short window of updated_at or created_at
 * may be the shorter walk, and the databases choose that one when they know their sizes (ANALYZE).
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
export async function readNewsCompanies(db: Db, items: NewsRow[]): Promise<Map<number, NewsCompany>> {
  const ids = [...new Set(items.map(({ company_id }) => company_id))];
  const rows = await db<CompanyRow>('companies').whereIn('id', ids).select('id', 'domain', 'logo_json');
  return new Map(rows.map((row) => [row.id, row]));
}
