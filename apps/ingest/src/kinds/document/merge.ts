import { isDeepStrictEqual } from 'node:util';
import type { DocumentRow, Tracked } from '@dossier/store';
import type { References } from '../references.ts';
import { contentHash, merged } from '../rows.ts';
import type { DocumentRecord } from './record.ts';
import { metadataOf } from './sections.ts';
import type { StoredDocument } from './stored.ts';

/** What a document is once its record is laid over what is stored. */
export interface Merged extends Pick<StoredDocument, 'companies' | 'categories'> {
  outcome: 'new' | 'changed' | 'unchanged';
  row: Omit<DocumentRow, 'id'>;
  /** Absent when the stored one stays. */
  body: string | undefined;
  warnings: string[];
}

interface Context {
  companies: References;
  /** Ids by the names that records give. */
  categories: Map<string, number>;
  now: string;
}

/**
 * Lays a record over what is stored: a field that is absent keeps its value, null clears it. The caller has made
 * sure that a new document is whole and that the companies are stored.
 */
export function mergeDocument(
  record: DocumentRecord,
  stored: StoredDocument | undefined,
  context: Context,
): Merged {
  const warnings: string[] = [];
  const body = record.content && JSON.stringify(record.content);
  const content = mergeRow(record, stored?.row);
  const content_hash = contentHash({ ...content, body: body ?? stored?.body });
  const companies =
    merged(companiesOf(record, context.companies, warnings), stored?.companies) ?? new Map<number, never>();
  const categories = merged(categoriesOf(record, context, warnings), stored?.categories) ?? new Set();
  const isSame =
    stored?.row.content_hash === content_hash &&
    isDeepStrictEqual([stored.companies, stored.categories], [companies, categories]);
  const created_at = stored?.row.created_at ?? context.now;
  const row = { ...content, content_hash, created_at, updated_at: context.now };
  const outcome = !stored ? 'new' : isSame ? 'unchanged' : 'changed';
  return { outcome, row, body, companies, categories, warnings };
}

function mergeRow(
  record: DocumentRecord,
  stored: DocumentRow | undefined,
): Omit<DocumentRow, 'id' | keyof Tracked> {
  const published_at = merged(record.date, stored?.published_at)!;
  const title = merged(record.title, stored?.title)!;
  return {
    slug: record.slug,
    type: merged(record.type, stored?.type) ?? 'market',
    title,
    published_at,
    last_publication_date: record.updated ?? keptUpdate(record, stored) ?? published_at,
    preview_title: title,
    preview_image: merged(record.image, stored?.preview_image) ?? null,
    preview_description: merged(record.summary, stored?.preview_description) ?? null,
    pdf_url: merged(record.pdf_url, stored?.pdf_url) ?? null,
    web_url: merged(record.web_url, stored?.web_url) ?? null,
    metadata_json: record.content ? JSON.stringify(metadataOf(record.content)) : stored!.metadata_json,
  };
}

/** A stored date of update stays, unless it was only that of publication. */
function keptUpdate(record: DocumentRecord, stored: DocumentRow | undefined): string | undefined {
  if (record.updated === null || stored?.last_publication_date === stored?.published_at) return undefined;
  return stored?.last_publication_date;
}

/** A company named twice, perhaps by two of its domains, counts once; a subject is more than a connected one. */
function companiesOf(
  record: DocumentRecord,
  references: References,
  warnings: string[],
): StoredDocument['companies'] | undefined {
  if (record.companies === undefined) return undefined;
  const companies: StoredDocument['companies'] = new Map();
  for (const { domain, relation } of record.companies ?? []) {
    const { id } = references.company({ company: domain })!;
    const known = companies.get(id);
    if (known) warnings.push('company named twice in one document');
    companies.set(id, known === 'subject' ? known : relation);
  }
  return companies;
}

function categoriesOf(
  record: DocumentRecord,
  context: Context,
  warnings: string[],
): StoredDocument['categories'] | undefined {
  if (record.categories === undefined) return undefined;
  const found = (record.categories ?? []).map((name) => context.categories.get(name));
  if (found.includes(undefined)) warnings.push('category left out: no slug can be made of its name');
  return new Set(found.filter((id) => id !== undefined));
}
