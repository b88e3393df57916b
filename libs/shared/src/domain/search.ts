import { z } from 'zod';
import { like } from './scalars.ts';

export const searchResultType = z.enum(['document', 'company', 'filing']);

export const searchResult = z
  .object({
    document_id: like('12'),
    type: searchResultType,
    title: like('Payments infrastructure'),
    excerpt: like('Cards still carry most online payments.'),
    url: like('/research/payments-infrastructure').meta({
      description:
        'A relative URL. /research/<slug> and /filings/<id> are pages of this service; /<company slug> is for your own pages.',
    }),
    /** A UTC timestamp with an offset: `2026-01-13T00:00:00+00:00`. */
    date: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+00:00$/)
      .meta({ examples: ['2026-01-13T00:00:00+00:00'] }),
    highlight: z.object({
      title: like('<em>Payments</em> infrastructure'),
      content: like('Cards still carry most online <em>payments</em>.').optional(),
    }),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.infer<typeof searchResult>;
