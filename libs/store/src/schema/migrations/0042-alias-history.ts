import type { Knex } from 'knex';
import { isPostgres } from '../../sql/open.ts';

/**
 * Adds to aliases the time since which they find their company, and the table of their former rows. Existing aliases find
 * their companies since the merge, whose time the deletion of the merged company has. The default is for the previous
 * version, which may run while this one migrates.
 */
export async function up(db: Knex): Promise<void> {
  const type = isPostgres(db) ? 'text collate "C"' : 'text';
  await db.raw(`alter table company_aliases add column since ${type} not null default ''`);
  await db.raw(
    "update company_aliases set since = coalesce((select max(d.deleted_at) from deletions as d where d.kind = 'company' " +
      "and d.record_id = cast(company_aliases.merged_id as text)), '')",
  );
  await db.raw(
    `create table company_aliases_history (valid_from ${type} not null, valid_to ${type} not null, kind ${type}, ` +
      `name ${type}, company_id integer, merged_id integer, since ${type})`,
  );
  await db.schema.alterTable('company_aliases_history', (table) => {
    for (const key of ['name', 'merged_id', 'company_id']) table.index([key, 'valid_to']);
    table.index(['valid_to']);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('company_aliases_history');
  // Knex would copy the table.
  await db.raw('alter table company_aliases drop column since');
}
