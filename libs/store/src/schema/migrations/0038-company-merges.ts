import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Creates the tables of merges and aliases, and adds to statements the merged company that they are about. */
export async function up(db: Knex): Promise<void> {
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
    const { text } = columnsOf(db, table);
    text('kind').notNullable();
    text('name').notNullable();
    table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE').index();
    table.integer('merged_id').notNullable();
    table.primary(['kind', 'name']);
  });
  await db.schema.alterTable('statements', (table) => {
    table.integer('merged_from');
  });
  await db.raw('create index statements_of_merges on statements (merged_from) where merged_from is not null');
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop index statements_of_merges');
  await db.schema.alterTable('statements', (table) => {
    table.dropColumn('merged_from');
  });
  await db.schema.dropTable('company_aliases');
  await db.schema.dropTable('company_merges');
}
