import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Filings; the natural key is the accession number within its company. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('filings', (table) => {
    const { text, uuid, timestamp, tracked } = columnsOf(db, table);
    uuid('id').primary();
    table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE');
    text('accession_number').notNullable();
    text('name').notNullable();
    text('type').notNullable();
    text('format');
    text('region');
    timestamp('filed_at').notNullable();
    text('source_url').notNullable();
    tracked();
    table.unique(['company_id', 'accession_number']);
    table.index(['company_id', 'filed_at', 'id']);
    table.index(['company_id', 'type', 'filed_at', 'id']);
    table.index(['updated_at', 'company_id']);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('filings');
}
