import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

const KEY = ['company_id', 'type', 'event_date', 'name'];

/**
 * Adds the part that tells apart rounds of one company, day and name with different amounts, and the source of
 * documents, by which a slug of another source is recognized.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('events', (table) => {
    table.integer('part').notNullable().defaultTo(1);
    table.dropUnique(KEY);
    table.unique([...KEY, 'part'], { indexName: 'events_by_key' });
  });
  await db.schema.alterTable('documents', (table) => {
    columnsOf(db, table).text('source');
  });
}

export async function down(db: Knex): Promise<void> {
  await db('events').where('part', '>', 1).delete();
  await db.schema.alterTable('documents', (table) => {
    table.dropColumn('source');
  });
  await db.schema.alterTable('events', (table) => {
    table.dropUnique([...KEY, 'part'], 'events_by_key');
    table.unique(KEY);
  });
  await db.schema.alterTable('events', (table) => {
    table.dropColumn('part');
  });
}
