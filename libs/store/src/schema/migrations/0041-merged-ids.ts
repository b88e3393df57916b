import type { Knex } from 'knex';

/** Adds the index by which the id of a merged company finds the company that stays. */
export async function up(db: Knex): Promise<void> {
  await db.raw('create index company_aliases_of_merged on company_aliases (merged_id, company_id)');
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop index company_aliases_of_merged');
}
