import type { Knex } from 'knex';
import { isPostgres } from '../../../sql/open.ts';
import { columnsOf } from '../../columns.ts';

/** The columns of counts of days besides `span`, `day` and `n`. */
const COUNTS: Record<string, string[]> = {
  news: ['importance'],
  metrics: ['base', 'view', 'scenario', 'base_period', 'growth_period'],
  events: ['type', 'subtype'],
  filings: ['type'],
  documents: ['type'],
  category_items: [],
};

/** Creates totals of lists, and the rows of lists over several tables in their order. */
export async function createCounts(db: Knex): Promise<void> {
  await db.schema.createTable('counters', (table) => {
    columnsOf(db, table).text('name').primary();
    table.bigInteger('n').notNullable();
  });
  // The financials of active companies, in the order of rankings.
  await db.schema.createTable('ranked', (table) => {
    const { text } = columnsOf(db, table);
    table.integer('company_id').notNullable();
    text('name').notNullable();
    text('type').notNullable();
    table.double('value').notNullable();
    table.primary(['company_id', 'name']);
    table.index(['name', 'value', 'company_id']);
    table.index(['name', 'type', 'value', 'company_id']);
  });
  const [text, end] = isPostgres(db) ? ['text collate "C"', ''] : ['text', 'without rowid'];
  // The companies and documents of categories. A company has the date of its profile.
  await db.raw(
    `create table category_items (category_id integer not null, published_at ${text} not null, kind ${text} not null, ` +
      `id integer not null, primary key (kind, id, category_id)) ${end}`,
  );
  await db.raw(
    'create index category_items_in_order on category_items (category_id, published_at desc, kind, id desc)',
  );
  for (const [table, filters] of Object.entries(COUNTS)) {
    const owner = table === 'category_items' ? ['category_id'] : [];
    const key = [...owner, 'span', 'day', ...filters];
    const columns = key.map((name) => `${name} ${owner.includes(name) ? 'integer' : text} not null`);
    await db.raw(
      `create table ${table}_counts (${columns.join(', ')}, n bigint not null, primary key (${key.join(', ')})) ${end}`,
    );
  }
}
