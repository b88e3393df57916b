import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Creates the ids that sources give companies, and the matches by name with their reviews. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('company_matches', (table) => {
    const { text, timestamp } = columnsOf(db, table);
    table.increments('id');
    // Empty, never null, for a load that names no source: it is part of the key.
    text('source').notNullable();
    text('name_key').notNullable();
    table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE').index();
    text('name').notNullable();
    text('status').notNullable();
    text('place').notNullable();
    timestamp('matched_at').notNullable();
    timestamp('reviewed_at');
    table.unique(['source', 'name_key', 'company_id']);
    table.index(['name_key']);
    table.index(['status', 'id']);
  });
  await db.schema.createTable('company_match_records', (table) => {
    const { text } = columnsOf(db, table);
    table.integer('match_id').notNullable().references('company_matches.id').onDelete('CASCADE');
    text('kind').notNullable();
    text('record_id').notNullable();
    table.primary(['match_id', 'kind', 'record_id']);
  });
  await db.schema.createTable('company_external_ids', (table) => {
    const { text } = columnsOf(db, table);
    text('source').notNullable();
    text('external_id').notNullable();
    table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE').index();
    // The match by name through which the company got the id.
    table.integer('match_id').references('company_matches.id').onDelete('SET NULL').index();
    table.primary(['external_id', 'source']);
  });
}

export async function down(db: Knex): Promise<void> {
  for (const name of ['company_external_ids', 'company_match_records', 'company_matches'])
    await db.schema.dropTable(name);
}
