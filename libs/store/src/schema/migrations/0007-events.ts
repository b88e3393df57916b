import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Events of all four types; what only one type has stands in `data_json`. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('events', (table) => {
    const { text, date, uuid, json, tracked } = columnsOf(db, table);
    uuid('id').primary();
    table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE');
    text('type').notNullable();
    text('subtype').notNullable();
    text('name').notNullable();
    date('event_date').notNullable();
    text('status').notNullable();
    json('data_json').notNullable();
    json('citations_json').notNullable();
    tracked();
    table.unique(['company_id', 'type', 'event_date', 'name']);
    table.index(['event_date', 'id']);
    table.index(['company_id', 'event_date', 'id']);
    table.index(['type', 'event_date', 'id']);
    table.index(['subtype', 'event_date', 'id']);
    table.index(['updated_at', 'company_id']);
    table.index(['created_at', 'company_id']);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('events');
}
