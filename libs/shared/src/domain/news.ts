import { z } from 'zod';
import { calendarDate, integerId, textLike, timestamp, uuid } from './scalars.ts';

export const newsImportance = z.enum(['major', 'minor']);

export const newsArticle = z
  .object({
    id: uuid.describe('The id of the article'),
    link: textLike('https://example.com/stripe-tender-offer').describe('The address of the article'),
    headline: textLike('Stripe buys back shares from employees').describe('The headline of the article'),
    short_summary: textLike('The tender offer values the company at $91.5 billion.').describe(
      'The article in a sentence',
    ),
    /** A date or a timestamp, as precise as the source. */
    date_published: z
      .union([calendarDate, timestamp])
      .describe('When it was published: a date or a time, as precise as the source'),
    thumbnail: textLike('https://assets.example/stripe.png')
      .nullable()
      .describe('The address of a small picture'),
    publication: textLike('Example Times').describe('Who published it'),
    publication_score: z
      .int()
      .meta({ examples: [80] })
      .describe('The weight of the publication: more is better known'),
  })
  .meta({ id: 'NewsArticle' });
export type NewsArticle = z.infer<typeof newsArticle>;

/** A cluster of articles about one event of one company, with a headline and description of its own. */
export const newsItem = z
  .object({
    id: uuid.describe('The id of the news item'),
    release_date: timestamp.describe('When the news broke. Lists are ordered by it'),
    created_at: timestamp.describe('When the item was first stored'),
    updated_at: timestamp.describe('When the item last changed'),
    headline: textLike('Stripe announces a tender offer at a $91.5 billion valuation').describe(
      'The news in a line',
    ),
    short_headline: textLike('Stripe tender offer at $91.5B').describe('The news in a few words'),
    description: textLike('Stripe will buy shares from current and former employees.').describe(
      'The news in a paragraph',
    ),
    articles: z.array(newsArticle).describe('The articles about it'),
    company: z
      .object({
        id: integerId.describe('The id of the company'),
        domain: textLike('stripe.com').describe('The main domain of the company'),
      })
      .describe('The company of the news'),
  })
  .meta({ id: 'NewsItem' });
export type NewsItem = z.infer<typeof newsItem>;
