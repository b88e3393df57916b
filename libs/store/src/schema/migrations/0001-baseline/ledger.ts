import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { isPostgres } from '../../../sql/open.ts';
import { columnsOf } from '../../columns.ts';

/** Creates the lock and clock of the writer, and the tables in which each write is recorded. */
export async function createLedger(db: Knex): Promise<void> {
  await db.schema.createTable('writer', (table) => {
    table.integer('id').primary();
    table.bigInteger('last_ms').notNullable();
  });
  await db('writer').insert({ id: 1, last_ms: 0 });
  await db.schema.createTable('database_mark', (table) => {
    const { uuid } = columnsOf(db, table);
    table.integer('id').primary();
    uuid('mark').notNullable();
    uuid('epoch').notNullable();
  });
  await db('database_mark').insert({ id: 1, mark: randomUUID(), epoch: randomUUID() });

  await db.schema.createTable('statements', (table) => {
    const { text, json, timestamp } = columnsOf(db, table);
    table.bigIncrements('id');
    text('kind').notNullable();
    text('record_id').notNullable();
    text('source').notNullable();
    table.integer('run');
    // Null for the deletion of the record.
    json('content_json');
    text('file');
    table.integer('line');
    timestamp('observed_at').notNullable();
    json('earlier_json');
    // The match by name through which the row found its record. Rejecting the match removes the statements.
    table.integer('match_id');
    // The merged company that the statement is about.
    table.integer('merged_from');
    text('row_hash');
    table.index(['kind', 'record_id']);
  });
  for (const [name, column] of [
    ['matches', 'match_id'],
    ['merges', 'merged_from'],
    ['rows', 'row_hash'],
  ])
    await db.raw(`create index statements_of_${name} on statements (${column}) where ${column} is not null`);
  // Bodies of documents that sources state, by the SHA-256 of their content.
  await db.schema.createTable('stated_bodies', (table) => {
    const { text, json } = columnsOf(db, table);
    text('id').primary();
    json('content_json').notNullable();
  });
  await db.schema.createTable('sources', (table) => {
    columnsOf(db, table).text('name').primary();
    table.integer('rank').notNullable();
  });
  await createChanges(db);
}

/** Creates the change log, the deleted records and the outbox. */
async function createChanges(db: Knex): Promise<void> {
  // A row for each record that a transaction stored or deleted, in the order of commits. `seq` has no gaps, so the writer
  // assigns it. A record of several companies has several rows in `change_companies`.
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

  // The deleted records and their companies: deleting a row changes its company. A record of several companies has a row
  // for each. `natural_key` is a JSON array of texts.
  await db.schema.createTable('deletions', (table) => {
    const { text, json, timestamp } = columnsOf(db, table);
    table.bigIncrements('seq');
    text('kind').notNullable();
    text('record_id').notNullable();
    json('natural_key').notNullable();
    // Not a foreign key, because the company may be deleted.
    table.integer('company_id');
    timestamp('deleted_at').notNullable();
    table.index(['kind', 'deleted_at', 'company_id']);
    table.index(['company_id', 'kind', 'deleted_at']);
  });
  await db.raw("create index deletions_of_companies on deletions (natural_key) where kind = 'company'");

  await db.schema.createTable('outbox', (table) => {
    const { text, timestamp } = columnsOf(db, table);
    table.bigIncrements('seq');
    text('kind').notNullable();
    text('record_id').notNullable();
    timestamp('queued_at');
  });
}
