import { z } from 'zod';
import { calendarDate, integerId, timestamp, uuid } from './scalars.ts';

export const newsImportance = z.enum(['major', 'minor']);
export type NewsImportance = z.infer<typeof newsImportance>;

export const newsArticle = z
  .object({
    id: uuid,
    link: z.string(),
    headline: z.string(),
    short_summary: z.string(),
    /** A date or a time, as precise as the source is. */
    date_published: z.union([calendarDate, timestamp]),
    thumbnail: z.string().nullable(),
    publication: z.string(),
    publication_score: z.int(),
  })
  .meta({ id: 'NewsArticle' });
export type NewsArticle = z.infer<typeof newsArticle>;

/** A cluster of articles about one event of one company; headline and description are of the cluster. */
export const newsItem = z
  .object({
    id: uuid,
    release_date: timestamp,
    created_at: timestamp,
    updated_at: timestamp,
    headline: z.string(),
    short_headline: z.string(),
    description: z.string(),
    articles: z.array(newsArticle),
    company: z.object({ id: integerId, domain: z.string() }),
  })
  .meta({ id: 'NewsItem' });
export type NewsItem = z.infer<typeof newsItem>;
