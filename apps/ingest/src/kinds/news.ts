import type { SearchDocument } from '@dossier/search';
import { newsImportance, recordKinds, type NewsArticle } from '@dossier/shared';
import type { Db, NewsRow, Trx } from '@dossier/store';
import { z } from 'zod';
import { prose, publicationDate, publicationTime, text, webAddress } from '../fields/values.ts';
import { excerptOf } from '../texts/excerpt.ts';
import { companyFields, companyOf, namesCompany, namesOneCompany, NOT_NAMED } from '../fields/references.ts';
import { missingFieldsReason, merged } from '../fields/merge.ts';
import { stableId } from '../stored/hash.ts';
import { rowKind } from './kind.ts';
import type { ContentColumns } from './row-rules.ts';

const article = z.strictObject({
  link: webAddress,
  headline: text.max(500),
  short_summary: prose.max(5000),
  date_published: publicationDate,
  thumbnail: webAddress.nullish(),
  publication: text.max(300),
  publication_score: z.int().min(0, 'must be 0 or more'),
});

const fields = z.strictObject({
  ...companyFields,
  headline: text.max(500),
  short_headline: text.max(300).optional(),
  description: prose.max(20_000).optional(),
  release_date: publicationTime,
  importance: newsImportance.optional(),
  articles: z
    .array(article)
    .max(500)
    .refine((all) => new Set(all.map(({ link }) => link)).size === all.length, 'must not repeat a link')
    .nullish(),
});
const record = fields.refine(namesCompany, NOT_NAMED);
type NewsRecord = z.output<typeof record>;

/** News items: clusters of articles about one event. Natural key: company, release date and headline. */
export const newsKind = rowKind<typeof record, NewsRow>(
  {
    name: 'news',
    plural: recordKinds.news.plural,
    record,
    canRepeat: namesOneCompany,
    storage: { table: 'news', key: ['release_date', 'headline'], ofCompany: true, parts: [] },
    statements: {
      rulesOf: () => ({
        short_headline: 'needed',
        description: 'needed',
        importance: 'needed',
        articles: { itemKey: ({ link }: NewsArticle) => link },
      }),
    },
    searchDocuments: newsSearchDocuments,
    nameOf: ({ release_date, headline, ...given }) => ({ ...companyOf(given), release_date, headline }),
  },
  {
    keyOf: ({ release_date, headline }) => [release_date, headline],
    facts: ({ release_date }) => ({ dates: [release_date] }),
    idOf: ({ domain }, key) => stableId('news', domain, ...key),
    contentOf: (each, { id, stored }) => contentOf(each, id, stored),
  },
);

/** Returns what an item states once the record is merged into it. A new one needs every required field. */
function contentOf(
  given: NewsRecord,
  id: string,
  stored: NewsRow | undefined,
): ContentColumns<NewsRow> | { reason: string } {
  const whole = {
    short_headline: merged(given.short_headline, stored?.short_headline),
    description: merged(given.description, stored?.description),
    importance: merged(given.importance, stored?.importance),
  };
  const reason = missingFieldsReason('news item', whole, Object.keys(whole));
  if (reason !== undefined) return { reason };
  const articles = given.articles?.map((each) => viewable(each, id)) ?? [];
  return {
    headline: given.headline,
    short_headline: whole.short_headline!,
    description: whole.description!,
    release_date: given.release_date,
    importance: whole.importance!,
    articles_json: given.articles === undefined && stored ? stored.articles_json : JSON.stringify(articles),
  };
}

/** Returns an article as the API shows it. Its id is made from the item and the link. */
const viewable = (given: z.output<typeof article>, newsId: string): NewsArticle => ({
  id: stableId('article', newsId, given.link),
  link: given.link,
  headline: given.headline,
  short_summary: given.short_summary,
  date_published: given.date_published,
  thumbnail: given.thumbnail ?? null,
  publication: given.publication,
  publication_score: given.publication_score,
});

/** Returns the search entries of news: found by the headlines, the description, and the articles. */
async function newsSearchDocuments(db: Db | Trx, ids: string[]): Promise<SearchDocument[]> {
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
