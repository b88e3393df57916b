import { z } from 'zod';

export const searchResultType = z.enum(['document', 'company', 'filing']);

export const searchResult = z
  .object({
    document_id: z.string(),
    type: searchResultType,
    title: z.string(),
    excerpt: z.string(),
    url: z.string(),
    /** UTC with an offset, `2026-01-13T00:00:00+00:00`. */
    date: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+00:00$/),
    highlight: z.object({ title: z.string(), content: z.string().optional() }),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.infer<typeof searchResult>;
