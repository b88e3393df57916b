import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/**
 * Metric observations with their citations; `observation_key` says what is measured, in one text. The indexes are
 * those of news: one with every column that a list of companies filters or sorts by, the others for lists without.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('metrics', (table) => {
    const { text, uuid, date, tracked } = columnsOf(db, table);
    uuid('id').primary();
    table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE');
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
    table.index(['updated_at', 'company_id']);
    table.index(['created_at', 'company_id']);
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

export async function down(db: Knex): Promise<void> {
  for (const name of ['metric_citations', 'metrics']) await db.schema.dropTable(name);
}
