import { fail } from '@dossier/shared';
import type { Db, DocumentBodyRow, DocumentRow } from '@dossier/store';

export type DocumentWithBody = DocumentRow & DocumentBodyRow;

/** Reads a document by its slug, without its body. @throws 404 */
export async function readDocumentRow(db: Db, slug: string): Promise<DocumentRow> {
  const row = await db<DocumentRow>('documents').where({ slug }).first();
  if (!row) throw fail('document_not_found', { slug });
  return row;
}

/** Reads a document and its body by its slug. @throws 404 */
export async function readDocument(db: Db, slug: string): Promise<DocumentWithBody> {
  const row = await findDocument(db, { slug });
  if (!row) throw fail('document_not_found', { slug });
  return row;
}

const MAX_ID = 2 ** 31 - 1;

/** Reads a document and its body by its slug or its id. A slug of digits comes first. @throws 404 */
export async function readDocumentBySlugOrId(db: Db, slug: string): Promise<DocumentWithBody> {
  const row = await findDocument(db, { slug });
  if (row) return row;
  const isId = /^[1-9]\d{0,9}$/.test(slug) && Number(slug) <= MAX_ID;
  const byId = isId ? await findDocument(db, { id: Number(slug) }) : undefined;
  if (!byId) throw fail('document_not_found', { slug });
  return byId;
}

const findDocument = (db: Db, by: { slug: string } | { id: number }): Promise<DocumentWithBody | undefined> =>
  db('documents')
    .join('document_bodies', 'document_bodies.document_id', 'documents.id')
    .where(by)
    .first<DocumentWithBody | undefined>();
