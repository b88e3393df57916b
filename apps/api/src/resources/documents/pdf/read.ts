import { fail, pictureId, type DocumentContent } from '@dossier/shared';
import type { AssetRow, Db, DocumentBodyRow, DocumentRow } from '@dossier/store';

/** Reads the body of a document. @throws 404 */
export async function readContent(db: Db, { id, slug }: DocumentRow): Promise<DocumentContent> {
  const row = await db<DocumentBodyRow>('document_bodies').where({ document_id: id }).first('content_json');
  // The document was deleted between the two statements.
  if (!row) throw fail('document_not_found', { slug });
  return JSON.parse(row.content_json) as DocumentContent;
}

/** Reads a picture by its path on this service. Returns undefined for any other address. */
export async function readPicture(
  db: Db,
  url: string,
): Promise<Pick<AssetRow, 'media_type' | 'body'> | undefined> {
  const id = pictureId(url);
  return id === undefined ? undefined : db<AssetRow>('assets').where({ id }).first('media_type', 'body');
}
