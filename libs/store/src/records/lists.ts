import { randomBytes, randomUUID } from 'node:crypto';
import type { Db, Trx } from '../sql/open.ts';

/** A list of companies, as it is stored. */
export interface ListRow {
  id: string;
  /** Null for the operators of the service. */
  organization_id: number | null;
  name: string;
  /** The fields of the filter that finds its companies; null for companies by their ids. */
  filter_json: string | null;
  company_ids_json: string | null;
  /** 1 if corrections in bulk count as changes. */
  corrections: number;
  feed_key: string;
  created_at: string;
}

/** What somebody says about a new list. */
export type NewList = Omit<ListRow, 'id' | 'feed_key'>;

/** An organization, by its id, or null for the operators of the service. */
type Owner = ListRow['organization_id'];

const newKey = () => randomBytes(24).toString('base64url');

/** Creates a list. */
export async function createList(trx: Trx, given: NewList): Promise<ListRow> {
  const row = { ...given, id: randomUUID(), feed_key: newKey() };
  await trx('lists').insert(row);
  return row;
}

/** Returns the lists of an owner, newest first. */
export const listLists = (db: Db, organization_id: Owner): Promise<ListRow[]> =>
  db<ListRow>('lists')
    .where({ organization_id })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);

/** Returns how many rows an owner has, and keeps others of an organization from adding one before the end of `trx`. */
export async function countOwn(
  trx: Trx,
  table: 'lists' | 'webhooks',
  organization_id: Owner,
): Promise<number> {
  // SQLite has one writer, and ignores the lock.
  await trx('organizations').where({ id: organization_id }).forUpdate().select('id');
  const [row] = await trx(table).where({ organization_id }).count({ n: '*' });
  return Number(row!['n']);
}

/** Returns a list of an owner. */
export const findList = (db: Db, id: string, organization_id: Owner): Promise<ListRow | undefined> =>
  db<ListRow>('lists').where({ id, organization_id }).first();

/** Returns the list of a webhook. */
export const findListById = (db: Db, id: string): Promise<ListRow | undefined> =>
  db<ListRow>('lists').where({ id }).first();

/** Returns a list with the key of its feed, unless its organization is suspended or deleted. */
export const findListOfFeed = (db: Db, id: string, feed_key: string): Promise<ListRow | undefined> =>
  db('lists')
    .leftJoin('organizations', 'organizations.id', 'lists.organization_id')
    .where({ 'lists.id': id, feed_key })
    .whereNull('organizations.suspended_at')
    .whereNull('organizations.deleted_at')
    .first<ListRow | undefined>('lists.*');

/** Gives the feed of a list another address. Returns false if the list does not exist. */
export const moveFeed = async (trx: Trx, id: string): Promise<boolean> =>
  (await trx('lists').where({ id }).update({ feed_key: newKey() })) > 0;

/** Deletes a list with its webhooks. Returns false if the list does not exist. */
export const deleteList = async (trx: Trx, id: string): Promise<boolean> =>
  (await trx('lists').where({ id }).delete()) > 0;
