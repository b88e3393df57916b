import { newsItem, type NewsItem } from '@dossier/shared';
import { jsonFor, rowOfPage, type Db, type Json } from '@dossier/store';
import type { FoundScope } from '../../query/scope.ts';

type Company = NewsItem['company'];

/** The columns of an item besides the keys of the list. */
export const NEWS_COLUMNS = [
  ...['created_at', 'updated_at', 'headline', 'short_headline', 'description', 'articles_json'],
];

/**
 * Returns the news item of a row of `page` with its company, as SQL.
 * @param thumbnails whether an article without a thumbnail shows the company's logo
 */
export function viewNewsItem(db: Db, thumbnails: boolean): Json<NewsItem> {
  const json = jsonFor(db);
  const company = { id: 'companies.id', domain: 'companies.domain' };
  const articles = 'news.articles_json';
  return json.one(
    rowOfPage(db, 'news'),
    viewRow(db, 'news', {
      articles: thumbnails
        ? json.nullsAs(articles, 'thumbnail', json.valueIn('companies.logo_json', 'url'))
        : json.stored(articles),
      company: json.object(newsItem.shape.company, company),
    }),
  );
}

/** Returns the news item of a row of `page` that has the columns of an item, as SQL. */
export const viewNewsOf = (db: Db, company: Json<Company>): Json<NewsItem> =>
  viewRow(db, 'page', { articles: jsonFor(db).stored('page.articles_json'), company });

function viewRow(
  db: Db,
  table: 'news' | 'page',
  parts: { articles: Json<NewsItem['articles']>; company: Json<Company> },
): Json<NewsItem> {
  return jsonFor(db).object(newsItem, {
    id: `${table}.id`,
    release_date: `${table}.release_date`,
    created_at: `${table}.created_at`,
    updated_at: `${table}.updated_at`,
    headline: `${table}.headline`,
    short_headline: `${table}.short_headline`,
    description: `${table}.description`,
    ...parts,
  });
}

/** Returns the scope of the request and the companies found. */
export function viewNewsMeta({ type, companies }: FoundScope) {
  return {
    query_type: type,
    companies_count: companies?.length ?? 0,
    companies: companies && companies.map(({ id, domain }) => ({ id, domain })),
  };
}
