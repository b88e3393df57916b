import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Creates the statements of sources about records, and the ranks of sources. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('statements', (table) => {
    const { text, json, timestamp } = columnsOf(db, table);
    table.bigIncrements('id');
    text('kind').notNullable();
    text('record_id').notNullable();
    text('source').notNullable();
    table.integer('run');
    // Null for the deletion of the record.
    json('content_json');
    text('file');
    table.integer('line');
    timestamp('observed_at').notNullable();
    json('earlier_json');
    table.index(['kind', 'record_id']);
    table.index(['run']);
  });
  await db.schema.createTable('sources', (table) => {
    columnsOf(db, table).text('name').primary();
    table.integer('rank').notNullable();
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('sources');
  await db.schema.dropTable('statements');
}
