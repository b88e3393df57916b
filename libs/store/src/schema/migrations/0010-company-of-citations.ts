import type { Knex } from 'knex';

/** Gives each citation the company of its observation, by which Citus distributes both. */
export async function up(db: Knex): Promise<void> {
  for (const name of ['metric_citations', 'metric_citations_history'])
    await db.schema.alterTable(name, (table) => table.integer('company_id').notNullable().defaultTo(0));
  await db.raw(`
    update metric_citations set company_id = (
      select m.company_id from metrics as m where m.id = metric_citations.metric_id)`);
  await db.raw(`
    update metric_citations_history set company_id = coalesce((
      select m.company_id from metrics_history as m
      where m.id = metric_citations_history.metric_id and m.valid_to = metric_citations_history.valid_to limit 1), 0)`);
}
