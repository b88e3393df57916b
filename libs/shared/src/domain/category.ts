import { z } from 'zod';
import { image } from './company.ts';
import { documentType } from './document.ts';
import { integerId, textLike, timestamp } from './scalars.ts';

const item = {
  id: integerId.describe('The id of the company or document'),
  slug: textLike('stripe').describe('Its name in addresses'),
  title: textLike('Stripe').describe('The name of the company, or the title of the document'),
  description: textLike('Payments and financial software for the internet.')
    .nullable()
    .describe('What the company does, or what the document is about'),
  published_at: timestamp.describe('When it was published. The list is ordered by it'),
};

/** A company or document in a category. The specification names a document's type twice: `doc_type` and `document_type`. */
export const categoryItem = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('company').describe('A company'),
      ...item,
      meta: z
        .object({
          domain: textLike('stripe.com').describe('The main domain of the company'),
          logo: image.nullable().describe('The logo of the company'),
        })
        .describe('What only companies have'),
    }),
    z.object({
      type: z.literal('document').describe('A document'),
      ...item,
      meta: z
        .object({
          doc_type: documentType.describe('The type of document'),
          document_type: documentType.describe('The same as `doc_type`'),
          pdf_url: textLike('https://assets.example/payments.pdf').describe('The address of its PDF'),
          preview_image: textLike('https://assets.example/payments.png')
            .nullable()
            .describe('The address of its picture'),
        })
        .describe('What only documents have'),
    }),
  ])
  .meta({ id: 'CategoryItem' });
export type CategoryItem = z.infer<typeof categoryItem>;

/** The `pagination` of lists with offsets. `next_offset` is null on the last page. */
export const offsetPagination = z
  .object({
    limit: z
      .int()
      .meta({ examples: [20] })
      .describe('The most items of a page'),
    offset: z
      .int()
      .meta({ examples: [0] })
      .describe('The number of skipped items'),
    total: z
      .int()
      .meta({ examples: [57] })
      .describe('The number of all items'),
    next_offset: z
      .int()
      .meta({ examples: [20] })
      .nullable()
      .describe('The `offset` of the next page; null on the last page'),
  })
  .meta({ id: 'OffsetPagination', description: 'The place of the page in the list' });
