import type { Knex } from 'knex';

/** Adds the index of the newest messages of a webhook: without it, their list reads and sorts all messages of a week. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('webhook_deliveries', (table) =>
    table.index(['webhook_id', 'created_at', 'after_seq', 'id'], 'webhook_deliveries_newest'),
  );
}
