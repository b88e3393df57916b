import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/**
 * News. One item is known by its company, its release date and its headline.
 *
 * A list of one company is a range of (company_id, release_date, id); importance stands behind the order, so that
 * the same index serves `major` and `all` and tells an entry's importance without a look at its row. A list of many
 * companies reads their ranges of that index and keeps the newest few; a list without a company walks
 * (release_date, id) or the range of its window.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('news', (table) => {
    const { text, uuid, timestamp, json, tracked } = columnsOf(db, table);
    uuid('id').primary();
    table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE');
    text('headline').notNullable();
    text('short_headline').notNullable();
    text('description').notNullable();
    timestamp('release_date').notNullable();
    text('importance').notNullable();
    // Before the articles, which are long: a filter on these times then does not read past them.
    tracked();
    json('articles_json').notNullable();
    table.unique(['company_id', 'release_date', 'headline']);
    table.index(['company_id', 'release_date', 'id', 'importance']);
    table.index(['release_date', 'id', 'importance']);
    table.index(['updated_at', 'company_id']);
    table.index(['created_at', 'company_id']);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('news');
}
