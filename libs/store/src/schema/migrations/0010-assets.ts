import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Pictures, by the SHA-256 of their bytes. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('assets', (table) => {
    const { text, timestamp } = columnsOf(db, table);
    text('id').primary();
    text('media_type').notNullable();
    table.binary('body').notNullable();
    timestamp('created_at').notNullable();
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('assets');
}
