import { fail, pictureId, type DocumentContent } from '@dossier/shared';
import type { AssetRow, Db, DocumentBodyRow, DocumentRow } from '@dossier/store';

/** The body of a document. */
export async function readContent(db: Db, { id, slug }: DocumentRow): Promise<DocumentContent> {
  const row = await db<DocumentBodyRow>('document_bodies').where({ document_id: id }).first('content_json');
  // Deleted between the two statements.
  if (!row) throw fail('document_not_found', { slug });
  return JSON.parse(row.content_json) as DocumentContent;
}

/** A picture by the path at which this service serves it; undefined for any other address. */
export async function readPicture(
  db: Db,
  url: string,
): Promise<Pick<AssetRow, 'media_type' | 'body'> | undefined> {
  const id = pictureId(url);
  return id === undefined ? undefined : db<AssetRow>('assets').where({ id }).first('media_type', 'body');
}
