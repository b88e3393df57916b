import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Creates the runs of ingest, and adds the time to outbox rows. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('ingest_runs', (table) => {
    const { text, json, timestamp } = columnsOf(db, table);
    table.increments('id');
    text('command').notNullable();
    text('kind');
    text('source').notNullable();
    timestamp('started_at').notNullable();
    timestamp('ended_at');
    text('outcome').notNullable();
    text('message');
    json('counts_json');
    text('rejects_file');
  });
  await db.schema.alterTable('outbox', (table) => {
    columnsOf(db, table).timestamp('queued_at');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('outbox', (table) => {
    table.dropColumn('queued_at');
  });
  await db.schema.dropTable('ingest_runs');
}
