import { z } from 'zod';
import { image } from './company.ts';
import { documentType } from './document.ts';
import { integerId, like, timestamp } from './scalars.ts';

const item = {
  id: integerId,
  slug: like('stripe'),
  title: like('Stripe'),
  description: like('Payments and financial software for the internet.').nullable(),
  published_at: timestamp,
};

/** A company or document in a category. The specification names a document's type twice: `doc_type` and `document_type`. */
export const categoryItem = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('company'),
      ...item,
      meta: z.object({ domain: like('stripe.com'), logo: image.nullable() }),
    }),
    z.object({
      type: z.literal('document'),
      ...item,
      meta: z.object({
        doc_type: documentType,
        document_type: documentType,
        pdf_url: like('https://assets.example/payments.pdf'),
        preview_image: like('https://assets.example/payments.png').nullable(),
      }),
    }),
  ])
  .meta({ id: 'CategoryItem' });
export type CategoryItem = z.infer<typeof categoryItem>;

/** The `pagination` of lists with offsets. `next_offset` is null on the last page. */
export const offsetPagination = z
  .object({
    limit: z.int().meta({ examples: [20] }),
    offset: z.int().meta({ examples: [0] }),
    total: z.int().meta({ examples: [57] }),
    next_offset: z
      .int()
      .meta({ examples: [20] })
      .nullable(),
  })
  .meta({ id: 'OffsetPagination' });
