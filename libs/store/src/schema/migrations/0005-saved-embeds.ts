import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Creates the embeds that organizations save under a title, with their versions. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('saved_embeds', (table) => {
    const { text, uuid, timestamp } = columnsOf(db, table);
    uuid('id').primary();
    // The name of the organization; empty for the operators of the service.
    text('creator').notNullable();
    text('title').notNullable();
    // The options of its address: the language and the theme of its first version.
    text('look').notNullable();
    table.integer('version').notNullable();
    timestamp('unpublished_at');
    timestamp('created_at').notNullable();
    timestamp('updated_at').notNullable();
    table.index(['creator', 'updated_at', 'id']);
  });
  await db.schema.createTable('saved_embed_versions', (table) => {
    const { text, uuid, timestamp } = columnsOf(db, table);
    uuid('embed_id').notNullable().references('saved_embeds.id').onDelete('CASCADE');
    table.integer('version').notNullable();
    text('title').notNullable();
    text('kind').notNullable();
    text('subject').notNullable();
    text('look').notNullable();
    // What the builder opens with.
    text('query').notNullable();
    text('made_by').notNullable();
    timestamp('made_at').notNullable();
    table.primary(['embed_id', 'version']);
  });
}
