import type { Page, PageRequest } from '@dossier/shared';
import { keysetPage, whereBetween, type CompanyRow, type Db, type NewsRow } from '@dossier/store';
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

/** A page of news of the companies found. */
export function readNews(
  db: Db,
  { companies }: FoundScope,
  { importance, created, updated, released }: NewsFilter,
  request: PageRequest,
): Promise<Page<NewsRow>> {
  const query = db('news');
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
  return keysetPage(newsList, request, { query });
}

/** The companies of the items of a page, in one statement. */
export async function readNewsCompanies(db: Db, items: NewsRow[]): Promise<Map<number, NewsCompany>> {
  const ids = [...new Set(items.map(({ company_id }) => company_id))];
  const rows = await db<CompanyRow>('companies').whereIn('id', ids).select('id', 'domain', 'logo_json');
  return new Map(rows.map((row) => [row.id, row]));
}
