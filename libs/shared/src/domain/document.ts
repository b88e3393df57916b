import { z } from 'zod';
import { calendarDate, integerId, like, timestamp } from './scalars.ts';

export const documentType = z.enum(['market', 'company', 'interview']);
export type DocumentType = z.infer<typeof documentType>;
/** The display names of the document types. */
export const documentTypeNames: Record<DocumentType, string> = {
  market: 'Market report',
  company: 'Company one-pager',
  interview: 'Expert interview',
};
export const documentRelation = z.enum(['subject', 'connected']);

export const previewMeta = z.object({
  title: like('Payments infrastructure'),
  image: like('https://assets.example/payments.png').nullable(),
  description: like('Who moves the money, and what it costs.').nullable(),
});

/** Offsets are UTF-16 code units of the element's text: `text.slice(start, end)` in JavaScript. */
export const span = z
  .object({
    start: z
      .int()
      .min(0)
      .meta({ examples: [0] }),
    end: z
      .int()
      .min(0)
      .meta({ examples: [5] }),
    type: z.enum(['strong', 'emphasis', 'code', 'link']),
    data: z.object({ url: like('https://example.com/report') }).optional(),
  })
  .meta({ id: 'Span' });
export type Span = z.infer<typeof span>;

const textElementTypes = [
  'heading1',
  'heading2',
  'heading3',
  'heading4',
  'heading5',
  'heading6',
  'paragraph',
  'list_item',
  'ordered_list_item',
  'quote',
  'code',
] as const;

export const textElement = z.object({
  text: like('Cards still carry most online payments.'),
  type: z.enum(textElementTypes),
  spans: z.array(span),
});

const picture = like('https://assets.example/payment.png');
const imageElement = z.object({
  id: like('image-1'),
  type: z.literal('image'),
  url: picture,
  dimensions: z.object({ width: z.int().nullable(), height: z.int().nullable() }),
  srcset: z.object({ small: picture, medium: picture, large: picture, original: picture }),
  caption: like('How a payment travels').nullable(),
});

/** The cells of a table, row by row; the first `header_rows` rows are headers. `text` is the same table as one string. */
const tableElement = z.object({
  id: like('table-1'),
  type: z.literal('table'),
  text: like('Year, Volume'),
  rows: z.array(z.array(like('Year'))),
  header_rows: z.int().min(0),
});

/** Content from another site, such as a video. */
const embedElement = z.object({
  id: like('embed-1'),
  type: z.literal('embed'),
  url: like('https://www.youtube.com/embed/x'),
  caption: like('A talk about payments').nullable(),
});

export const documentElement = z
  .discriminatedUnion('type', [textElement, imageElement, tableElement, embedElement])
  .meta({ id: 'DocumentElement' });
export type DocumentElement = z.infer<typeof documentElement>;

const documentSection = z
  .object({
    id: like('cards'),
    type: z.literal('section'),
    title: like('Cards'),
    level: z.int(),
    elements: z.array(documentElement),
    prev_section: like('summary').nullable(),
    next_section: like('bank-payments').nullable(),
  })
  .meta({ id: 'DocumentSection' });
export type DocumentSection = z.infer<typeof documentSection>;

const tableOfContents = z.array(
  z.object({
    id: like('cards'),
    title: like('Cards'),
    level: z.int(),
    subsections: z.array(z.object({ id: like('fees'), title: like('Fees'), level: z.int() })),
  }),
);

export const documentContent = z.object({
  sections: z.array(documentSection),
  table_of_contents: tableOfContents,
});
export type DocumentContent = z.infer<typeof documentContent>;

export const documentMetadata = z.object({
  total_sections: z.int(),
  /** Minutes, at 238 words a minute, rounded up. */
  reading_time: z.int(),
  total_elements: z.int(),
  has_images: z.boolean(),
});

export const documentDetail = z
  .object({
    type: documentType,
    slug: like('payments-infrastructure'),
    title: like('Payments infrastructure'),
    last_publication_date: timestamp,
    metadata: documentMetadata,
    preview: previewMeta,
    pdf_url: like('https://assets.example/payments.pdf'),
    web_url: like('https://dossier.example/research/payments-infrastructure'),
    content: documentContent,
  })
  .meta({ id: 'Document' });
export type DocumentDetail = z.infer<typeof documentDetail>;

const item = z.object({
  id: integerId,
  slug: like('payments-infrastructure'),
  title: like('Payments infrastructure'),
  link: like('https://assets.example/payments-infrastructure.pdf'),
  type: documentType,
  date: calendarDate,
  preview_meta: previewMeta,
});
const listItem = item.extend({
  web_url: like('https://dossier.example/research/payments-infrastructure'),
  published_at: calendarDate,
  created_at: timestamp,
  updated_at: timestamp,
});

/** A document in the detail of a company. */
export const companyDocument = item.extend({ relation: documentRelation });

/** An item of the global list has all companies of the document; an item of a company's list has its relation to it. */
export const globalDocumentItem = listItem
  .extend({
    companies: z.array(z.object({ id: integerId, domain: like('stripe.com'), relation: documentRelation })),
  })
  .meta({ id: 'GlobalDocumentItem' });
export const companyDocumentItem = listItem
  .extend({ relation: documentRelation })
  .meta({ id: 'CompanyDocumentItem' });
export type GlobalDocumentItem = z.infer<typeof globalDocumentItem>;
export type CompanyDocumentItem = z.infer<typeof companyDocumentItem>;
