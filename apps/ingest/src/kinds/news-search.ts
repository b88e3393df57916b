import type { SearchDocument } from '@dossier/search';
import type { NewsArticle } from '@dossier/shared';
import type { Db, NewsRow, Trx } from '@dossier/store';
import { excerptOf } from './excerpt.ts';

/** Returns the search entries of news: found by the headlines, the description, and the articles. */
export async function newsSearchDocuments(db: Db | Trx, ids: string[]): Promise<SearchDocument[]> {
  const rows = await db<NewsRow>('news').whereIn('id', ids);
  return rows.map(
    ({ id, company_id, headline, short_headline, description, release_date, articles_json }) => ({
      type: 'news',
      id,
      companies: [company_id],
      title: headline,
      excerpt: excerptOf(description),
      url: `/news/${id}`,
      date: release_date,
      passages: [
        { title: '', text: description },
        ...(JSON.parse(articles_json) as NewsArticle[]).map((article) => ({
          title: article.headline,
          text: article.short_summary,
        })),
        ...(short_headline === headline ? [] : [{ title: '', text: short_headline }]),
      ],
    }),
  );
}
