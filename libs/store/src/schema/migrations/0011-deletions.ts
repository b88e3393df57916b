import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/**
 * The deleted records and their companies: deleting a row changes its company. A record of
 * several companies has a row for each. `natural_key` is a JSON array of texts.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('deletions', (table) => {
    const { text, json, timestamp } = columnsOf(db, table);
    table.bigIncrements('seq');
    text('kind').notNullable();
    text('record_id').notNullable();
    json('natural_key').notNullable();
    // No reference: it may be gone as well.
    table.integer('company_id');
    timestamp('deleted_at').notNullable();
    table.index(['kind', 'deleted_at', 'company_id']);
    table.index(['company_id', 'kind', 'deleted_at']);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('deletions');
}
