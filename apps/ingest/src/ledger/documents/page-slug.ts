import { DEFAULT_SOURCE } from '@dossier/store';
import { toSlug } from '../../fields/slug.ts';
import type { SeenKeys } from '../seen-keys.ts';
import type { Statements } from '../statements/statements.ts';
import type { DocumentRecord } from '../../kinds/document/record.ts';
import type { StoredDocument } from './stored.ts';

type Named = Pick<DocumentRecord, 'slug' | 'page' | 'title' | 'date' | 'source'>;

/** Returns the slugs that a record may get: its own, and for a page the one with its folder or accession number. */
export const slugsOf = ({ slug, page }: Pick<Named, 'slug' | 'page'>): string[] =>
  page === undefined ? [slug] : [slug, toSlug(`${slug.slice(0, 110)} ${page}`)];

/**
 * Returns the slug of a document. A page has no slug of its own, only a file name or the cover of a filing. If another page
 * has that slug, in this load or in the database, the slug ends with the folder of the page or its accession number.
 * @param options.stored the stored documents by slug, for every slug of `slugsOf`
 */
export function slugOfPage(
  record: Named,
  {
    stored,
    statements,
    seenKeys,
  }: { stored: Map<string, StoredDocument>; statements: Statements; seenKeys: SeenKeys },
): string {
  const [slug, longer] = slugsOf(record) as [string, string?];
  if (longer === undefined) return slug;
  if (stored.has(longer)) return longer;
  if (seenKeys.find(slug) !== undefined) return seenKeys.find(longer) === undefined ? longer : slug;
  const before = stored.get(slug);
  return before && isOtherPage(record, before, statements) ? longer : slug;
}

/**
 * Returns whether a stored document is another page. Filings of a day have the same title, so a filing with another
 * accession number, folder or file is another page. Any other page of a source may move to another folder, if its title and
 * its day stay the same.
 */
function isOtherPage(record: Named, { row }: StoredDocument, statements: Statements): boolean {
  const isFiling = /[/]|^\d{10}-\d\d-\d{6}$/.test(record.page!);
  const pages = (statements.about(row.id) ?? [])
    .filter(({ source }) => isFiling || source === (record.source ?? DEFAULT_SOURCE))
    .flatMap(({ content }) => (content?.['page'] as string | undefined) ?? []);
  if (pages.length === 0 || pages.includes(record.page!)) return false;
  return isFiling || row.title !== record.title || row.published_at !== record.date;
}
