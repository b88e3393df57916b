import { z } from 'zod';
import { textLike } from './scalars.ts';

export const searchResultType = z.enum(['document', 'company', 'filing', 'news']);

export const searchResult = z
  .object({
    document_id: textLike('payments-infrastructure').meta({
      description: 'The slug of a document or company, or the id of a filing or news item.',
    }),
    type: searchResultType.describe('The kind of record'),
    title: textLike('Payments infrastructure').describe(
      'The name of the company, or the title of the record',
    ),
    excerpt: textLike('Cards still carry most online payments.').describe(
      'The text around the match. It may be empty',
    ),
    url: textLike('/research/payments-infrastructure').meta({
      description:
        'A relative URL. /research/<slug>, /filings/<id>, /news/<id> and /<company slug> open pages of this service. With include=sections it ends with #<section id> if a section matched.',
    }),
    /** A UTC timestamp with an offset: `2026-01-13T00:00:00+00:00`. */
    date: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+00:00$/)
      .meta({ examples: ['2026-01-13T00:00:00+00:00'] })
      .describe('The day of the record, in UTC with an offset'),
    highlight: z
      .object({
        title: textLike('<em>Payments</em> infrastructure').describe('The title'),
        content: textLike('Cards still carry most online <em>payments</em>.')
          .optional()
          .describe('The text around the match'),
      })
      .describe('The title and the text around the match. Matched words are in `<em>` tags'),
    section: z
      .object({
        id: textLike('cards').describe('The id of the section'),
        title: textLike('Cards').describe('The title of the section'),
      })
      .optional()
      .meta({
        description:
          'Only with `include=sections`: the section that matched, quoted in `highlight.content`. Absent if no section matched.',
      }),
  })
  // Not `SearchResult`: orval also generates this name for the operation `search`.
  .meta({ id: 'SearchItem' });
export type SearchResult = z.infer<typeof searchResult>;

/** The number of results of each type. */
export const searchTypeCounts = z.object({
  document: z.int().describe('The number of documents'),
  company: z.int().describe('The number of companies'),
  filing: z.int().describe('The number of filings'),
  news: z.int().optional().meta({ description: 'Only if `types` contains `news`' }),
});

export const searchSuggestion = z
  .object({
    type: z.enum(['company', 'category', 'document']).describe('What is suggested'),
    slug: textLike('stripe').describe('The name in addresses'),
    title: textLike('Stripe').describe('The name of the company or category, or the title of the document'),
    match: textLike('Stripe').meta({
      description: 'The text that begins with `q`: the title, a ticker or another name.',
    }),
    url: textLike('/stripe').meta({
      description:
        'A relative URL: as in search results for a company or document, and the path of its items for a category.',
    }),
  })
  .meta({ id: 'SearchSuggestion' });
