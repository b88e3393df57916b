import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/**
 * Adds to statements the hash of the row that stated them. Its index replaces the one on runs: only an undo looks for a run,
 * and it reads all statements anyway. So new rows still write as many index entries, and a repeated row writes none.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('statements', (table) => {
    columnsOf(db, table).text('row_hash');
    table.dropIndex(['run']);
  });
  await db.raw('create index statements_of_rows on statements (row_hash) where row_hash is not null');
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop index statements_of_rows');
  await db.schema.alterTable('statements', (table) => {
    table.index(['run']);
    table.dropColumn('row_hash');
  });
}
