import { randomUUID } from 'node:crypto';
import type { SavedEmbedRow, SavedVersionRow } from '../schema/tables.ts';
import type { Db, Trx } from '../sql/open.ts';

/** What a version of a saved embed draws: the parts of its address, and what the builder opens with. */
export type Saved = Pick<SavedVersionRow, 'title' | 'kind' | 'subject' | 'look' | 'query' | 'made_by'>;
/** An embed with its current version. */
export type SavedEmbed = SavedEmbedRow & { current: SavedVersionRow };

/** An embed keeps this many versions. */
const MAX_VERSIONS = 50;

/** Saves a new embed of a creator. Returns its UUID. @param look the options of its address */
export async function saveEmbed(
  trx: Trx,
  { creator, look, saved, now }: { creator: string; look: string; saved: Saved; now: string },
): Promise<string> {
  const id = randomUUID();
  const { title } = saved;
  await trx('saved_embeds').insert({
    ...{ id, creator, title, look, version: 1, unpublished_at: null, created_at: now, updated_at: now },
  });
  await trx('saved_embed_versions').insert({ ...saved, embed_id: id, version: 1, made_at: now });
  return id;
}

/** Saves the next version of an embed. Returns its number; undefined if the creator has no such embed. */
export async function saveVersion(
  trx: Trx,
  { id, creator, saved, now }: { id: string; creator: string; saved: Saved; now: string },
): Promise<number | undefined> {
  // The first statement locks the embed: two versions never have one number.
  const [row] = await trx('saved_embeds')
    .where({ id, creator })
    .update({ title: saved.title, updated_at: now, version: trx.raw('version + 1') })
    .returning<{ version: number }[]>('version');
  if (!row) return undefined;
  const { version } = row;
  await trx('saved_embed_versions').insert({ ...saved, embed_id: id, version, made_at: now });
  await trx('saved_embed_versions')
    .where({ embed_id: id })
    .where('version', '<=', version - MAX_VERSIONS)
    .delete();
  return version;
}

/** Publishes an embed, or unpublishes it at a time. Returns false if the creator has no such embed. */
export const publishEmbed = async (
  trx: Trx,
  { id, creator, unpublished_at }: Pick<SavedEmbedRow, 'id' | 'creator' | 'unpublished_at'>,
): Promise<boolean> => (await trx('saved_embeds').where({ id, creator }).update({ unpublished_at })) > 0;

/** Finds an embed with its current version. @param creator whose embed it must be; by default anyone's */
export async function findSavedEmbed(db: Db, id: string, creator?: string): Promise<SavedEmbed | undefined> {
  const row = await db<SavedEmbedRow>('saved_embeds')
    .where({ id, ...(creator !== undefined && { creator }) })
    .first();
  if (!row) return undefined;
  const current = await db<SavedVersionRow>('saved_embed_versions')
    .where({ embed_id: id, version: row.version })
    .first();
  return current && { ...row, current };
}

/** Lists the embeds of a creator, those changed last first. */
export const listSavedEmbeds = (
  db: Db,
  creator: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<(SavedEmbedRow & Pick<SavedVersionRow, 'kind' | 'query'>)[]> =>
  db('saved_embeds')
    .join('saved_embed_versions as current', (join) =>
      join.on('current.embed_id', 'saved_embeds.id').andOn('current.version', 'saved_embeds.version'),
    )
    .where({ creator })
    .orderBy([
      { column: 'saved_embeds.updated_at', order: 'desc' },
      { column: 'saved_embeds.id', order: 'desc' },
    ])
    .limit(limit)
    .offset(offset)
    .select('saved_embeds.*', 'current.kind', 'current.query');

/** Lists the versions of an embed, newest first. */
export const listVersions = (db: Db, embed_id: string): Promise<SavedVersionRow[]> =>
  db<SavedVersionRow>('saved_embed_versions').where({ embed_id }).orderBy('version', 'desc');

/** Gives the embeds of a creator its next name. */
export const moveSavedEmbeds = async (trx: Trx, creator: string, next: string): Promise<void> =>
  void (await trx('saved_embeds').where({ creator }).update({ creator: next }));
