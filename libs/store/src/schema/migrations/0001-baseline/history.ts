import { toTimestamp } from '@dossier/shared';
import type { Knex } from 'knex';
import { isPostgres } from '../../../sql/open.ts';
import { columnsOf } from '../../columns.ts';

/** The tables of records. Their rows have the time of their last change. */
const RECORDS = ['companies', 'datasets', 'documents', 'filings', 'events', 'news', 'metrics'];

/** The tables with a history, each with the columns of its index on former rows. */
const TABLES: Record<string, string[]> = {
  companies: ['id', 'slug'],
  company_domains: ['company_id', 'domain'],
  company_financials: ['company_id'],
  company_listings: ['company_id'],
  company_categories: ['company_id'],
  company_aliases: ['name', 'merged_id', 'company_id'],
  categories: ['id'],
  datasets: ['id', 'company_id'],
  documents: ['id', 'slug'],
  document_bodies: ['document_id'],
  document_companies: ['document_id', 'company_id'],
  document_categories: ['document_id'],
  filings: ['id', 'company_id'],
  events: ['id', 'company_id'],
  news: ['id', 'company_id'],
  metrics: ['id', 'company_id'],
  metric_citations: ['metric_id'],
};

/**
 * Creates a table of former rows for each served table. A row was served from `valid_from` to `valid_to`, exclusive. The
 * columns of the served table come last, so that a column that a later migration adds to both tables is last in both.
 */
export async function createHistory(db: Knex): Promise<void> {
  await db.schema.createTable('history', (table) => {
    table.integer('id').primary();
    columnsOf(db, table).timestamp('begins_at').notNullable();
  });
  await db('history').insert({ id: 1, begins_at: toTimestamp(Date.now()) });
  for (const [table, keys] of Object.entries(TABLES)) {
    const type = isPostgres(db) ? 'text collate "C" not null' : 'text not null';
    const own = [
      `valid_from ${type}`,
      `valid_to ${type}`,
      ...(RECORDS.includes(table) ? ['run integer'] : []),
    ];
    await db.raw(`create table ${table}_history (${own.join(', ')}, ${await columnsAs(db, table)})`);
    await db.schema.alterTable(`${table}_history`, (history) => {
      for (const key of keys) history.index([key, 'valid_to']);
      history.index(['valid_to']);
    });
  }
}

/** Returns the columns of a table as SQL, with their types and without its keys. */
async function columnsAs(db: Knex, table: string): Promise<string> {
  if (isPostgres(db)) return `like ${table}`;
  const columns = await db.raw<{ name: string; type: string }[]>(`pragma table_info(${table})`);
  return columns.map(({ name, type }) => `"${name}" ${type}`).join(', ');
}
