import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Creates the columns of the tables that organizations paste for embeds of their own. No list or search reads them. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('own_columns', (table) => {
    const { text, uuid, json, timestamp } = columnsOf(db, table);
    uuid('id').primary();
    uuid('table_id').notNullable();
    // The name of the organization; empty for the operators of the service.
    text('creator').notNullable();
    text('table_name').notNullable();
    table.integer('position').notNullable();
    text('name').notNullable();
    text('metric').notNullable();
    // `annual`, `quarterly`, `monthly`, or null for days; `category` for values of names instead of days.
    text('frequency');
    json('data_json').notNullable();
    timestamp('created_at').notNullable();
    table.unique(['table_id', 'position']);
    table.index(['creator', 'created_at', 'table_id']);
  });
}
