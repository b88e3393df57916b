import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';
import { isPostgres } from '../../sql/open.ts';

const TABLES = ['company_financials', 'company_financials_history'];

/** Adds the source link of a figure, from the last statement about the company with the same value and date. */
export async function up(db: Knex): Promise<void> {
  for (const name of TABLES)
    await db.schema.alterTable(name, (table) => columnsOf(db, table).text('source_url'));
  const said = isPostgres(db)
    ? {
        from:
          "statements as s cross join lateral json_array_elements(case json_typeof(s.content_json::json -> 'financials') " +
          "when 'array' then s.content_json::json -> 'financials' end) as f(value)",
        value: "(f.value ->> 'value')::double precision is not distinct from c.value",
        date: "f.value ->> 'date' is not distinct from c.date",
      }
    : {
        from: "statements as s, json_each(s.content_json, '$.financials') as f",
        value: "f.value ->> 'value' is c.value",
        date: "f.value ->> 'date' is c.date",
      };
  const link = (column: string) =>
    `select ${column} from ${said.from} where s.kind = 'company' and s.record_id = cast(c.company_id as text) ` +
    `and f.value ->> 'name' = c.name and ${said.value} and ${said.date} and f.value ->> 'source_url' is not null`;
  await db.raw(
    `update company_financials as c set source_url = (${link("f.value ->> 'source_url'")} order by s.id desc limit 1) ` +
      `where exists (${link('1')})`,
  );
}

export async function down(db: Knex): Promise<void> {
  // Knex would copy the table, which has triggers.
  for (const name of TABLES) await db.raw(`alter table ${name} drop column source_url`);
}
