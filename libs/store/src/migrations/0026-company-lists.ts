import type { Knex } from 'knex';

const INDEXES = [
  ['headquarters_country', 'id'],
  ['type', 'id'],
];

/** Creates the indexes of lists of companies by country and by type. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('companies', (table) => {
    for (const columns of INDEXES) table.index(columns);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('companies', (table) => {
    for (const columns of INDEXES) table.dropIndex(columns);
  });
}
