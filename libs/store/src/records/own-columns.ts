import { randomUUID } from 'node:crypto';
import type { OwnColumnRow } from '../schema/tables.ts';
import type { Db, Trx } from '../sql/open.ts';
import { writeBeside } from '../sql/write.ts';

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
export const MOST_OWN_TABLES = 200;

/** Stores a table. Returns its UUID, or undefined if its creator has as many as it may have. */
export const saveOwnTable = (
  db: Db,
  { creator, name, columns, now }: { creator: string; name: string; columns: NewColumn[]; now: string },
): Promise<string | undefined> =>
  writeBeside(() =>
    db.transaction(async (trx) => {
      const table_id = randomUUID();
      const rows = columns.map((column, position) => ({
        ...column,
        ...{ id: randomUUID(), table_id, creator, table_name: name, position, created_at: now },
      }));
      await trx('own_columns').insert(rows);
      const [count] = await trx('own_columns').where({ creator }).countDistinct({ tables: 'table_id' });
      if (Number(count!['tables']) <= MOST_OWN_TABLES) return table_id;
      await trx('own_columns').where({ table_id }).delete();
      return undefined;
    }),
  );

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

/** Deletes a table with its values. Returns false if the creator has no such table. */
export const deleteOwnTable = async (
  db: Db,
  { id, creator }: { id: string; creator: string },
): Promise<boolean> =>
  (await writeBeside(() => db('own_columns').where({ table_id: id, creator }).delete())) > 0;

/** Gives the tables of a creator its next name. */
export const moveOwnTables = async (trx: Trx, creator: string, next: string): Promise<void> =>
  void (await trx('own_columns').where({ creator }).update({ creator: next }));
