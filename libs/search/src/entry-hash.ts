import { createHash } from 'node:crypto';
import type { SearchDocument } from './search-engine.ts';

/** Of 128 bits: no two different entries will ever meet by chance. */
const LENGTH = 32;

/**
 * The hash of all that is put with an entry. It is kept with the entry, so that an index can be compared with the
 * database without reading a text of it.
 */
export function entryHash({
  type,
  id,
  names = [],
  title,
  excerpt,
  url,
  date,
  passages,
}: SearchDocument): string {
  const texts = passages.map((passage) => [passage.title, passage.text]);
  const content = JSON.stringify([type, id, names, title, excerpt, url, date, texts]);
  return createHash('sha256').update(content).digest('hex').slice(0, LENGTH);
}
