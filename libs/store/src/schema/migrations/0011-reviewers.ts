import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Stores who reviewed a match, and in which run, so that the reviews of a run can be reopened. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('company_matches', (table) => {
    columnsOf(db, table).text('reviewed_by');
    table.integer('review_run').index();
  });
}
