import { createHash } from 'node:crypto';
import { insertRows } from '../sql/insert.ts';
import { isDistributed } from '../sql/distributed.ts';
import { isPostgres, type Db, type Query, type Trx } from '../sql/open.ts';

/** The reference in a statement about a document to its content, which may have a megabyte. */
export interface BodyReference {
  /** The SHA-256 of the content as JSON, lowercase hex: the id of a row of `stated_bodies`. */
  sha256: string;
}

interface StatedBodyRow {
  id: string;
  content_json: string;
}

/** The number of bodies in one SQL statement. */
const AT_ONCE = 20;

/** Returns the reference to a content, given as JSON. */
export const bodyReference = (json: string): BodyReference => ({
  sha256: createHash('sha256').update(json).digest('hex'),
});

/** Returns whether the content of a document is a reference. */
export const isBodyReference = (content: unknown): content is BodyReference =>
  content !== null && typeof content === 'object' && 'sha256' in content;

/** Stores contents, given as JSON, that statements refer to. Stored ones stay as they are. */
export async function addStatedBodies(trx: Trx, contents: string[]): Promise<void> {
  const byId = new Map(contents.map((json) => [bodyReference(json).sha256, json]));
  const stored = await trx<StatedBodyRow>('stated_bodies')
    .whereIn('id', [...byId.keys()])
    .pluck('id');
  for (const id of stored) byId.delete(id);
  const rows = [...byId].map(([id, content_json]): StatedBodyRow => ({ id, content_json }));
  for (let start = 0; start < rows.length; start += AT_ONCE)
    await insertRows(trx, 'stated_bodies', rows.slice(start, start + AT_ONCE));
}

/** Returns contents as JSON by their ids. */
export async function readStatedBodies(db: Db | Trx, ids: string[]): Promise<Map<string, string>> {
  const rows = await db<StatedBodyRow>('stated_bodies').whereIn('id', [...new Set(ids)]);
  return new Map(rows.map(({ id, content_json }) => [id, content_json]));
}

/** Deletes the contents that no statement refers to. */
export async function deleteUnusedBodies(trx: Trx): Promise<void> {
  const id = `${isPostgres(trx) ? 'content_json::json' : 'content_json'} -> 'content' ->> 'sha256'`;
  const stated = trx('statements').where({ kind: 'document' }).select(trx.raw(id));
  // Only a column of distribution rejects null.
  if (await isDistributed(trx)) return deleteOnWorkers(trx, stated.whereRaw(`${id} is not null`));
  // With `not in`, Postgres compares each content with every statement once their ids do not fit its `work_mem`.
  await trx('stated_bodies').whereIn('id', trx('stated_bodies').select('id').except(stated)).delete();
}

/**
 * Deletes unused contents on the workers of a cluster. A content may be on another worker than its statements, so the
 * workers first send each other the ids of the used ones. Without this table, the coordinator would collect all ids.
 */
async function deleteOnWorkers(trx: Trx, stated: Query): Promise<void> {
  await trx.raw('create table dossier_used_bodies (id text collate "C")');
  await trx.raw(
    `select create_distributed_table('dossier_used_bodies', 'id', colocate_with => 'stated_bodies')`,
  );
  await trx.raw('insert into dossier_used_bodies (id) ?', [stated]);
  await trx.raw(
    'delete from stated_bodies as b where not exists (select from dossier_used_bodies as u where u.id = b.id)',
  );
  await trx.raw('drop table dossier_used_bodies');
}
