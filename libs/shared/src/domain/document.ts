import { z } from 'zod';
import { calendarDate, integerId, textLike, timestamp } from './scalars.ts';

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
  title: textLike('Payments infrastructure').describe('The title for previews of links'),
  image: textLike('https://assets.example/payments.png').nullable().describe('The address of a picture'),
  description: textLike('Who moves the money, and what it costs.')
    .nullable()
    .describe('The document in a sentence'),
});

/** Offsets are UTF-16 code units of the element's text: `text.slice(start, end)` in JavaScript. */
export const span = z
  .object({
    start: z
      .int()
      .min(0)
      .meta({ examples: [0] })
      .describe('Where it begins in the text of the element, in UTF-16 code units'),
    end: z
      .int()
      .min(0)
      .meta({ examples: [5] })
      .describe('Where it ends: `text.slice(start, end)` in JavaScript'),
    type: z.enum(['strong', 'emphasis', 'code', 'link']).describe('What the words are'),
    data: z
      .object({ url: textLike('https://example.com/report').describe('The address of the link') })
      .optional()
      .describe('For a link'),
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
  text: textLike('Cards still carry most online payments.').describe('The text without markup'),
  type: z.enum(textElementTypes).describe('The kind of text'),
  spans: z.array(span).describe('The parts of the text that are a link, code or emphasized'),
});

const picture = textLike('https://assets.example/payment.png');
const imageElement = z.object({
  id: textLike('image-1').describe('The id of the picture in the document'),
  type: z.literal('image').describe('A picture'),
  url: picture.describe('The address of the picture'),
  dimensions: z
    .object({
      width: z.int().nullable().describe('The width in pixels'),
      height: z.int().nullable().describe('The height in pixels'),
    })
    .describe('The size of the picture; null where unknown'),
  srcset: z
    .object({
      small: picture.describe('The address for a small screen'),
      medium: picture.describe('The address for a medium screen'),
      large: picture.describe('The address for a large screen'),
      original: picture.describe('The address of the original'),
    })
    .describe('Addresses of the picture in several sizes'),
  caption: textLike('How a payment travels').nullable().describe('The text below the picture'),
});

/** The cells of a table, row by row; the first `header_rows` rows are headers. `text` is the same table as one string. */
const tableElement = z.object({
  id: textLike('table-1').describe('The id of the table in the document'),
  type: z.literal('table').describe('A table'),
  text: textLike('Year, Volume').describe('The table as one text'),
  rows: z.array(z.array(textLike('Year'))).describe('The cells, row by row'),
  header_rows: z.int().min(0).describe('The number of rows at the top that are headers'),
});

/** Content from another site, such as a video. */
const embedElement = z.object({
  id: textLike('embed-1').describe('The id of the element in the document'),
  type: z.literal('embed').describe('Content of another site, such as a video'),
  url: textLike('https://www.youtube.com/embed/x').describe('The address of the content'),
  caption: textLike('A talk about payments').nullable().describe('The text below it'),
});

export const documentElement = z
  .discriminatedUnion('type', [textElement, imageElement, tableElement, embedElement])
  .meta({ id: 'DocumentElement' });
export type DocumentElement = z.infer<typeof documentElement>;

const documentSection = z
  .object({
    id: textLike('cards').describe('The id of the section: an anchor of the page of the document'),
    type: z.literal('section').describe('A section'),
    title: textLike('Cards').describe('The heading'),
    level: z.int().describe('The level of the heading, from 1'),
    elements: z.array(documentElement).describe('The content, in order'),
    prev_section: textLike('summary').nullable().describe('The id of the section before it'),
    next_section: textLike('bank-payments').nullable().describe('The id of the section after it'),
  })
  .meta({ id: 'DocumentSection' });
export type DocumentSection = z.infer<typeof documentSection>;

const tableOfContents = z.array(
  z.object({
    id: textLike('cards').describe('The id of the section'),
    title: textLike('Cards').describe('The heading'),
    level: z.int().describe('The level of the heading, from 1'),
    subsections: z
      .array(
        z.object({
          id: textLike('fees').describe('The id of the section'),
          title: textLike('Fees').describe('The heading'),
          level: z.int().describe('The level of the heading'),
        }),
      )
      .describe('The sections within it'),
  }),
);

export const documentContent = z.object({
  sections: z.array(documentSection).describe('The sections, in order'),
  table_of_contents: tableOfContents.describe('The headings of the document'),
});
export type DocumentContent = z.infer<typeof documentContent>;

export const documentMetadata = z.object({
  total_sections: z.int().describe('The number of sections'),
  reading_time: z.int().describe('Minutes to read it, at 238 words a minute, rounded up'),
  total_elements: z.int().describe('The number of elements of all sections'),
  has_images: z.boolean().describe('Whether it has pictures'),
});

export const documentDetail = z
  .object({
    type: documentType.describe('The type of document'),
    slug: textLike('payments-infrastructure').describe('The name of the document in addresses'),
    title: textLike('Payments infrastructure').describe('The title'),
    last_publication_date: timestamp.describe('When it was last published'),
    metadata: documentMetadata.describe('Its size'),
    preview: previewMeta.describe('How to show a link to it'),
    pdf_url: textLike('https://assets.example/payments.pdf').describe(
      'The address of its PDF, which needs no key',
    ),
    web_url: textLike('https://dossier.example/research/payments-infrastructure').describe(
      'The public page of the document',
    ),
    content: documentContent.describe('The body'),
  })
  .meta({ id: 'Document' });
export type DocumentDetail = z.infer<typeof documentDetail>;

const item = z.object({
  id: integerId.describe('The id of the document'),
  slug: textLike('payments-infrastructure').describe('The name of the document in addresses'),
  title: textLike('Payments infrastructure').describe('The title'),
  link: textLike('https://assets.example/payments-infrastructure.pdf').describe(
    'The address of its PDF, which needs no key',
  ),
  type: documentType.describe('The type of document'),
  date: calendarDate.describe('The day of publication'),
  preview_meta: previewMeta.describe('How to show a link to it'),
});
const listItem = item.extend({
  web_url: textLike('https://dossier.example/research/payments-infrastructure').describe(
    'The public page of the document',
  ),
  published_at: calendarDate.describe('The day of publication. Lists are ordered by it'),
  created_at: timestamp.describe('When the document was first stored'),
  updated_at: timestamp.describe('When the document last changed'),
});

/** A document in the detail of a company. */
export const companyDocument = item.extend({
  relation: documentRelation.describe('Whether the document is about the company, or only connected to it'),
});

/** An item of the global list has all companies of the document; an item of a company's list has its relation to it. */
export const globalDocumentItem = listItem
  .extend({
    companies: z
      .array(
        z.object({
          id: integerId.describe('The id of the company'),
          domain: textLike('stripe.com').describe('The main domain of the company'),
          relation: documentRelation.describe(
            'Whether the document is about the company, or only connected to it',
          ),
        }),
      )
      .describe('The companies of the document'),
  })
  .meta({ id: 'GlobalDocumentItem' });
export const companyDocumentItem = listItem
  .extend({
    relation: documentRelation.describe('Whether the document is about the company, or only connected to it'),
  })
  .meta({ id: 'CompanyDocumentItem' });
export type GlobalDocumentItem = z.infer<typeof globalDocumentItem>;
export type CompanyDocumentItem = z.infer<typeof companyDocumentItem>;
