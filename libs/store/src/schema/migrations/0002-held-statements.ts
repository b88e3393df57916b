import type { Knex } from 'knex';
import { isPostgres } from '../../sql/open.ts';
import { insertRows } from '../../sql/insert.ts';
import { columnsOf } from '../columns.ts';

/**
 * Lets statements wait for the review of their match, and stores how rows named their companies. Matches stay when their
 * company is deleted, since an undo may restore it.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('statements', (table) => {
    // True while the match of the statement is not decided: the statement does not count.
    table.boolean('held');
    // How the row named its company, if not only by the main domain.
    columnsOf(db, table).json('named_json');
  });
  const ids = (await db('company_external_ids').select()) as (object & {
    source: string;
    external_id: string;
    match_id: number | null;
  })[];
  const idOfMatch = new Map(ids.map(({ match_id, external_id }) => [match_id, external_id]));
  const matches = (await db('company_matches').select()) as (object & { id: number })[];
  await db.schema.dropTable('company_match_records');
  await db.schema.dropTable('company_external_ids');
  await db.schema.dropTable('company_matches');
  await createTables(db);
  await db.transaction(async (trx) => {
    const given = ids.map(({ match_id: _, ...row }) => row);
    await insertRows(trx, 'company_external_ids', given);
    const kept = matches.map((row) => ({
      ...{ ...row, way: 'name', reason: null },
      external_id: idOfMatch.get(row.id) ?? null,
    }));
    await insertRows(trx, 'company_matches', kept);
    if (isPostgres(db) && kept.length > 0)
      await trx.raw(
        `select setval(pg_get_serial_sequence('company_matches', 'id'), (select max(id) from company_matches))`,
      );
  });
}

async function createTables(db: Knex): Promise<void> {
  await db.schema.createTable('company_matches', (table) => {
    const { text, timestamp, json } = columnsOf(db, table);
    table.increments('id');
    // Empty, never null, for a load that names no source: it is part of the key.
    text('source').notNullable();
    text('name_key').notNullable();
    // Not a foreign key, because a deleted company may be restored.
    table.integer('company_id').notNullable().index();
    // How the row found the company: by a name, a ticker or a domain.
    text('way').notNullable();
    text('name').notNullable();
    text('status').notNullable();
    // Which facts agree or contradict.
    text('reason');
    // The id that the source gives the company in a row that found it through the match.
    text('external_id');
    text('place').notNullable();
    timestamp('matched_at').notNullable();
    timestamp('reviewed_at');
    json('row_json');
    table.unique(['source', 'name_key', 'company_id']);
    table.index(['name_key']);
    table.index(['external_id']);
    table.index(['status', 'id']);
  });
  await db.schema.createTable('company_external_ids', (table) => {
    const { text } = columnsOf(db, table);
    text('source').notNullable();
    text('external_id').notNullable();
    table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE').index();
    table.primary(['external_id', 'source']);
  });
}
