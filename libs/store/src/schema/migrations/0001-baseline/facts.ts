import type { Knex } from 'knex';
import { columnsOf } from '../../columns.ts';

const ofCompany = (table: Knex.CreateTableBuilder) =>
  table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE');

/** Creates indexes for company sync: the companies that changed in a window, and the latest change of one. */
function ofSync(table: Knex.CreateTableBuilder): void {
  table.index(['updated_at', 'company_id']);
  table.index(['company_id', 'updated_at']);
}

/**
 * Creates the records of one company each. The first index of a list contains every column by which it filters or sorts. So
 * the list of one company is a range, and a list of a thousand companies reads their ranges and only the rows of its page. A
 * list without companies reads another index in its order, or the range of a window.
 */
export async function createFacts(db: Knex): Promise<void> {
  await db.schema.createTable('datasets', (table) => {
    const { text, uuid, json, timestamp, tracked } = columnsOf(db, table);
    uuid('id').notNullable().unique();
    table.increments('dataset_id');
    ofCompany(table);
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
    ofSync(table);
  });
  // Charts that partners made of datasets. `chart_key` is a hash: its texts may be longer than an index takes.
  await db.schema.createTable('charts', (table) => {
    const { text, uuid, json, timestamp } = columnsOf(db, table);
    uuid('id').primary();
    text('chart_key').notNullable().unique();
    text('creator').notNullable();
    text('name').notNullable();
    text('description').notNullable();
    text('view_type').notNullable();
    json('series_json').notNullable();
    timestamp('created_at').notNullable();
  });
  await db.schema.createTable('filings', (table) => {
    const { text, uuid, timestamp, tracked } = columnsOf(db, table);
    uuid('id').primary();
    ofCompany(table);
    text('accession_number').notNullable();
    text('name').notNullable();
    text('type').notNullable();
    text('format');
    text('region');
    timestamp('filed_at').notNullable();
    text('source_url').notNullable();
    tracked();
    table.unique(['company_id', 'accession_number']);
    table.index(['company_id', 'filed_at', 'id']);
    table.index(['company_id', 'type', 'filed_at', 'id']);
    table.index(['updated_at', 'id']);
    table.index(['accession_number', 'company_id']);
    ofSync(table);
  });
  await db.schema.createTable('news', (table) => {
    const { text, uuid, timestamp, json, tracked } = columnsOf(db, table);
    uuid('id').primary();
    ofCompany(table);
    text('headline').notNullable();
    text('short_headline').notNullable();
    text('description').notNullable();
    timestamp('release_date').notNullable();
    text('importance').notNullable();
    // Before the articles, which are long: a filter on these times then does not read past them.
    tracked();
    json('articles_json').notNullable();
    table.unique(['company_id', 'release_date', 'headline']);
    const ofCompanies = ['company_id', 'release_date', 'id', 'importance', 'updated_at', 'created_at'];
    table.index(ofCompanies, 'news_of_companies');
    table.index(['release_date', 'id', 'importance', 'company_id']);
    table.index(['created_at', 'company_id']);
    ofSync(table);
  });
  await createMetrics(db);
  await db.schema.createTable('events', (table) => {
    const { text, date, uuid, json, tracked } = columnsOf(db, table);
    uuid('id').primary();
    ofCompany(table);
    text('type').notNullable();
    text('subtype').notNullable();
    text('name').notNullable();
    date('event_date').notNullable();
    text('status').notNullable();
    // What only one type has.
    json('data_json').notNullable();
    json('citations_json').notNullable();
    tracked();
    // Tells apart rounds of one company, day and name with different amounts.
    table.integer('part').notNullable().defaultTo(1);
    const key = ['company_id', 'type', 'event_date', 'name', 'part'];
    table.unique(key, { indexName: 'events_by_key' });
    const last = ['updated_at', 'created_at'];
    table.index(['company_id', 'event_date', 'id', 'type', 'subtype', ...last], 'events_of_companies');
    table.index(['event_date', 'id', 'type', 'subtype', 'company_id', ...last], 'events_by_date');
    table.index(['subtype', 'event_date', 'id', 'type', 'company_id', ...last], 'events_by_subtype');
    table.index(['type', 'event_date', 'id', 'subtype', 'company_id', ...last], 'events_by_type');
    table.index(['created_at', 'company_id']);
    ofSync(table);
  });
}

/** Creates metric observations with their citations. `observation_key` is what is measured, in one text. */
async function createMetrics(db: Knex): Promise<void> {
  await db.schema.createTable('metrics', (table) => {
    const { text, uuid, date, tracked } = columnsOf(db, table);
    uuid('id').primary();
    ofCompany(table);
    text('observation_key').notNullable();
    text('base').notNullable();
    text('view').notNullable();
    text('base_period');
    text('base_forward');
    text('growth_period');
    table.integer('growth_period_length');
    text('scenario').notNullable();
    date('end_date').notNullable();
    date('custom_start_date');
    date('comparison_window_end_date');
    date('comparison_window_custom_start_date');
    text('type').notNullable();
    text('unit_kind').notNullable();
    text('currency_code');
    // Doubles, as JSON numbers are: what a record says comes back digit for digit.
    table.double('amount');
    table.double('low');
    table.double('high');
    text('scope_name');
    text('scope_type');
    text('status').notNullable();
    // A part of the content: with it, a change of the citations is a change of the observation.
    text('citations_hash').notNullable();
    tracked();
    table.unique(['company_id', 'observation_key']);
    const filters = ['base', 'view', 'scenario', 'base_period', 'growth_period'];
    table.index(
      ['company_id', 'end_date', 'id', ...filters, 'comparison_window_end_date', 'updated_at', 'created_at'],
      'metrics_of_companies',
    );
    table.index(['end_date', 'id', 'company_id', ...filters], 'metrics_by_end_date');
    table.index(['comparison_window_end_date']);
    table.index(['created_at', 'company_id']);
    ofSync(table);
  });
  await db.schema.createTable('metric_citations', (table) => {
    const { text, uuid, timestamp } = columnsOf(db, table);
    uuid('metric_id').notNullable().references('metrics.id').onDelete('CASCADE');
    table.integer('position').notNullable();
    text('link').notNullable();
    text('headline').notNullable();
    text('quote');
    text('snippet');
    text('publication').notNullable();
    text('type').notNullable();
    table.boolean('is_filing').notNullable();
    timestamp('updated_at').notNullable();
    table.primary(['metric_id', 'position']);
  });
}
