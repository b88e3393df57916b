import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Of a run of ingest, which process it is and when it was seen last, so that one that was killed is known. */
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
