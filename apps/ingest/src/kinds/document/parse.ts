import type { DocumentType } from '@dossier/shared';
import { convertMarkdown, plainHtml } from './convert.ts';
import { firstHeading } from './elements.ts';
import {
  categoryField,
  fileFacts,
  imageField,
  misspeltFields,
  NAMES,
  readTime,
  summaryField,
  textField,
} from './fields.ts';
import { readFrontMatter } from './front-matter.ts';
import type { DocumentInput } from './record.ts';
import { toSlug } from '../company/slug.ts';
import { cutSections } from './sections.ts';

export interface ParseOptions {
  /** The type of a document that does not say its own. */
  type?: string | undefined;
  /** The date of a document that does not say its own. */
  date?: string | undefined;
}

/**
 * One warning each time something of the file was left out or read as something else: equal ones have equal words. A
 * reason begins with its class and a colon.
 */
export type ParsedDocument =
  | { record: DocumentInput; warnings: string[] }
  /** What is given names the document, where that can be read. */
  | { reason: string; warnings: string[]; given?: { slug: string }[] };

/**
 * Reads a Markdown file, with or without YAML front matter, to a document record.
 *
 * - title: front matter, else the first heading, else the file name in words
 * - slug: front matter, else the file name without its date, else the title
 * - date: front matter `date`, else the file name (`YYYY-MM-DD-…`), else the option; without any the file is refused
 * - the rest: the fields of `NAMES`; others are left to the site they are for
 * - drafts (`draft: true`, `published: false`) are refused
 *
 * @param fileName name or path of the file; only its last two parts are read
 */
export function parseMarkdownFile(
  text: string,
  fileName: string,
  options: ParseOptions = {},
): ParsedDocument {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const refuse = (reason: string, warnings: string[] = []): ParsedDocument => {
    const slug = slugLine(source) ?? fileFacts(fileName).slug;
    return { reason, warnings, given: slug === '' ? [] : [{ slug }] };
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
  const record = {
    slug: lastPart(textField(fields, NAMES.slug)) ?? (file.slug || toSlug(title)),
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
    content: { sections: cutSections(elements, title) },
  };
  return { record: withoutAbsent(record), warnings };
}

/** Sites may write a slug as a path. */
const lastPart = (slug: string | null | undefined): string | undefined =>
  slug?.split('/').findLast((part) => part !== '');

/** The slug of front matter that may not be YAML. */
const slugLine = (source: string): string | undefined =>
  source.startsWith('---')
    ? lastPart(
        /^slug:[ \t]*["']?([^"'\n]*)/m.exec(source.split(/\n(?:---|\.\.\.)[ \t]*\n/, 1)[0]!)?.[1]?.trim(),
      )
    : undefined;

const MISSING_DATE =
  'missing date: give "date: YYYY-MM-DD" in the front matter, or a file name YYYY-MM-DD-title.md, or --date';

/** Reads the date of a document. @param missing the reason when there is none */
export function dateOf(text: string | undefined, missing: string): { time: string } | { reason: string } {
  if (text === undefined) return { reason: missing };
  const time = readTime(text);
  return time === undefined
    ? { reason: `invalid date: "${text}" cannot be read: write YYYY-MM-DD` }
    : { time };
}

const withoutAbsent = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
