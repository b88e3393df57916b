import { z } from 'zod';
import { calendarDate, integerId, timestamp } from './scalars.ts';

export const documentType = z.enum(['market', 'company', 'interview']);
export type DocumentType = z.infer<typeof documentType>;
export const documentRelation = z.enum(['subject', 'connected']);

export const previewMeta = z.object({
  title: z.string(),
  image: z.string().nullable(),
  description: z.string().nullable(),
});

/** Offsets are UTF-16 code units of the element's text: `text.slice(start, end)` in JavaScript. */
export const span = z
  .object({
    start: z.int().min(0),
    end: z.int().min(0),
    type: z.enum(['strong', 'emphasis', 'code', 'link']),
    data: z.object({ url: z.string() }).optional(),
  })
  .meta({ id: 'Span' });
export type Span = z.infer<typeof span>;

export const textElementTypes = [
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
  text: z.string(),
  type: z.enum(textElementTypes),
  spans: z.array(span),
});

export const imageElement = z.object({
  id: z.string(),
  type: z.literal('image'),
  url: z.string(),
  dimensions: z.object({ width: z.int().nullable(), height: z.int().nullable() }),
  srcset: z.object({ small: z.string(), medium: z.string(), large: z.string(), original: z.string() }),
  caption: z.string().nullable(),
});

/** Cell texts, row by row; the first `header_rows` rows are heads. `text` says the same in one string. */
export const tableElement = z.object({
  id: z.string(),
  type: z.literal('table'),
  text: z.string(),
  rows: z.array(z.array(z.string())),
  header_rows: z.int().min(0),
});

/** Something of another page: a video, a frame. */
export const embedElement = z.object({
  id: z.string(),
  type: z.literal('embed'),
  url: z.string(),
  caption: z.string().nullable(),
});

export const documentElement = z
  .discriminatedUnion('type', [textElement, imageElement, tableElement, embedElement])
  .meta({ id: 'DocumentElement' });
export type DocumentElement = z.infer<typeof documentElement>;

export const documentSection = z
  .object({
    id: z.string(),
    type: z.literal('section'),
    title: z.string(),
    level: z.int(),
    elements: z.array(documentElement),
    prev_section: z.string().nullable(),
    next_section: z.string().nullable(),
  })
  .meta({ id: 'DocumentSection' });
export type DocumentSection = z.infer<typeof documentSection>;

export const tableOfContents = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    level: z.int(),
    subsections: z.array(z.object({ id: z.string(), title: z.string(), level: z.int() })),
  }),
);

export const documentContent = z.object({
  sections: z.array(documentSection),
  table_of_contents: tableOfContents,
});
export type DocumentContent = z.infer<typeof documentContent>;

export const documentMetadata = z.object({
  total_sections: z.int(),
  /** Minutes at 238 words a minute, rounded up. */
  reading_time: z.int(),
  total_elements: z.int(),
  has_images: z.boolean(),
});

export const documentDetail = z
  .object({
    type: documentType,
    slug: z.string(),
    title: z.string(),
    last_publication_date: timestamp,
    metadata: documentMetadata,
    preview: previewMeta,
    pdf_url: z.string().nullable(),
    web_url: z.string(),
    content: documentContent,
  })
  .meta({ id: 'Document' });
export type DocumentDetail = z.infer<typeof documentDetail>;

const listItem = z.object({
  id: integerId,
  slug: z.string(),
  title: z.string(),
  link: z.string(),
  web_url: z.string(),
  type: documentType,
  date: calendarDate,
  published_at: timestamp,
  created_at: timestamp,
  updated_at: timestamp,
  preview_meta: previewMeta,
});

/** A global list item names its companies; a company-scoped one its relation to that company. */
export const globalDocumentItem = listItem
  .extend({ companies: z.array(z.object({ id: integerId, domain: z.string(), relation: documentRelation })) })
  .meta({ id: 'GlobalDocumentItem' });
export const companyDocumentItem = listItem
  .extend({ relation: documentRelation })
  .meta({ id: 'CompanyDocumentItem' });
export type GlobalDocumentItem = z.infer<typeof globalDocumentItem>;
export type CompanyDocumentItem = z.infer<typeof companyDocumentItem>;
