import type { Knex } from 'knex';
import * as indexBeside from './0014-index-beside.ts';

/**
 * Drops the state of `reindex --rollback`: a reindex now holds the index lock instead. Queues what the index in use may
 * lack after a switch that an earlier release did not finish.
 */
export async function up(db: Knex): Promise<void> {
  const unfinished: unknown = await db('index_beside')
    .whereIn('state', ['switching', 'returning'])
    .first('id');
  if (unfinished !== undefined) {
    const missed = db('outbox_missed').select('kind', 'record_id');
    await db(db.raw('outbox (kind, record_id)')).insert(missed);
  }
  await indexBeside.down(db);
}

export async function down(db: Knex): Promise<void> {
  await indexBeside.up(db);
}
