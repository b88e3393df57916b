import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/**
 * Counts usage by operation. `usage_days` stays, with what earlier releases counted and what their replicas count until they
 * are upgraded.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('usage_operations', (table) => {
    const { text, date } = columnsOf(db, table);
    text('organization').notNullable();
    date('day').notNullable();
    text('family').notNullable();
    text('operation').notNullable();
    table.bigInteger('requests').notNullable();
    table.bigInteger('tasks').notNullable();
    table.primary(['organization', 'day', 'family', 'operation']);
  });
}
