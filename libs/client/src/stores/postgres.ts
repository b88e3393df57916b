import type { Place, Row } from '../client.ts';
import { AT_ONCE, type Store } from '../store.ts';

/** A connected client of `pg`; not a pool, whose transactions would use several connections. */
export interface PostgresClient {
  query(sql: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  end(): Promise<void>;
}

/**
 * Returns a store in a Postgres database: the table `dossier_records` has the JSON of each record by kind and id, and
 * `dossier_place` the place of the copy.
 */
export async function postgresStore(db: PostgresClient): Promise<Store> {
  await db.query(`
    create table if not exists dossier_records (kind text not null, id text collate "C" not null, json json not null,
      primary key (kind, id));
    create table if not exists dossier_place (seq bigint not null, epoch text not null);`);
  const inTransaction = async (work: () => Promise<unknown>) => {
    await db.query('begin');
    try {
      await work();
      await db.query('commit');
    } catch (error) {
      await db.query('rollback');
      throw error;
    }
  };
  return {
    place: async () => {
      const { rows } = await db.query('select seq::float8 as seq, epoch from dossier_place');
      return rows[0] as Place | undefined;
    },
    clear: () => inTransaction(() => db.query('delete from dossier_place; delete from dossier_records')),
    save: (records, place) =>
      inTransaction(async () => {
        // The last of several records with one id counts.
        const last = [...new Map(records.map((each) => [`${each.kind} ${each.id}`, each])).values()];
        const stored = last.filter(({ row }) => row);
        // One text of JSON: pg copies each text of an array several times.
        if (stored.length > 0)
          await db.query(
            `insert into dossier_records (kind, id, json)
             select kind, id, row from json_to_recordset($1) as saved(kind text, id text, "row" json)
             on conflict (kind, id) do update set json = excluded.json`,
            [JSON.stringify(stored)],
          );
        const deleted = last.filter(({ row }) => !row);
        if (deleted.length > 0)
          await db.query(
            `delete from dossier_records
             where (kind, id) in (select kind, id from json_to_recordset($1) as saved(kind text, id text))`,
            [JSON.stringify(deleted)],
          );
        if (!place) return;
        await db.query('delete from dossier_place');
        await db.query('insert into dossier_place values ($1, $2)', [place.seq, place.epoch]);
      }),
    rows: async function* (kind) {
      for (let after = ''; ;) {
        const { rows } = await db.query(
          `select id, json::text as json from dossier_records where kind = $1 and id > $2
           order by id limit ${AT_ONCE}`,
          [kind, after],
        );
        for (const { json } of rows as { json: string }[]) yield JSON.parse(json) as Row;
        if (rows.length < AT_ONCE) return;
        after = (rows.at(-1) as { id: string }).id;
      }
    },
    companiesOf: async (category) => {
      const { rows } = await db.query(
        `select id::int as id from dossier_records where kind = 'company' and exists (
           select 1 from json_array_elements(json -> 'categories') as each where (each ->> 'id')::int = $1)`,
        [category],
      );
      return rows.map((row) => (row as { id: number }).id);
    },
    close: () => db.end(),
  };
}
