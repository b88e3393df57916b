import type { Place, Row } from '../client.ts';
import { AT_ONCE, type Saved, type Store } from '../store.ts';

/** What `node:sqlite` and better-sqlite3 have in common. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): {
    run(...values: (string | number)[]): unknown;
    get(...values: (string | number)[]): unknown;
    all(...values: (string | number)[]): unknown[];
  };
  close(): unknown;
}

/**
 * Returns a store in a SQLite database: the table `records` has the JSON of each record by kind and id, and `place` the
 * place of the copy.
 * @param db a `DatabaseSync` of `node:sqlite`, or a database of better-sqlite3
 */
export function sqliteStore(db: SqliteDatabase): Store {
  db.exec(`
    create table if not exists records (kind text not null, id text not null, json text not null,
      primary key (kind, id)) without rowid;
    create table if not exists place (seq integer not null, epoch text not null);`);
  const put = db.prepare('insert or replace into records (kind, id, json) values (?, ?, ?)');
  const remove = db.prepare('delete from records where kind = ? and id = ?');
  const inTransaction = (work: () => void) => {
    db.exec('begin immediate');
    try {
      work();
      db.exec('commit');
    } catch (error) {
      db.exec('rollback');
      throw error;
    }
  };
  return {
    place: async () => db.prepare('select seq, epoch from place').get() as Place | undefined,
    clear: async () => inTransaction(() => void db.exec('delete from place; delete from records')),
    save: async (changes: Saved[], place) =>
      inTransaction(() => {
        for (const { kind, id, row } of changes) {
          if (row) put.run(kind, id, JSON.stringify(row));
          else remove.run(kind, id);
        }
        if (!place) return;
        db.exec('delete from place');
        db.prepare('insert into place (seq, epoch) values (?, ?)').run(place.seq, place.epoch);
      }),
    rows: async function* (kind) {
      const page = db.prepare('select id, json from records where kind = ? and id > ? order by id limit ?');
      for (let after = ''; ;) {
        const rows = page.all(kind, after, AT_ONCE) as { id: string; json: string }[];
        for (const { json } of rows) yield JSON.parse(json) as Row;
        if (rows.length < AT_ONCE) return;
        after = rows.at(-1)!.id;
      }
    },
    companiesOf: async (category) =>
      db
        .prepare(
          `select cast(records.id as integer) as id from records, json_each(records.json, '$.categories') as each
           where kind = 'company' and json_extract(each.value, '$.id') = ?`,
        )
        .all(category)
        .map((row) => (row as { id: number }).id),
    close: async () => void db.close(),
  };
}
