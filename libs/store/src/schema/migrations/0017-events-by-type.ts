import type { Knex } from 'knex';

const columns = ['type', 'event_date', 'id', 'subtype', 'company_id', 'updated_at', 'created_at'];

/** Events of a rare type, which are far apart in the index of all: they are counted and found in one of their own. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('events', (table) => {
    table.index(columns, 'events_by_type');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('events', (table) => {
    table.dropIndex(columns, 'events_by_type');
  });
}
