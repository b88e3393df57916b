import type { Knex } from 'knex';

/** Adds the index of the list of companies by the year of their founding. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('companies', (table) => table.index(['founding_year', 'id']));
}
