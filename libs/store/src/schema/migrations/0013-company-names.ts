import { companyNameKey } from '@dossier/shared';
import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';

/** Creates the normalized names of companies, by which ingest finds a company. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('company_names', (table) => {
    const { text } = columnsOf(db, table);
    text('name_key').notNullable();
    table.integer('company_id').notNullable().references('companies.id').onDelete('CASCADE').index();
    table.primary(['name_key', 'company_id']);
  });
  for (let last = 0; ;) {
    const rows = await db('companies')
      .where('id', '>', last)
      .orderBy('id')
      .limit(1000)
      .select<Row[]>('id', 'name', 'legal_entities_json');
    if (rows.length === 0) return;
    const names = rows.flatMap(namesOf);
    if (names.length > 0) await db.batchInsert('company_names', names, 500);
    last = rows.at(-1)!.id;
  }
}

interface Row {
  id: number;
  name: string;
  legal_entities_json: string;
}

/** Its own name and those of its legal entities. */
function namesOf({ id, name, legal_entities_json }: Row): { name_key: string; company_id: number }[] {
  const entities = JSON.parse(legal_entities_json) as { name: string }[];
  const keys = new Set([name, ...entities.map((entity) => entity.name)].map(companyNameKey));
  keys.delete('');
  return [...keys].map((name_key) => ({ name_key, company_id: id }));
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('company_names');
}
