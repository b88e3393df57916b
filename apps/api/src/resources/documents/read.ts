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
  const row = await db('documents')
    .join('document_bodies', 'document_bodies.document_id', 'documents.id')
    .where({ slug })
    .first<DocumentWithBody | undefined>();
  if (!row) throw fail('document_not_found', { slug });
  return row;
}
