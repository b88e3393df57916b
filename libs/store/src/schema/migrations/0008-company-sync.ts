import type { Knex } from 'knex';

const TABLES = ['news', 'metrics', 'filings', 'events', 'datasets'];

/**
 * The latest change of one company in each table, in one probe. (The companies that changed in a window are found
 * on the older indexes, which begin with the time. Documents have theirs by the primary key of document_companies.)
 */
export async function up(db: Knex): Promise<void> {
  for (const name of TABLES) {
    await db.schema.alterTable(name, (table) => {
      table.index(['company_id', 'updated_at']);
    });
  }
}

export async function down(db: Knex): Promise<void> {
  for (const name of TABLES) {
    await db.schema.alterTable(name, (table) => {
      table.dropIndex(['company_id', 'updated_at']);
    });
  }
}
