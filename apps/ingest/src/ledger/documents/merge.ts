import { isDeepStrictEqual } from 'node:util';
import type { DocumentRow, Tracked } from '@dossier/store';
import { changedFields } from '../changes.ts';
import type { References } from '../resolve/read-references.ts';
import { merged } from '../../fields/merge.ts';
import { statedHash, statesSame } from '../../stored/hash.ts';
import type { DocumentRecord } from '../../kinds/document/record.ts';
import { metadataOf } from '../../texts/sections.ts';
import type { StoredDocument } from './stored.ts';

/** A document after its record is merged into the stored one. */
export interface Merged extends Pick<StoredDocument, 'companies' | 'categories'> {
  outcome: 'new' | 'changed' | 'unchanged';
  /** True when only the body can make it differ from the stored document. */
  isSameButBody: boolean;
  row: Omit<DocumentRow, 'id'>;
  /** Absent when the stored body stays. */
  body: string | undefined;
  /** The fields that changed; null for a new document. */
  fields: string[] | null;
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
  const fields = stored && !isSame ? changedIn(stored, { content, body, companies, categories }) : null;
  return { outcome, isSameButBody, row, body, companies, categories, fields, warnings };
}

type Content = ReturnType<typeof contentOf>;

const SHOWN = { preview_image: 'preview_meta', preview_description: 'preview_meta' };

/** Returns the fields in which a document differs from the stored one. */
function changedIn(
  stored: StoredDocument,
  { content, body, ...links }: Pick<Merged, 'body' | 'companies' | 'categories'> & { content: Content },
): string[] {
  const before = Object.fromEntries(
    Object.keys(content).map((column) => [column, stored.row[column as keyof Content]]),
  );
  // The stored body is not read: it is the same if it makes the same hash.
  const isSameBody = body === undefined || statedHash({ ...before, body }) === stored.row.content_hash;
  const changed = (['companies', 'categories'] as const).filter(
    (name) => !isDeepStrictEqual(stored[name], links[name]),
  );
  return [...changedFields(before, content, SHOWN), ...(isSameBody ? [] : ['content']), ...changed];
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
    source: stored?.source ?? record.source ?? null,
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
    const id = references.company({ company: domain })?.id;
    // The company that another source named has been deleted.
    if (id === undefined) continue;
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
