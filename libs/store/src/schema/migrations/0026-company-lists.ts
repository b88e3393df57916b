import type { Knex } from 'knex';

const INDEXES: [table: string, columns: string[]][] = [
  ['companies', ['headquarters_country', 'id']],
  ['companies', ['type', 'id']],
  ['filings', ['updated_at', 'id']],
];

/** Creates the indexes of lists of companies by country and by type, and of all filings by the time of their change. */
export async function up(db: Knex): Promise<void> {
  for (const [table, columns] of INDEXES) await db.schema.alterTable(table, (each) => each.index(columns));
}

export async function down(db: Knex): Promise<void> {
  for (const [table, columns] of INDEXES)
    await db.schema.alterTable(table, (each) => each.dropIndex(columns));
}
