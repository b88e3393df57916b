import { enqueue, type DocumentRow, type Trx } from '@dossier/store';
import type { SeenKeys, Outcome } from '../kind.ts';
import { readReferences, type References } from '../references.ts';
import { lacking, putRows, rowsWhere } from '../rows.ts';
import { findCategories } from './categories.ts';
import { mergeDocument, type Merged } from './merge.ts';
import { storePictures } from './pictures.ts';
import type { DocumentRecord } from './record.ts';
import { readStoredDocuments, type StoredDocument } from './stored.ts';

/** Bodies of one statement: each may hold a megabyte. */
const BODIES = 20;

/**
 * Stores a batch of documents: see `Kind.upsert`. Refused are a slug that this load has given before (a file with
 * the same content too: one of the two is not meant), a company that is not stored, and a new document that lacks
 * its title, date or content. `updated_at` moves when the document, its companies or its categories change.
 */
export async function upsertDocuments(
  trx: Trx,
  records: DocumentRecord[],
  now: string,
  seenKeys: SeenKeys,
): Promise<Outcome[]> {
  const stored = await readStoredDocuments(trx, records);
  const named = records.flatMap((record) => record.companies ?? []);
  const companies = await readReferences(
    trx,
    named.map(({ domain }) => ({ company: domain })),
  );
  await seenKeys.read(records.map(({ slug }) => slug));
  const reasons = records.map((record, index) => {
    const reason = refusal(record, stored.get(record.slug), companies, seenKeys);
    if (reason === undefined) seenKeys.add(record.slug, index);
    return reason;
  });
  const accepted = records.filter((_, index) => reasons[index] === undefined);
  const names = accepted.flatMap((record) => record.categories ?? []);
  const context = { companies, categories: await findCategories(trx, names), now };
  const decisions = records.map((record, index) => {
    const reason = reasons[index];
    return reason === undefined ? mergeDocument(record, stored.get(record.slug), context) : { reason };
  });
  const touched = decisions.flatMap((each) =>
    'reason' in each || each.outcome === 'unchanged' ? [] : [each],
  );
  const slugs = new Set(touched.map(({ row }) => row.slug));
  const pictures = accepted.filter(({ slug }) => slugs.has(slug)).flatMap((record) => record.pictures);
  await storePictures(trx, pictures, now);
  const ids = await writeDocuments(trx, touched);
  return decisions.map((each, index): Outcome => {
    if ('reason' in each) return { outcome: 'rejected', reason: each.reason };
    const { slug, warnings } = records[index]!;
    const id = ids.get(slug) ?? stored.get(slug)!.row.id;
    return { outcome: each.outcome, id, warnings: [...warnings, ...each.warnings] };
  });
}

function refusal(
  record: DocumentRecord,
  stored: StoredDocument | undefined,
  references: References,
  seenKeys: SeenKeys,
): string | undefined {
  const earlier = seenKeys.find(record.slug);
  if (earlier !== undefined)
    return `duplicate slug: ${earlier} has "${record.slug}" too; give one of them another slug`;
  const unknown = record.companies?.find(({ domain }) => !references.company({ company: domain }));
  if (unknown) return references.problem({ company: unknown.domain });
  return stored ? undefined : lacking('document', record, ['title', 'date', 'content']);
}

/** Writes documents that are new or changed with all their parts, and names them in the outbox. Ids by slug. */
async function writeDocuments(trx: Trx, documents: Merged[]): Promise<Map<string, number>> {
  if (documents.length === 0) return new Map();
  const slugs = documents.map(({ row }) => row.slug);
  await putRows(
    trx,
    'documents',
    documents.map(({ row }) => row),
    'slug',
  );
  const written = await rowsWhere<DocumentRow>(trx, 'documents', 'slug', slugs);
  const idOf = new Map(written.map(({ slug, id }) => [slug, id]));
  const rows = <T extends object>(items: (document: Merged) => Iterable<T>) =>
    documents.flatMap((each) =>
      [...items(each)].map((item) => ({ document_id: idOf.get(each.row.slug)!, ...item })),
    );

  const bodies = rows(({ body }) => (body === undefined ? [] : [{ content_json: body }]));
  for (let start = 0; start < bodies.length; start += BODIES) {
    await putRows(trx, 'document_bodies', bodies.slice(start, start + BODIES), 'document_id');
  }
  const ids = [...idOf.values()];
  for (const table of ['document_companies', 'document_categories']) {
    await trx(table).whereIn('document_id', ids).delete();
  }
  await putRows(
    trx,
    'document_companies',
    rows(({ row: { published_at }, companies }) =>
      [...companies].map(([company_id, relation]) => ({ company_id, relation, published_at })),
    ),
  );
  await putRows(
    trx,
    'document_categories',
    rows(({ categories }) => [...categories].map((category_id) => ({ category_id }))),
  );
  await enqueue(trx, 'document', ids);
  return idOf;
}
