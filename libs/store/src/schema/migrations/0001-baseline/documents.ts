import type { Knex } from 'knex';
import { columnsOf } from '../../columns.ts';

/** Creates categories and documents. Bodies have a table of their own, so that lists never read them. */
export async function createDocuments(db: Knex): Promise<void> {
  await db.schema.createTable('categories', (table) => {
    const { text } = columnsOf(db, table);
    table.increments('id');
    text('slug').notNullable().unique();
    text('name').notNullable();
  });
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
    // The accession number of the filing whose text a document is. Search finds the text as the filing.
    text('filing').index();
    // A slug of another source is recognized by it.
    text('source');
    json('metadata_json').notNullable();
    tracked();
    table.index(['published_at', 'id']);
    table.index(['type', 'published_at', 'id']);
    table.index(['updated_at', 'id']);
    table.index(['created_at', 'id']);
  });
  const reference = (table: Knex.CreateTableBuilder, column: string, to: string) =>
    table.integer(column).notNullable().references(to).onDelete('CASCADE');

  await db.schema.createTable('document_bodies', (table) => {
    const { json } = columnsOf(db, table);
    table.integer('document_id').primary().references('documents.id').onDelete('CASCADE');
    json('content_json').notNullable();
  });
  await db.schema.createTable('document_companies', (table) => {
    const { text, timestamp } = columnsOf(db, table);
    reference(table, 'document_id', 'documents.id');
    reference(table, 'company_id', 'companies.id');
    text('relation').notNullable();
    // The document's own published_at, repeated: a company's list is then paged on one index.
    timestamp('published_at').notNullable();
    table.primary(['document_id', 'company_id']);
    table.index(['company_id', 'published_at', 'document_id']);
  });
  for (const [name, column, to] of [
    ['company_categories', 'company_id', 'companies.id'],
    ['document_categories', 'document_id', 'documents.id'],
  ] as const)
    await db.schema.createTable(name, (table) => {
      reference(table, column, to);
      reference(table, 'category_id', 'categories.id').index();
      // Who states that a record is in a category: the record (1), or the category.
      table.integer('stated').notNullable().defaultTo(1);
      table.primary([column, 'category_id']);
    });

  // Pictures, by the SHA-256 of their bytes.
  await db.schema.createTable('assets', (table) => {
    const { text, timestamp } = columnsOf(db, table);
    text('id').primary();
    text('media_type').notNullable();
    table.binary('body').notNullable();
    timestamp('created_at').notNullable();
  });
}
