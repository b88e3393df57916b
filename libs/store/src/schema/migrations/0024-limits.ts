import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Adds the windows of the rate limits, which all processes share, and the usage of each organization by day. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('limit_windows', (table) => {
    const { text } = columnsOf(db, table);
    text('key').primary();
    table.bigInteger('ends_ms').notNullable();
    table.bigInteger('used').notNullable();
  });
  await db.schema.createTable('usage_days', (table) => {
    const { text, date } = columnsOf(db, table);
    text('organization').notNullable();
    date('day').notNullable();
    text('family').notNullable();
    table.bigInteger('requests').notNullable();
    table.bigInteger('tasks').notNullable();
    table.primary(['organization', 'day', 'family']);
  });
}

export async function down(db: Knex): Promise<void> {
  for (const name of ['limit_windows', 'usage_days']) await db.schema.dropTable(name);
}
