import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Creates companies with their parts, categories and datasets, and the writer row and outbox that every write needs. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('writer', (table) => {
    table.integer('id').primary();
    table.bigInteger('last_ms').notNullable();
  });
  await db('writer').insert({ id: 1, last_ms: 0 });

  await db.schema.createTable('outbox', (table) => {
    const { text } = columnsOf(db, table);
    table.bigIncrements('seq');
    text('kind').notNullable();
    text('record_id').notNullable();
  });

  await db.schema.createTable('companies', (table) => {
    const { text, json, tracked } = columnsOf(db, table);
    table.increments('id');
    text('slug').notNullable().unique();
    text('name').notNullable();
    text('domain').notNullable().unique();
    text('cik');
    table.boolean('is_active').notNullable();
    text('type').notNullable();
    text('description');
    table.integer('founding_year');
    text('headquarters_city');
    text('headquarters_country');
    json('logo_json');
    json('social_json').notNullable();
    json('legal_entities_json').notNullable();
    json('key_people_json').notNullable();
    tracked();
    table.index(['cik']);
    table.index(['updated_at', 'id']);
  });
  await db.schema.createTable('company_domains', (table) => {
    const { text } = columnsOf(db, table);
    text('domain').primary();
    table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE').index();
  });
  await db.schema.createTable('company_financials', (table) => {
    const { text, date } = columnsOf(db, table);
    table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE');
    text('name').notNullable();
    table.double('value');
    date('date');
    table.primary(['company_id', 'name']);
    table.index(['name', 'value', 'company_id']);
  });
  await db.schema.createTable('company_listings', (table) => {
    const { text, date } = columnsOf(db, table);
    table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE');
    text('ticker').notNullable();
    // Empty, never null, when unknown: it is part of the key.
    text('venue').notNullable();
    date('listed_at');
    table.primary(['company_id', 'ticker', 'venue']);
    table.index(['ticker']);
  });

  await db.schema.createTable('categories', (table) => {
    const { text } = columnsOf(db, table);
    table.increments('id');
    text('slug').notNullable().unique();
    text('name').notNullable();
  });
  await db.schema.createTable('company_categories', (table) => {
    table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE');
    table.integer('category_id').notNullable().references('categories.id').onDelete('CASCADE').index();
    table.primary(['company_id', 'category_id']);
  });

  await db.schema.createTable('datasets', (table) => {
    const { text, uuid, json, timestamp, tracked } = columnsOf(db, table);
    uuid('id').notNullable().unique();
    table.increments('dataset_id');
    table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE');
    text('name').notNullable();
    text('x_label').notNullable();
    text('y_label').notNullable();
    json('data_json').notNullable();
    text('source_type');
    text('source_url');
    text('status').notNullable();
    text('data_type').notNullable();
    text('frequency');
    text('metric').notNullable();
    timestamp('start_date');
    timestamp('end_date');
    tracked();
    table.unique(['company_id', 'name']);
    table.index(['updated_at', 'company_id']);
  });
}

export async function down(db: Knex): Promise<void> {
  const tables = ['datasets', 'company_categories', 'categories', 'company_listings', 'company_financials'];
  for (const name of [...tables, 'company_domains', 'companies', 'outbox', 'writer'])
    await db.schema.dropTable(name);
}
