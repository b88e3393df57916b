import { DEFAULT_SOURCE, HAND, type DocumentRow, type StoredStatement } from '@dossier/store';
import type { DocumentRecord } from '../../kinds/document/record.ts';

/**
 * Returns why a record is a different document from the stored one with its slug, as words that follow the slug; undefined
 * if it is the same. A named source may change a document that it has stated. Another source may only add to it, with the
 * same title and day, because sources use the same slugs for different documents. If no source is named, another title
 * together with another day shows a different document: a new edition keeps one of the two.
 * @param said the statements about the stored document
 */
export function conflictOf(
  record: DocumentRecord,
  row: DocumentRow,
  said: StoredStatement[],
): string | undefined {
  const sources = new Set(said.map(({ source }) => source));
  const own = record.source ?? DEFAULT_SOURCE;
  if (own !== DEFAULT_SOURCE && sources.has(own)) return undefined;
  const owner = [...sources].find((source) => source !== HAND && source !== DEFAULT_SOURCE);
  const contents = [{ title: row.title, date: row.published_at }, ...said.map(({ content }) => content!)];
  const isSame = <T>(given: T | undefined, field: 'title' | 'date', fold: (value: T) => string) =>
    given === undefined ||
    contents.some((each) => each[field] !== undefined && fold(each[field] as T) === fold(given));
  const hasTitle = isSame(record.title, 'title', (title) => title.trim().toLowerCase());
  const hasDay = isSame(record.date, 'date', (date) => date.slice(0, 10));
  if (owner !== undefined && !sources.has(own)) {
    if (hasTitle && hasDay) return undefined;
    return `a document of the source ${owner}; if it is another document, load it with --slug-prefix; if it is the same, with --source ${JSON.stringify(owner)}`;
  }
  if (hasTitle || hasDay) return undefined;
  const { title, published_at, slug } = row;
  return `the document ${JSON.stringify(title)} of ${published_at.slice(0, 10)}, and this one has another title and date; if it is another document, load it with --slug-prefix; if it is the same, delete the stored one first: npm run ingest -- delete documents ${slug}`;
}
