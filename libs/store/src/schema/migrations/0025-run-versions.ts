import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Adds to ingest runs which versions of remote files they read, so that unchanged files are not read again. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('ingest_runs', (table) => {
    columnsOf(db, table).json('version_json');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('ingest_runs', (table) => {
    table.dropColumn('version_json');
  });
}
