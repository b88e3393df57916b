import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

const OF_KEYS = ['name', 'scopes', 'created_by', 'last_used_at'];
const OF_ORGANIZATIONS = ['suspended_at', 'deleted_at'];

/**
 * Adds names, scopes, creators and the last use to keys; suspension, deletion and former names to organizations; and the
 * log of who changed what. A key without scopes may use everything, so that existing keys stay valid.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('api_keys', (table) => {
    for (const name of OF_KEYS) columnsOf(db, table).text(name);
  });
  await db.schema.alterTable('organizations', (table) => {
    for (const name of OF_ORGANIZATIONS) columnsOf(db, table).timestamp(name);
  });
  await db.schema.createTable('organization_names', (table) => {
    columnsOf(db, table).text('name').primary();
    table.integer('organization_id').notNullable().references('organizations.id').onDelete('CASCADE').index();
  });
  await db.schema.createTable('audit_log', (table) => {
    const { text, json, timestamp } = columnsOf(db, table);
    table.increments('id');
    timestamp('at').notNullable();
    text('actor').notNullable();
    text('action').notNullable();
    text('subject').notNullable();
    json('details_json');
  });
}

export async function down(db: Knex): Promise<void> {
  for (const name of ['audit_log', 'organization_names']) await db.schema.dropTable(name);
  // Knex would copy the table and drop it, which deletes the keys of the organizations.
  for (const name of OF_ORGANIZATIONS) await db.raw(`alter table organizations drop column ${name}`);
  for (const name of OF_KEYS) await db.raw(`alter table api_keys drop column ${name}`);
}
