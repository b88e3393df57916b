import type { Knex } from 'knex';

/** Adds the index of the companies of a country by the year of their founding: without it, a page sorts all of them. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('companies', (table) =>
    table.index(['headquarters_country', 'founding_year', 'id']),
  );
}
