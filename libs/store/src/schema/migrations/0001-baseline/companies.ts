import type { Knex } from 'knex';
import { columnsOf } from '../../columns.ts';

/** Creates companies, their parts, and the names and ids by which they are found. */
export async function createCompanies(db: Knex): Promise<void> {
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
    table.index(['headquarters_country', 'id']);
    table.index(['type', 'id']);
  });
  const ofCompany = (table: Knex.CreateTableBuilder) =>
    table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE');

  await db.schema.createTable('company_domains', (table) => {
    const { text } = columnsOf(db, table);
    text('domain').primary();
    ofCompany(table).index();
  });
  await db.schema.createTable('company_financials', (table) => {
    const { text, date } = columnsOf(db, table);
    ofCompany(table);
    text('name').notNullable();
    table.double('value');
    date('date');
    text('source_url');
    table.primary(['company_id', 'name']);
    table.index(['name', 'value', 'company_id']);
  });
  await db.schema.createTable('company_listings', (table) => {
    const { text, date } = columnsOf(db, table);
    ofCompany(table);
    text('ticker').notNullable();
    // Empty, never null, when unknown: it is part of the key.
    text('venue').notNullable();
    date('listed_at');
    table.primary(['company_id', 'ticker', 'venue']);
    table.index(['ticker']);
  });
  // The normalized names of a company and of its legal entities.
  await db.schema.createTable('company_names', (table) => {
    const { text } = columnsOf(db, table);
    text('name_key').notNullable();
    ofCompany(table).index();
    table.primary(['name_key', 'company_id']);
  });

  await db.schema.createTable('company_merges', (table) => {
    const { json } = columnsOf(db, table);
    // Not a foreign key, because the companies may be deleted.
    table.integer('company_id').primary();
    table.integer('winner_id').notNullable().index();
    table.integer('run').index();
    json('row_json').notNullable();
    json('aliases_json').notNullable();
    json('moved_json').notNullable();
  });
  await db.schema.createTable('company_aliases', (table) => {
    const { text, timestamp } = columnsOf(db, table);
    text('kind').notNullable();
    text('name').notNullable();
    ofCompany(table).index();
    table.integer('merged_id').notNullable();
    // The time since which the alias finds its company.
    timestamp('since').notNullable();
    table.primary(['kind', 'name']);
    table.index(['merged_id', 'company_id'], 'company_aliases_of_merged');
  });
}
