import { newsItem, type NewsItem } from '@dossier/shared';
import { jsonFor, type Db, type Json } from '@dossier/store';
import type { FoundScope } from '../../query/scope.ts';

/**
 * Returns the news item of a row of `page` with its company, as SQL.
 * @param thumbnails whether an article without a thumbnail shows the company's logo
 */
export function viewNewsItem(db: Db, thumbnails: boolean): Json<NewsItem> {
  const json = jsonFor(db);
  const articles = 'news.articles_json';
  return json.one(
    db('news').join('companies', 'companies.id', 'news.company_id').where('news.id', db.ref('page.id')),
    json.object(newsItem, {
      id: 'news.id',
      release_date: 'news.release_date',
      created_at: 'news.created_at',
      updated_at: 'news.updated_at',
      headline: 'news.headline',
      short_headline: 'news.short_headline',
      description: 'news.description',
      articles: thumbnails
        ? json.nullsAs(articles, 'thumbnail', json.valueIn('companies.logo_json', 'url'))
        : json.stored(articles),
      company: json.object(newsItem.shape.company, { id: 'companies.id', domain: 'companies.domain' }),
    }),
  );
}

/** Returns the scope of the request and the companies found. */
export function viewNewsMeta({ type, companies }: FoundScope) {
  return {
    query_type: type,
    companies_count: companies?.length ?? 0,
    companies: companies && companies.map(({ id, domain }) => ({ id, domain })),
  };
}
