import type { Knex } from 'knex';
import { columnsOf } from '../../columns.ts';

/** Creates the runs of ingest, the matches by name with their reviews, and the ids that sources give companies. */
export async function createIngest(db: Knex): Promise<void> {
  await db.schema.createTable('ingest_runs', (table) => {
    const { text, json, timestamp } = columnsOf(db, table);
    table.increments('id');
    text('command').notNullable();
    text('kind');
    text('source').notNullable();
    timestamp('started_at').notNullable();
    timestamp('ended_at');
    text('outcome').notNullable();
    text('message');
    json('counts_json');
    text('rejects_file');
    // The process and when it was last seen, so that `status` recognizes a killed run.
    text('host');
    table.integer('pid');
    timestamp('seen_at');
    // What the rows of the source looked like, and how that differs from its last load.
    text('source_key');
    json('profile_json');
    json('drift_json');
    // The versions of remote files, so that unchanged files are not read again.
    json('version_json');
    table.index(['kind', 'source_key', 'id']);
  });
  await db.schema.createTable('company_matches', (table) => {
    const { text, timestamp, json } = columnsOf(db, table);
    table.increments('id');
    // Empty, never null, for a load that names no source: it is part of the key.
    text('source').notNullable();
    text('name_key').notNullable();
    table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE').index();
    text('name').notNullable();
    text('status').notNullable();
    text('place').notNullable();
    timestamp('matched_at').notNullable();
    timestamp('reviewed_at');
    // The statements of its first row, so that a person can compare them with the company.
    json('row_json');
    table.unique(['source', 'name_key', 'company_id']);
    table.index(['name_key']);
    table.index(['status', 'id']);
  });
  await db.schema.createTable('company_match_records', (table) => {
    const { text } = columnsOf(db, table);
    table.integer('match_id').notNullable().references('company_matches.id').onDelete('CASCADE');
    text('kind').notNullable();
    text('record_id').notNullable();
    table.primary(['match_id', 'kind', 'record_id']);
  });
  await db.schema.createTable('company_external_ids', (table) => {
    const { text } = columnsOf(db, table);
    text('source').notNullable();
    text('external_id').notNullable();
    table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE').index();
    // The match by name through which the company got the id.
    table.integer('match_id').references('company_matches.id').onDelete('SET NULL').index();
    table.primary(['external_id', 'source']);
  });
}
