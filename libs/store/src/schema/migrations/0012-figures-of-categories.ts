import type { Knex } from 'knex';
import { isPostgres } from '../../sql/open.ts';

/** The figures of the active companies of each category. */
const FIGURES = `
  select m.category_id, f.name, f.value, f.company_id from company_financials as f
  join companies as c on c.id = f.company_id
  join company_categories as m on m.company_id = f.company_id
  where c.is_active and f.value is not null`;

/**
 * Stores the figures of the companies of each category in their order, and how many companies a category has. The members of
 * a category are read in the order of their ids.
 */
export async function up(db: Knex): Promise<void> {
  const [text, end] = isPostgres(db) ? ['text collate "C"', ''] : ['text', 'without rowid'];
  await db.raw(
    `create table category_figures (company_id integer not null, category_id integer not null, name ${text} not null, ` +
      `value double precision not null, primary key (company_id, category_id, name)) ${end}`,
  );
  await db.raw(
    `insert into category_figures (category_id, name, value, company_id) ${FIGURES} order by 4, 1, 2`,
  );
  await db.raw(
    'create index category_figures_in_order on category_figures (category_id, name, value, company_id)',
  );
  await db.schema.alterTable('company_categories', (table) => {
    table.index(['category_id', 'company_id']);
    table.dropIndex(['category_id']);
  });
  await db.raw(`
    insert into counters (name, n)
    select 'company_categories ' || category_id, count(*) from company_categories group by 1
    union all select 'category_figures ' || category_id || ' ' || name, count(*) from category_figures group by 1`);
}
