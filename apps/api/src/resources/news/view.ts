import type { NewsArticle, NewsItem } from '@dossier/shared';
import type { FoundScope } from '../../query/scope.ts';
import type { NewsCompany, NewsOfCompany } from './read.ts';

/**
 * Returns a news item with its company.
 * @param thumbnails whether an article without a thumbnail shows the company's logo
 */
export function viewNewsItem({ row, company }: NewsOfCompany, thumbnails: boolean): NewsItem {
  const logo = thumbnails ? logoUrl(company) : null;
  const articles = JSON.parse(row.articles_json) as NewsArticle[];
  return {
    id: row.id,
    release_date: row.release_date,
    created_at: row.created_at,
    updated_at: row.updated_at,
    headline: row.headline,
    short_headline: row.short_headline,
    description: row.description,
    articles: articles.map((article) => ({ ...article, thumbnail: article.thumbnail ?? logo })),
    company: { id: company.id, domain: company.domain },
  };
}

/** Returns the scope of the request and the companies found. */
export function viewNewsMeta({ type, companies }: FoundScope) {
  return {
    query_type: type,
    companies_count: companies?.length ?? 0,
    companies: companies && companies.map(({ id, domain }) => ({ id, domain })),
  };
}

function logoUrl({ logo_json }: NewsCompany): string | null {
  const logo = JSON.parse(logo_json ?? 'null') as { url: string } | null;
  return logo?.url ?? null;
}
