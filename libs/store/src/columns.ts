import type { Knex } from 'knex';
import { isPostgres, type Db } from './open.ts';

/**
 * The column types that both databases share. Text compares byte by byte in both (COLLATE "C" on Postgres), so
 * that times, slugs and ids order alike and a keyset cursor means the same on either.
 */
export function columnsOf(db: Db, table: Knex.CreateTableBuilder) {
  const textType = isPostgres(db) ? 'text collate "C"' : 'text';
  const text = (name: string) => table.specificType(name, textType);
  return {
    /** Text; nullable unless told otherwise. */
    text,
    /** Fixed-width UTC text, see `time.ts` of the shared library. */
    timestamp: text,
    /** `YYYY-MM-DD` */
    date: text,
    uuid: text,
    /** A JSON value as text: read whole and parsed by the view, never searched. */
    json: (name: string) => table.text(name, 'longtext'),
    /** created_at, updated_at and the hash of the record's content, which decides whether the row changed. */
    tracked: () => {
      text('created_at').notNullable();
      text('updated_at').notNullable();
      text('content_hash').notNullable();
    },
  };
}
