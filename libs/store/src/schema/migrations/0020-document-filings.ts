import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Adds the accession number of the filing whose text a document is; search finds the text as the filing. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('documents', (table) => {
    columnsOf(db, table).text('filing');
    table.index('filing');
  });
  await db.schema.alterTable('filings', (table) => table.index(['accession_number', 'company_id']));
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('filings', (table) => table.dropIndex(['accession_number', 'company_id']));
  await db.schema.alterTable('documents', (table) => {
    table.dropIndex('filing');
    table.dropColumn('filing');
  });
}
