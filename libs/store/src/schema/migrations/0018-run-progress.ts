import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Adds the process of an ingest run and when it was last seen, so that `status` recognizes a killed run. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('ingest_runs', (table) => {
    const { text, timestamp } = columnsOf(db, table);
    text('host');
    table.integer('pid');
    timestamp('seen_at');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('ingest_runs', (table) => {
    table.dropColumns('host', 'pid', 'seen_at');
  });
}
