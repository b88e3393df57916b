import type { Knex } from 'knex';

/**
 * Adds to statements the match by name through which their row found its record, so that rejecting the match removes them.
 * Indexes deleted companies by their domains.
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
