import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Creates the state of `reindex --rollback`, which 0019 removes. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('index_beside', (table) => {
    const { text } = columnsOf(db, table);
    table.integer('id').primary();
    text('token').notNullable();
    text('state').notNullable();
    text('wanted');
    text('other');
  });
  await db.schema.createTable('outbox_missed', (table) => {
    const { text } = columnsOf(db, table);
    text('kind').notNullable();
    text('record_id').notNullable();
    table.primary(['kind', 'record_id']);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('outbox_missed');
  await db.schema.dropTable('index_beside');
}
