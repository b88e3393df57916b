import { fail } from '@dossier/shared';
import type { Db, NewsRow } from '@dossier/store';

/** The row of a news item, with the name and slug of its company. */
export type NewsPageRow = Pick<
  NewsRow,
  'id' | 'headline' | 'description' | 'release_date' | 'articles_json'
> & {
  name: string;
  slug: string;
};

/** Reads a news item and its company. @throws 404 */
export async function readNewsPage(db: Db, id: string): Promise<NewsPageRow> {
  const row = await db('news')
    .join('companies', 'companies.id', 'news.company_id')
    .where('news.id', id)
    .first<NewsPageRow | undefined>(
      ...(['news.id', 'headline', 'news.description', 'release_date', 'articles_json'] as const),
      ...(['name', 'slug'] as const),
    );
  if (!row) throw fail('news_not_found', { id });
  return row;
}
