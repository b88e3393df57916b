import { isDeepStrictEqual } from 'node:util';
import type { DocumentRow, Tracked } from '@dossier/store';
import type { References } from '../references.ts';
import { merged, statedHash, statesSame } from '../rows.ts';
import type { DocumentRecord } from './record.ts';
import { metadataOf } from './sections.ts';
import type { StoredDocument } from './stored.ts';

/** A document after its record is merged into the stored one. */
export interface Merged extends Pick<StoredDocument, 'companies' | 'categories'> {
  outcome: 'new' | 'changed' | 'unchanged';
  /** True when only the body can make it differ from the stored document. */
  isSameButBody: boolean;
  row: Omit<DocumentRow, 'id'>;
  /** Absent when the stored body stays. */
  body: string | undefined;
  warnings: string[];
}

interface Context {
  companies: References;
  /** Category ids by name. */
  categories: Map<string, number>;
  now: string;
}

/**
 * Merges a record into the stored document: an absent field keeps its value, null clears it. The caller has checked
 * that a new document has every required field and that its companies are stored.
 */
export function mergeDocument(
  record: DocumentRecord,
  stored: StoredDocument | undefined,
  context: Context,
): Merged {
  const warnings: string[] = [];
  const body = record.content && JSON.stringify(record.content);
  const content = contentOf(record, stored?.row);
  const content_hash = statedHash({ ...content, body: body ?? stored?.body });
  const companies =
    merged(companiesOf(record, context.companies, warnings), stored?.companies) ?? new Map<number, never>();
  const categories = merged(categoriesOf(record, context, warnings), stored?.categories) ?? new Set();
  const isSameHash = stored?.row.content_hash === content_hash;
  const isSameButBody =
    stored !== undefined &&
    isDeepStrictEqual([stored.companies, stored.categories], [companies, categories]) &&
    (isSameHash || statesSame(stored.row, content));
  const isSame = isSameButBody && (isSameHash || body === undefined);
  const row = {
    ...content,
    preview_title: content.title,
    metadata_json: record.content ? JSON.stringify(metadataOf(record.content)) : stored!.row.metadata_json,
    content_hash,
    created_at: stored?.row.created_at ?? context.now,
    updated_at: context.now,
  };
  const outcome = !stored ? 'new' : isSame ? 'unchanged' : 'changed';
  return { outcome, isSameButBody, row, body, companies, categories, warnings };
}

type Derived = 'preview_title' | 'metadata_json';

/** Returns the columns that a document states. The title of the preview and the counts follow from its content. */
function contentOf(
  record: DocumentRecord,
  stored: DocumentRow | undefined,
): Omit<DocumentRow, 'id' | keyof Tracked | Derived> {
  const published_at = merged(record.date, stored?.published_at)!;
  return {
    slug: record.slug,
    type: merged(record.type, stored?.type) ?? 'market',
    title: merged(record.title, stored?.title)!,
    published_at,
    last_publication_date: record.updated ?? keptUpdate(record, stored) ?? published_at,
    preview_image: merged(record.image, stored?.preview_image) ?? null,
    preview_description: merged(record.summary, stored?.preview_description) ?? null,
    pdf_url: merged(record.pdf_url, stored?.pdf_url) ?? null,
    web_url: merged(record.web_url, stored?.web_url) ?? null,
    filing: merged(record.filing, stored?.filing) ?? null,
    source: merged(record.source, stored?.source ?? undefined) ?? null,
  };
}

/** Returns the stored date of the last update, unless it is only the date of publication. */
function keptUpdate(record: DocumentRecord, stored: DocumentRow | undefined): string | undefined {
  if (record.updated === null || stored?.last_publication_date === stored?.published_at) return undefined;
  return stored?.last_publication_date;
}

/** A company named twice, perhaps by two domains, counts once; `subject` wins over `connected`. */
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
