import { closest, distance } from 'fastest-levenshtein';
import { parseTime } from '@dossier/shared';
import { mediaSource } from './addresses.ts';
import { plainMarkdown } from './convert.ts';
import { toSlug } from '../fields/slug.ts';

type Fields = Record<string, unknown>;

/** The names of front matter fields, by meaning. The first name present wins. */
export const NAMES = {
  slug: ['slug'],
  title: ['title'],
  type: ['type'],
  date: ['date', 'published_at', 'publish_date'],
  updated: ['updated', 'lastmod', 'last_modified_at', 'modified'],
  summary: ['summary', 'deck', 'excerpt', 'description'],
  image: ['image', 'featured_image', 'primary_image'],
  companies: ['companies'],
  categories: ['categories', 'topics', 'tags'],
  web_url: ['web_url'],
  pdf_url: ['pdf_url'],
  filing: ['filing', 'accession_number'],
};

/** Warns of unknown fields that look like a misspelt known one. Other unknown fields belong to the site. */
export function misspeltFields(fields: Fields): string[] {
  const known = [...Object.values(NAMES).flat(), 'draft', 'published'];
  return Object.keys(fields).flatMap((name) => {
    if (known.includes(name)) return [];
    const near = closest(name.toLowerCase(), known);
    const isNear = distance(name.toLowerCase(), near) <= (near.length < 7 ? 1 : 2);
    return isNear
      ? [`front matter field "${name}" is not read; the nearest one that is read is "${near}"`]
      : [];
  });
}

/**
 * Returns the first text among these fields, null if a field is present but empty, or undefined if none is present.
 */
export function textField(fields: Fields, names: string[]): string | null | undefined {
  const values = names.filter((name) => name in fields).map((name) => fields[name]);
  const texts = values.flatMap((value) => (typeof value === 'string' ? [value.trim()] : []));
  return texts.find((text) => text !== '') ?? (values.length > 0 ? null : undefined);
}

/**
 * Reads a time as sites write it: ISO 8601, or `2014-11-12 9:00:51 -4` with one-digit hours and offsets. Returns
 * fixed-width UTC text, or undefined.
 */
export function readTime(text: string): string | undefined {
  const padded = text
    .trim()
    .replace(/^(\d{4}-\d{2}-\d{2})[T ]+(\d):/, '$1 0$2:')
    .replace(/([+-])(\d)$/, (tail, sign: string, hour: string, at: number) =>
      at > 10 ? `${sign}0${hour}` : tail,
    )
    .replace(/ (?:UTC|GMT)$/i, 'Z');
  return parseTime(padded);
}

/** Returns the summary as plain text. */
export function summaryField(fields: Fields): string | null | undefined {
  const text = textField(fields, NAMES.summary);
  return text ? plainMarkdown(text) || null : text;
}

/** Returns the image's address. `isKey` is true when the field names a file by a key of the site. */
export function imageField(fields: Fields): { image: string | null | undefined; isKey: boolean } {
  const given = NAMES.image.filter((key) => key in fields);
  const name = given.find((key) => fields[key] !== null && fields[key] !== '');
  if (name === undefined) return { image: given.length > 0 ? null : undefined, isKey: false };
  const value: unknown = [fields[name]].flat()[0];
  const parts = value !== null && typeof value === 'object' ? (value as Fields) : { src: value };
  const source = mediaSource(textField(parts, ['src', 'url', 'path']) ?? '');
  if (source === undefined) return { image: null, isKey: false };
  const isAddress = /^(?:https?:)?\/|^\.{1,2}\//i.test(source) || /\.\w{2,5}(?:[?#]|$)/.test(source);
  return { image: isAddress ? source : null, isKey: !isAddress };
}

/** Returns names from `categories`, else `topics`, else `tags`. A single name needs no list. */
export function categoryField(fields: Fields): string[] | undefined {
  const name = NAMES.categories.find((key) => key in fields);
  if (name === undefined) return undefined;
  const names = [fields[name]]
    .flat()
    .filter((value) => typeof value === 'string')
    .map((value) => value.trim());
  return [...new Set(names.filter((text) => text !== ''))];
}

interface FileFacts {
  /** `YYYY-MM-DD` at the start of the name. */
  date: string | undefined;
  slug: string;
  /** The name in words. */
  title: string;
  /** The folder of the file as a slug, or that of the folder whose name it has. May be empty. */
  folder: string;
}

/** Returns what a file's name states. The folder names `index`, `_index` and `README`. */
export function fileFacts(fileName: string): FileFacts {
  const [last = '', folder = '', above = ''] = fileName.split(/[\\/]/).reverse();
  const bare = last.replace(/\.(?:md|markdown|mdx|x?html?)(?:\.gz)?$/i, '');
  const isIndex = /^(?:_?index|readme)$/i.test(bare) && folder !== '';
  const name = isIndex ? folder : bare;
  const [, date, rest = ''] = /^(?:(\d{4}-\d{2}-\d{2})[-_ ]?)?(.*)$/s.exec(name)!;
  const title = rest.replace(/[-_\s]+/g, ' ').trim();
  const shown = title.charAt(0).toUpperCase() + title.slice(1);
  return { date, slug: toSlug(rest), title: shown, folder: toSlug(isIndex ? above : folder) };
}
