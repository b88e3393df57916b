import { randomBytes } from 'node:crypto';
import { toTimestamp } from '@dossier/shared';
import type { Knex } from 'knex';
import { columnsOf } from '../../columns.ts';

/** Creates organizations, their API keys (hashed), limits and usage, and the keys that sign embed addresses. */
export async function createAccess(db: Knex): Promise<void> {
  await db.schema.createTable('organizations', (table) => {
    const { text, timestamp } = columnsOf(db, table);
    table.increments('id');
    text('name').notNullable().unique();
    text('plan').notNullable();
    timestamp('created_at').notNullable();
    timestamp('suspended_at');
    timestamp('deleted_at');
  });
  const ofOrganization = (table: Knex.CreateTableBuilder) =>
    table.integer('organization_id').notNullable().references('organizations.id').onDelete('CASCADE').index();
  // The former names of organizations.
  await db.schema.createTable('organization_names', (table) => {
    columnsOf(db, table).text('name').primary();
    ofOrganization(table);
  });
  await db.schema.createTable('api_keys', (table) => {
    const { text, timestamp } = columnsOf(db, table);
    text('id').primary();
    ofOrganization(table);
    text('hash').notNullable().unique();
    timestamp('created_at').notNullable();
    timestamp('expires_at');
    timestamp('revoked_at');
    text('name');
    // A key without scopes may use everything.
    text('scopes');
    text('created_by');
    timestamp('last_used_at');
  });
  await db.schema.createTable('signing_keys', (table) => {
    const { text, timestamp } = columnsOf(db, table);
    text('id').primary();
    text('secret').notNullable();
    timestamp('created_at').notNullable();
    timestamp('revoked_at');
  });
  // The first signing key comes with the database: every replica finds the same one, and none has to be configured.
  await db('signing_keys').insert({
    id: 'k1',
    secret: randomBytes(32).toString('base64url'),
    created_at: toTimestamp(Date.now()),
    revoked_at: null,
  });
  // Sessions that somebody signed out of before they expired.
  await db.schema.createTable('ended_sessions', (table) => {
    const { text, timestamp } = columnsOf(db, table);
    text('id').primary();
    timestamp('expires_at').notNullable();
  });
  // The windows of the rate limits, which all processes share.
  await db.schema.createTable('limit_windows', (table) => {
    columnsOf(db, table).text('key').primary();
    table.bigInteger('ends_ms').notNullable();
    table.bigInteger('used').notNullable();
  });
  await db.schema.createTable('usage_days', (table) => {
    const { text, date } = columnsOf(db, table);
    text('organization').notNullable();
    date('day').notNullable();
    text('family').notNullable();
    table.bigInteger('requests').notNullable();
    table.bigInteger('tasks').notNullable();
    table.primary(['organization', 'day', 'family']);
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
