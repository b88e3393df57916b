import { createHash } from 'node:crypto';
import type { SearchDocument } from '../search-engine.ts';

/** 128 bits, enough that two entries never collide by chance. */
const LENGTH = 32;

/**
 * Returns the hash of all fields of an entry. The index stores it, so that `verify` can compare the index with the
 * database without reading texts.
 */
export function entryHash({
  type,
  id,
  slug = id,
  companies = [],
  form = '',
  suggest = [],
  names = [],
  aliases = [],
  title,
  excerpt,
  url,
  date,
  passages,
}: SearchDocument): string {
  const texts = passages.map((passage) => [passage.id ?? '', passage.title, passage.text]);
  const content = JSON.stringify([
    // An index may keep the form in lower case.
    ...[type, id, slug, companies, form.toLowerCase(), suggest],
    ...[names, aliases, title, excerpt, url, date, texts],
  ]);
  return createHash('sha256').update(content).digest('hex').slice(0, LENGTH);
}
