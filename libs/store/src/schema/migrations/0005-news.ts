import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/**
 * News. One item is known by its company, its release date and its headline.
 *
 * The first index holds every column that a list filters or sorts by: a list of one company is a range of it, and a
 * list of a thousand companies walks their ranges and keeps the newest few, without a look at any row but the page's
 * own. A list without a company walks the second index, or the range of its window in one of the others.
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
    table.index(
      ['company_id', 'release_date', 'id', 'importance', 'updated_at', 'created_at'],
      'news_of_companies',
    );
    table.index(['release_date', 'id', 'importance', 'company_id']);
    table.index(['updated_at', 'company_id']);
    table.index(['created_at', 'company_id']);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('news');
}
