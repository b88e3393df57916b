import type { Knex } from 'knex';
import { isPostgres } from '../../sql/open.ts';
import { columnsOf } from '../columns.ts';

/** Creates the lists of companies that people follow. A webhook may send the changes of one. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('lists', (table) => {
    const { text, uuid, json, timestamp } = columnsOf(db, table);
    uuid('id').primary();
    // Null for the operators of the service.
    table.integer('organization_id').references('organizations.id').onDelete('CASCADE').index();
    text('name').notNullable();
    // Companies that a filter finds, or companies by their ids. The other one is null.
    json('filter_json');
    json('company_ids_json');
    // 1 if corrections in bulk count as changes.
    table.integer('corrections').notNullable();
    // The part of the feed's address that nobody can guess.
    text('feed_key').notNullable();
    timestamp('created_at').notNullable();
  });
  // Knex would copy the table, which deletes the messages of the webhooks.
  const type = isPostgres(db) ? 'text collate "C"' : 'text';
  await db.raw(`alter table webhooks add column list_id ${type} references lists (id) on delete cascade`);
  await db.raw('create index webhooks_of_lists on webhooks (list_id)');
}
