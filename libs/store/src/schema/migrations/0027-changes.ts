import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';
import { isPostgres } from '../../sql/open.ts';

/**
 * The change log: a row for each record that a transaction stored or deleted, in the order of commits. `seq` has no gaps,
 * so the writer assigns it. A record of several companies has several rows in `change_companies`.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('changes', (table) => {
    const { text, json, timestamp } = columnsOf(db, table);
    // SQLite uses a column of exactly this type as the row's number.
    table.specificType('seq', isPostgres(db) ? 'bigint' : 'integer').primary();
    text('op').notNullable();
    text('kind').notNullable();
    text('record_id').notNullable();
    json('natural_key_json').notNullable();
    json('company_ids_json').notNullable();
    json('fields_json');
    table.integer('run');
    timestamp('at').notNullable();
    // Times follow the order of commits, so the index grows at its end. It holds one row for each record and transaction.
    table.unique(['at', 'kind', 'record_id']);
  });
  const columns = 'company_id integer not null, seq bigint not null, primary key (company_id, seq)';
  await db.raw(`create table change_companies (${columns}) ${isPostgres(db) ? '' : 'without rowid'}`);
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('change_companies');
  await db.schema.dropTable('changes');
}
