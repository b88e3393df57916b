import type { DocumentBodyRow, DocumentCompanyRow, DocumentRow, StatedBy, Trx } from '@dossier/store';
import { OWN } from '../../stored/category-links.ts';
import type { Picture } from '../../kinds/document/picture-file.ts';
import { rowsWhere, storedValues } from '../../stored/rows.ts';
import type { DocumentRecord } from '../../kinds/document/record.ts';

/** A stored document. */
export interface StoredDocument {
  row: DocumentRow;
  companies: Map<number, DocumentCompanyRow['relation']>;
  /** Those that its own rows state. */
  categories: Set<number>;
  /** Only read for a record without content. */
  body?: string;
}

/** Reads the stored documents of records with their parts, by slug. One statement per table. */
export async function readStoredDocuments(
  trx: Trx,
  records: DocumentRecord[],
): Promise<Map<string, StoredDocument>> {
  const slugs = records.map(({ slug }) => slug);
  const rows = await rowsWhere<DocumentRow>(trx, 'documents', 'slug', slugs);
  const documents = rows.map((row): StoredDocument => ({ row, companies: new Map(), categories: new Set() }));
  const bySlug = new Map(documents.map((each) => [each.row.slug, each]));
  const byId = new Map(documents.map((each) => [each.row.id, each]));
  const parts = <Row extends object>(table: string, ids: Iterable<number>) =>
    rowsWhere<Row>(trx, table, 'document_id', ids);

  for (const row of await parts<DocumentCompanyRow>('document_companies', byId.keys())) {
    byId.get(row.document_id)!.companies.set(row.company_id, row.relation);
  }
  for (const row of await parts<DocumentCategoryRow>('document_categories', byId.keys())) {
    if (OWN.includes(row.stated)) byId.get(row.document_id)!.categories.add(row.category_id);
  }
  const withoutContent = records.flatMap(({ slug, content }) =>
    content ? [] : (bySlug.get(slug)?.row.id ?? []),
  );
  for (const row of await parts<DocumentBodyRow>('document_bodies', withoutContent)) {
    byId.get(row.document_id)!.body = row.content_json;
  }
  return bySlug;
}

export interface DocumentCategoryRow {
  document_id: number;
  category_id: number;
  stated: StatedBy;
}

/** Stores new pictures. Pictures are never deleted, so that published addresses stay valid. */
export async function storePictures(trx: Trx, pictures: Picture[], now: string): Promise<void> {
  const byId = new Map(pictures.map((picture) => [picture.id, picture]));
  for (const id of await storedValues(trx, 'assets.id', byId.keys())) byId.delete(id);
  // One at a time, because the bytes of a whole batch may not fit in memory.
  for (const { id, media_type, read } of byId.values()) {
    await trx('assets').insert({ id, media_type, body: await read(), created_at: now });
  }
}
