import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Creates documents. Bodies have a table of their own, so that lists never read them. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('documents', (table) => {
    const { text, timestamp, json, tracked } = columnsOf(db, table);
    table.increments('id');
    text('slug').notNullable().unique();
    text('type').notNullable();
    text('title').notNullable();
    timestamp('published_at').notNullable();
    timestamp('last_publication_date').notNullable();
    text('preview_title').notNullable();
    text('preview_image');
    text('preview_description');
    text('pdf_url');
    text('web_url');
    json('metadata_json').notNullable();
    tracked();
    table.index(['published_at', 'id']);
    table.index(['type', 'published_at', 'id']);
    table.index(['updated_at', 'id']);
    table.index(['created_at', 'id']);
  });
  await db.schema.createTable('document_bodies', (table) => {
    const { json } = columnsOf(db, table);
    table.integer('document_id').primary().references('documents.id').onDelete('CASCADE');
    json('content_json').notNullable();
  });
  await db.schema.createTable('document_companies', (table) => {
    const { text, timestamp } = columnsOf(db, table);
    table.integer('document_id').notNullable().references('documents.id').onDelete('CASCADE');
    table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE');
    text('relation').notNullable();
    // The document's own published_at, repeated: a company's list is then paged on one index.
    timestamp('published_at').notNullable();
    table.primary(['document_id', 'company_id']);
    table.index(['company_id', 'published_at', 'document_id']);
  });
  await db.schema.createTable('document_categories', (table) => {
    table.integer('document_id').notNullable().references('documents.id').onDelete('CASCADE');
    table.integer('category_id').notNullable().references('categories.id').onDelete('CASCADE').index();
    table.primary(['document_id', 'category_id']);
  });
}

export async function down(db: Knex): Promise<void> {
  for (const name of ['document_categories', 'document_companies', 'document_bodies', 'documents']) {
    await db.schema.dropTable(name);
  }
}
