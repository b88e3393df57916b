import { z } from 'zod';
import { image } from './company.ts';
import { documentType } from './document.ts';
import { integerId, timestamp } from './scalars.ts';

const item = {
  id: integerId,
  slug: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  published_at: timestamp,
};

/** A company or a document of a category. A document's meta carries both namings that the specification gives. */
export const categoryItem = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('company'),
      ...item,
      meta: z.object({ domain: z.string(), logo: image.nullable() }),
    }),
    z.object({
      type: z.literal('document'),
      ...item,
      meta: z.object({
        doc_type: documentType,
        document_type: documentType,
        pdf_url: z.string().nullable(),
        preview_image: z.string().nullable(),
      }),
    }),
  ])
  .meta({ id: 'CategoryItem' });
export type CategoryItem = z.infer<typeof categoryItem>;

/** The offset style of the specification. `next_offset` is null on the last page. */
export const offsetPagination = z
  .object({ limit: z.int(), offset: z.int(), total: z.int(), next_offset: z.int().nullable() })
  .meta({ id: 'OffsetPagination' });
