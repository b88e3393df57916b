import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Adds to ingest runs what the rows of their source looked like, and how that differs from the last load. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('ingest_runs', (table) => {
    const { text, json } = columnsOf(db, table);
    text('source_key');
    json('profile_json');
    json('drift_json');
    table.index(['kind', 'source_key', 'id']);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('ingest_runs', (table) => {
    table.dropIndex(['kind', 'source_key', 'id']);
    table.dropColumns('source_key', 'profile_json', 'drift_json');
  });
}
