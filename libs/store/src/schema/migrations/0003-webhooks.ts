import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Creates the webhooks of organizations, and what they deliver: places in the change log, never content. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('webhooks', (table) => {
    const { text, timestamp, json } = columnsOf(db, table);
    text('id').primary();
    table.integer('organization_id').notNullable().references('organizations.id').onDelete('CASCADE').index();
    text('url').notNullable();
    // Null for all.
    json('kinds_json');
    json('company_ids_json');
    text('secret').notNullable();
    // The secret before a rotation, which signs too until then.
    text('old_secret');
    timestamp('old_secret_until');
    // The newest change that is in the deliveries, and its epoch.
    table.bigInteger('after_seq').notNullable();
    text('epoch').notNullable();
    timestamp('created_at').notNullable();
    timestamp('last_delivered_at');
  });
  await db.schema.createTable('webhook_deliveries', (table) => {
    const { text, timestamp } = columnsOf(db, table);
    text('id').primary();
    text('webhook_id').notNullable().references('webhooks.id').onDelete('CASCADE');
    // 0 for records without a company.
    table.integer('company_id').notNullable();
    // The changes of the company after the first `seq`, up to and with the second.
    table.bigInteger('after_seq').notNullable();
    table.bigInteger('until_seq').notNullable();
    table.integer('tries').notNullable();
    // Null if it is delivered, parked, or waits for an earlier one of the same company.
    timestamp('next_at');
    timestamp('created_at').notNullable();
    timestamp('tried_at');
    timestamp('done_at');
    table.integer('status');
    text('problem');
    table.index(['webhook_id', 'next_at']);
    table.index(['webhook_id', 'company_id', 'after_seq']);
    table.index(['done_at']);
  });
}
