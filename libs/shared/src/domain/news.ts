import { z } from 'zod';
import { calendarDate, integerId, like, timestamp, uuid } from './scalars.ts';

export const newsImportance = z.enum(['major', 'minor']);

export const newsArticle = z
  .object({
    id: uuid,
    link: like('https://example.com/stripe-tender-offer'),
    headline: like('Stripe buys back shares from employees'),
    short_summary: like('The tender offer values the company at $91.5 billion.'),
    /** A date or a timestamp, as precise as the source. */
    date_published: z.union([calendarDate, timestamp]),
    thumbnail: like('https://assets.example/stripe.png').nullable(),
    publication: like('Example Times'),
    publication_score: z.int().meta({ examples: [80] }),
  })
  .meta({ id: 'NewsArticle' });
export type NewsArticle = z.infer<typeof newsArticle>;

/** A cluster of articles about one event of one company, with a headline and description of its own. */
export const newsItem = z
  .object({
    id: uuid,
    release_date: timestamp,
    created_at: timestamp,
    updated_at: timestamp,
    headline: like('Stripe announces a tender offer at a $91.5 billion valuation'),
    short_headline: like('Stripe tender offer at $91.5B'),
    description: like('Stripe will buy shares from current and former employees.'),
    articles: z.array(newsArticle),
    company: z.object({ id: integerId, domain: like('stripe.com') }),
  })
  .meta({ id: 'NewsItem' });
export type NewsItem = z.infer<typeof newsItem>;
