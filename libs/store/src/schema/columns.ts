import type { Knex } from 'knex';
import { isPostgres, type Db } from '../sql/open.ts';

/**
 * Returns the column types that both databases share. Text compares byte by byte in both (COLLATE "C" on Postgres), so
 * times, slugs and ids have one order and a keyset cursor means the same in either.
 */
export function columnsOf(db: Db, table: Knex.CreateTableBuilder) {
  const textType = isPostgres(db) ? 'text collate "C"' : 'text';
  const text = (name: string) => table.specificType(name, textType);
  return {
    /** Nullable text. */
    text,
    /** Fixed-width UTC text, see `time.ts` of the shared library. */
    timestamp: text,
    /** `YYYY-MM-DD` */
    date: text,
    uuid: text,
    /** A JSON value as text, which the view parses. No query looks inside it. */
    json: (name: string) => table.text(name, 'longtext'),
    /** The times of a record and the hash that decides whether it changed. */
    tracked: () => {
      text('created_at').notNullable();
      text('updated_at').notNullable();
      text('content_hash').notNullable();
    },
  };
}
