import type { Knex } from 'knex';

const last = ['updated_at', 'created_at'];

/**
 * Lists of events as those of news and metrics: each index holds every column that a list filters or sorts by, so
 * that a list of a thousand companies, or of several types or subtypes, walks index entries and no rows. There are a
 * few types only, so that the next events of one or two are near in the index of all.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('events', (table) => {
    for (const columns of before) table.dropIndex(columns);
    table.index(['company_id', 'event_date', 'id', 'type', 'subtype', ...last], 'events_of_companies');
    table.index(['event_date', 'id', 'type', 'subtype', 'company_id', ...last], 'events_by_date');
    table.index(['subtype', 'event_date', 'id', 'type', 'company_id', ...last], 'events_by_subtype');
  });
}

const before = [[], ['company_id'], ['type'], ['subtype']].map((first) => [...first, 'event_date', 'id']);

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('events', (table) => {
    for (const name of ['events_of_companies', 'events_by_date', 'events_by_subtype'])
      table.dropIndex([], name);
    for (const columns of before) table.index(columns);
  });
}
