import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Adds to matches by name what their first row stated, so that a person can compare it with the company. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('company_matches', (table) => {
    columnsOf(db, table).json('row_json');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('company_matches', (table) => {
    table.dropColumn('row_json');
  });
}
