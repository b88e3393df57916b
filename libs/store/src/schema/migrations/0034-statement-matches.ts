import type { Knex } from 'knex';

/**
 * Adds a column to statements: the match by name through which the row found its record. Rejecting the match removes the
 * statements. Also indexes deleted companies by domain.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('statements', (table) => {
    table.integer('match_id');
  });
  await db.raw('create index statements_of_matches on statements (match_id) where match_id is not null');
  await db.raw("create index deletions_of_companies on deletions (natural_key) where kind = 'company'");
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop index deletions_of_companies');
  await db.raw('drop index statements_of_matches');
  await db.schema.alterTable('statements', (table) => {
    table.dropColumn('match_id');
  });
}
