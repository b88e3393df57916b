import type { Knex } from 'knex';

/** Adds the step of the sample that a test key sees; null for keys that see the data. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('api_keys', (table) => table.integer('test_step'));
}
