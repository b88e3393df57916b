import type { DocumentType } from '@dossier/shared';
import { convertMarkdown, plainHtml } from '../../texts/convert.ts';
import { firstHeading } from '../../texts/elements.ts';
import {
  categoryField,
  fileFacts,
  imageField,
  misspeltFields,
  NAMES,
  readTime,
  summaryField,
  textField,
} from '../../texts/page-fields.ts';
import { readFrontMatter } from '../../texts/front-matter.ts';
import type { DocumentInput } from './record.ts';
import { toSlug } from '../../fields/slug.ts';
import { cutSections } from '../../texts/sections.ts';

export interface ParseOptions {
  /** The type of a document that does not state its own. */
  type?: string | undefined;
  /** The date of a document that does not state its own. */
  date?: string | undefined;
  /** Whether that date is the one of the file. */
  isDateOfFile?: boolean;
}

/**
 * The record of a file with one warning for each part that was left out or changed, or the reason for rejecting it.
 */
export type ParsedDocument =
  | { record: DocumentInput; warnings: string[] }
  /** `given` identifies the document, if possible. */
  | { reason: string; warnings: string[]; given?: { slug: string; page?: string }[] };

/**
 * Converts a Markdown file, with or without YAML front matter, to a document record.
 *
 * - title: front matter, else the first heading, else the file name in words
 * - slug: front matter, else the file name without its date, else the title
 * - date: front matter `date`, else the file name (`YYYY-MM-DD-…`), else the option; a file without a date is
 *   rejected
 * - the rest: the fields of `NAMES`; other fields are ignored
 * - drafts (`draft: true`, `published: false`) are rejected
 *
 * @param fileName name or path of the file; only its last three parts are read
 */
export function parseMarkdownFile(
  text: string,
  fileName: string,
  options: ParseOptions = {},
): ParsedDocument {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const refuse = (reason: string, warnings: string[] = []): ParsedDocument => {
    const own = slugLine(source);
    const { slug, folder } = fileFacts(fileName);
    const name = own === undefined ? { slug, ...(folder !== '' && { page: folder }) } : { slug: own };
    return { reason, warnings, given: name.slug === '' ? [] : [name] };
  };
  const page = readFrontMatter(source);
  if ('reason' in page) return refuse(`invalid front matter: ${page.reason}`);
  const { fields, body } = page;
  if (fields['draft'] === true || fields['published'] === false)
    return refuse('draft: the front matter says that it is not published');
  const converted = convertMarkdown(body);
  if ('reason' in converted) return refuse(`invalid text: it ${converted.reason}`);
  const { elements, warnings } = converted;

  const file = fileFacts(fileName);
  const title =
    plainHtml(textField(fields, NAMES.title) ?? '') ||
    firstHeading(elements)?.replace(/\s+/g, ' ') ||
    file.title;
  const date = dateOf(textField(fields, NAMES.date) ?? file.date ?? options.date, MISSING_DATE);
  if ('reason' in date) return refuse(date.reason, warnings);
  const updatedText = textField(fields, NAMES.updated);
  const updated = updatedText ? dateOf(updatedText, MISSING_DATE) : undefined;
  if (updated && 'reason' in updated) return refuse(updated.reason, warnings);
  warnings.push(...misspeltFields(fields));
  const { image, isKey } = imageField(fields);
  if (isKey) warnings.push('front matter image left out: it names a key, not an address');
  const slug = lastPart(textField(fields, NAMES.slug));
  const record = {
    slug: slug ?? (file.slug || toSlug(title)),
    page: slug === undefined ? file.folder || undefined : undefined,
    title,
    type: (textField(fields, NAMES.type)?.toLowerCase() ?? options.type) as DocumentType | undefined,
    date: date.time,
    updated: updated ? updated.time : updatedText === null ? null : undefined,
    summary: summaryField(fields),
    image,
    companies: fields['companies'] as DocumentInput['companies'],
    categories: categoryField(fields),
    web_url: textField(fields, NAMES.web_url),
    pdf_url: textField(fields, NAMES.pdf_url),
    filing: textField(fields, NAMES.filing),
    content: { sections: cutSections(elements, title) },
  };
  return { record: withoutAbsent(record), warnings };
}

/** Returns the last part of a slug that is written as a path. */
const lastPart = (slug: string | null | undefined): string | undefined =>
  slug?.split('/').findLast((part) => part !== '');

/** Returns the slug in front matter that may not be valid YAML. */
const slugLine = (source: string): string | undefined =>
  source.startsWith('---')
    ? lastPart(
        /^slug:[ \t]*["']?([^"'\n]*)/m.exec(source.split(/\n(?:---|\.\.\.)[ \t]*\n/, 1)[0]!)?.[1]?.trim(),
      )
    : undefined;

const MISSING_DATE =
  'missing date: add "date: YYYY-MM-DD" to the front matter, name the file YYYY-MM-DD-title.md, or use --date';

/**
 * Parses the date of a document.
 * @param missing the reason for rejecting a document without one
 */
export function dateOf(text: string | undefined, missing: string): { time: string } | { reason: string } {
  if (text === undefined) return { reason: missing };
  const time = readTime(text);
  return time === undefined
    ? { reason: `invalid date: "${text}" cannot be read: write YYYY-MM-DD` }
    : { time };
}

const withoutAbsent = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
