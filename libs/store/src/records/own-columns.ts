import { randomUUID } from 'node:crypto';
import type { OwnColumnRow } from '../schema/tables.ts';
import type { Db, Trx } from '../sql/open.ts';

/** A table that an organization pasted. */
export type OwnTable = {
  id: string;
  name: string;
  created_at: string;
  columns: Pick<OwnColumnRow, 'id' | 'name' | 'metric' | 'frequency'>[];
};
/** A column of a table that is not stored yet. */
export type NewColumn = Pick<OwnColumnRow, 'name' | 'metric' | 'frequency' | 'data_json'>;

/** An organization keeps this many tables. */
export const MAX_OWN_TABLES = 200;

/** Stores a table. Returns its UUID, or undefined, to be rolled back, if its creator then has more than it may have. */
export async function saveOwnTable(
  trx: Trx,
  { creator, name, columns, now }: { creator: string; name: string; columns: NewColumn[]; now: string },
): Promise<string | undefined> {
  const table_id = randomUUID();
  const rows = columns.map((column, position) => ({
    ...column,
    ...{ id: randomUUID(), table_id, creator, table_name: name, position, created_at: now },
  }));
  await trx('own_columns').insert(rows);
  const [count] = await trx('own_columns').where({ creator }).countDistinct({ tables: 'table_id' });
  return Number(count!['tables']) <= MAX_OWN_TABLES ? table_id : undefined;
}

/** Lists the tables of a creator, the newest first, without their values. */
export async function listOwnTables(db: Db, creator: string): Promise<OwnTable[]> {
  const rows = await db<OwnColumnRow>('own_columns')
    .where({ creator })
    .orderBy([{ column: 'created_at', order: 'desc' }, { column: 'table_id' }, { column: 'position' }])
    .select('id', 'table_id', 'table_name', 'name', 'metric', 'frequency', 'created_at');
  const tables = new Map<string, OwnTable>();
  for (const { table_id, table_name, created_at, ...column } of rows) {
    const table = tables.get(table_id) ?? { id: table_id, name: table_name, created_at, columns: [] };
    tables.set(table_id, table);
    table.columns.push(column);
  }
  return [...tables.values()];
}

/** Finds the columns of tables by the UUIDs of columns or of one table. @param creator whose they must be; by default anyone's */
export const findOwnColumns = (
  db: Db,
  by: { ids: readonly string[] } | { table: string },
  creator?: string,
): Promise<OwnColumnRow[]> => {
  const rows = db<OwnColumnRow>('own_columns').orderBy(['table_id', 'position']);
  if (creator !== undefined) void rows.where({ creator });
  return 'ids' in by ? rows.whereIn('id', by.ids) : rows.where({ table_id: by.table });
};

/** Deletes a table with its values. Returns its name, or undefined if the creator has no such table. */
export async function deleteOwnTable(
  trx: Trx,
  { id, creator }: { id: string; creator: string },
): Promise<string | undefined> {
  const columns = () => trx<OwnColumnRow>('own_columns').where({ table_id: id, creator });
  const found = await columns().first('table_name');
  await columns().delete();
  return found?.table_name;
}

/** Gives the tables of a creator its next name. */
export const moveOwnTables = async (trx: Trx, creator: string, next: string): Promise<void> =>
  void (await trx('own_columns').where({ creator }).update({ creator: next }));
