import { fail, readPictureFile } from '@dossier/shared';
import type { AssetRow, Db } from '@dossier/store';

/** Returns the picture with this file name. @throws 404 */
export async function readAsset(db: Db, file: string): Promise<Pick<AssetRow, 'id' | 'media_type' | 'body'>> {
  const named = readPictureFile(file);
  const row =
    named &&
    (await db<AssetRow>('assets')
      .where({ id: named.id, media_type: named.mediaType })
      .first('id', 'media_type', 'body'));
  if (!row) throw fail('not_found');
  return row;
}
