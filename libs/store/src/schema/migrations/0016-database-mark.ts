import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Creates the one row with the id of this database. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('database_mark', (table) => {
    const { uuid } = columnsOf(db, table);
    table.integer('id').primary();
    uuid('mark').notNullable();
  });
  await db('database_mark').insert({ id: 1, mark: randomUUID() });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('database_mark');
}
