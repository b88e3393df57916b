import { randomBytes } from 'node:crypto';
import { toTimestamp } from '@dossier/shared';
import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Organizations, their API keys (hashed), and the keys that sign embed addresses. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('organizations', (table) => {
    const { text, timestamp } = columnsOf(db, table);
    table.increments('id');
    text('name').notNullable().unique();
    text('plan').notNullable();
    timestamp('created_at').notNullable();
  });
  await db.schema.createTable('api_keys', (table) => {
    const { text, timestamp } = columnsOf(db, table);
    text('id').primary();
    table.integer('organization_id').notNullable().references('organizations.id').onDelete('CASCADE').index();
    text('hash').notNullable().unique();
    timestamp('created_at').notNullable();
    timestamp('expires_at');
    timestamp('revoked_at');
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
}

export async function down(db: Knex): Promise<void> {
  for (const name of ['signing_keys', 'api_keys', 'organizations']) await db.schema.dropTable(name);
}
