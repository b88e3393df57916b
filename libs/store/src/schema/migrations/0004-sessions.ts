import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Creates the sessions of people. The table of ended sessions goes: an ended session has no row. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('sessions', (table) => {
    const { text, timestamp } = columnsOf(db, table);
    text('id').primary();
    // Of the cookie, or of the one-time link until somebody opens it.
    text('hash').notNullable().unique();
    // Of the API key that somebody signed in with. Operators have a name and a role instead.
    text('key_id').references('api_keys.id').onDelete('CASCADE').index();
    text('operator');
    text('role');
    timestamp('created_at').notNullable();
    // Null until the link is opened.
    timestamp('began_at');
    timestamp('expires_at').notNullable().index();
  });
  await db.schema.dropTable('ended_sessions');
}
