import {
  absoluteUrl,
  documentElement,
  documentRelation,
  documentType,
  domainInput,
  slugInput,
  type DocumentContent,
} from '@dossier/shared';
import { z } from 'zod';
import { accessionNumber, date, publicationTime } from '../../fields/values.ts';
import { sourceName } from '../../fields/origin.ts';
import { linkTarget, mediaSource } from '../../texts/addresses.ts';
import { convertMarkdown } from '../../texts/convert.ts';
import type { Picture } from './picture-file.ts';
import { cutSections, joinSections } from '../../texts/sections.ts';

// Postgres cannot store it in text.
const text = z.string().refine((value) => !value.includes('\u0000'), 'must not contain the character U+0000');
const words = text.trim().min(1, 'must not be blank');
const line = words.refine((value) => !/[\r\n]/.test(value), 'must be one line');
const source = words.refine(
  (value) => mediaSource(value) === value,
  'must be an http, https or relative address',
);

const element = documentElement.superRefine((value, context) => {
  if ('url' in value && mediaSource(value.url) !== value.url) {
    context.addIssue({
      code: 'custom',
      path: ['url'],
      message: 'must be an http, https or relative address',
    });
  }
  if (!('spans' in value)) return;
  value.spans.forEach(({ start, end, data }, index) => {
    const message =
      start >= end || end > value.text.length
        ? `must lie in the text: 0 <= start < end <= ${value.text.length}`
        : data && linkTarget(data.url) !== data.url
          ? 'must link to an http, https, mailto or relative address'
          : undefined;
    if (message) context.addIssue({ code: 'custom', path: ['spans', index], message });
  });
});

const section = z.strictObject({
  id: slugInput.optional(),
  type: z.literal('section').optional(),
  title: words,
  level: z.int().min(1).max(6).default(2),
  elements: z.array(element),
  // Ignored and computed again, so that a response of the API can be loaded as it is.
  prev_section: z.string().nullish(),
  next_section: z.string().nullish(),
});

const content = z
  .strictObject({
    markdown: text.optional(),
    sections: z
      .array(section)
      .refine((sections) => {
        const ids = sections.flatMap(({ id }) => (id === undefined ? [] : [id]));
        return new Set(ids).size === ids.length;
      }, 'must not give two sections the same id')
      .optional(),
    table_of_contents: z.unknown().optional(),
  })
  .refine(
    ({ markdown, sections }) => (markdown === undefined) !== (sections === undefined),
    'must have either "markdown" or "sections"',
  );

const company = z.strictObject({ domain: domainInput, relation: documentRelation });

/**
 * A document as a source writes it. A new one needs title, date and content; its type defaults to `market`. An absent
 * field keeps the stored value, null clears it. After parsing, times are fixed-width UTC text, content has the shape
 * of the API, and `warnings` lists what was left out of Markdown.
 */
export const documentRecord = z
  .strictObject({
    slug: slugInput,
    /** The folder or accession number of a page: part of its slug if another page has the slug. */
    page: line.optional(),
    title: line.optional(),
    type: documentType.optional(),
    date: publicationTime.optional(),
    updated: publicationTime.nullish(),
    summary: text.nullish(),
    image: source.nullish(),
    companies: z.array(company).nullish(),
    categories: z.array(line).nullish(),
    web_url: absoluteUrl.nullish(),
    pdf_url: absoluteUrl.nullish(),
    /** The accession number of the filing whose text this is. */
    filing: accessionNumber.nullish(),
    /** The source that publishes it. Another document of another source with the same slug is rejected. */
    source: sourceName.optional(),
    /** The day the source was made. */
    as_of: date.optional(),
    content: content.optional(),
  })
  .transform(({ content: given, ...fields }, context) => {
    const record = (content?: DocumentContent, warnings: string[] = []) => ({
      ...fields,
      content,
      // Filled by `importPictures`.
      pictures: [] as Picture[],
      warnings,
    });
    if (given?.sections) return record(joinSections(given.sections));
    if (given?.markdown === undefined) return record();
    const converted = convertMarkdown(given.markdown);
    if (fields.title === undefined || 'reason' in converted) {
      const message = 'reason' in converted ? converted.reason : 'needs a title in the record';
      context.addIssue({ code: 'custom', path: ['content', 'markdown'], message });
      return z.NEVER;
    }
    return record(joinSections(cutSections(converted.elements, fields.title)), converted.warnings);
  });
export type DocumentRecord = z.output<typeof documentRecord>;
export type DocumentInput = z.input<typeof documentRecord>;
