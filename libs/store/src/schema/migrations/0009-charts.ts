import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Charts that partners made of datasets. `chart_key` is a hash: its texts may be longer than an index takes. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('charts', (table) => {
    const { text, uuid, json, timestamp } = columnsOf(db, table);
    uuid('id').primary();
    text('chart_key').notNullable().unique();
    text('creator').notNullable();
    text('name').notNullable();
    text('description').notNullable();
    text('view_type').notNullable();
    json('series_json').notNullable();
    timestamp('created_at').notNullable();
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('charts');
}
