import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Adds the sessions of the builder that somebody signed out of before they expired. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('ended_sessions', (table) => {
    const { text } = columnsOf(db, table);
    text('id').primary();
    text('expires_at').notNullable();
  });
}

export const down = (db: Knex): Promise<void> => db.schema.dropTable('ended_sessions');
