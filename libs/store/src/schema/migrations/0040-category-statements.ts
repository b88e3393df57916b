import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

const LINKS = ['company_categories', 'document_categories'].flatMap((name) => [name, `${name}_history`]);

/**
 * Adds who states that a record is in a category (existing links: the record), and the bodies of documents that sources
 * state.
 */
export async function up(db: Knex): Promise<void> {
  for (const name of LINKS) await db.raw(`alter table ${name} add column stated integer not null default 1`);
  await db.schema.createTable('stated_bodies', (table) => {
    const { text, json } = columnsOf(db, table);
    // The SHA-256 of the content.
    text('id').primary();
    json('content_json').notNullable();
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('stated_bodies');
  // Knex would copy the tables, which have triggers.
  for (const name of LINKS) await db.raw(`alter table ${name} drop column stated`);
}
