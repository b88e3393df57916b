import type { Knex } from 'knex';
import { columnsOf } from '../columns.ts';
import { isPostgres } from '../../sql/open.ts';
import { dropKept, keepRows, type Kept } from './kept-rows.ts';

/** What is counted: the rows of a table by a name that is made from columns. */
export interface Counted {
  table: string;
  key: string[];
  columns: string[];
  /** Returns the counter of a row, as SQL. */
  nameOf: (row: string) => string;
}

/** Returns what is counted. The name of a counter is the names of its table and of what it counts, with blanks in between. */
export const by = (table: string, key: string[], columns: string[]): Counted => ({
  table,
  key,
  columns: columns.filter((column) => !key.includes(column)),
  nameOf: (row) => [`'${table}'`, ...columns.map((column) => `${row}.${column}`)].join(" || ' ' || "),
});

const COUNTED: Counted[] = [
  by('news', ['id'], ['company_id', 'importance']),
  by('metrics', ['id'], ['company_id']),
  by('events', ['id'], ['company_id', 'type']),
  { ...by('events', ['id'], ['type']), nameOf: (row) => `'all events ' || ${row}.type` },
  by('documents', ['id'], ['type']),
  by('document_companies', ['document_id', 'company_id'], ['company_id']),
  by('ranked', ['company_id', 'name'], ['name', 'type']),
];

/** The financials of active companies, in the order of rankings. */
const RANKED: Kept[] = [
  {
    name: 'keep_ranked',
    table: 'company_financials',
    key: ['company_id', 'name'],
    columns: ['value'],
    added: (rows) => `${insertRanked(`${rows} as f join companies as c on c.id = f.company_id`)};`,
    removed: (rows) =>
      `delete from ranked where (company_id, name) in (select r.company_id, r.name from ${rows} as r);`,
  },
  {
    name: 'keep_ranked_companies',
    table: 'companies',
    key: ['id'],
    columns: ['type', 'is_active'],
    onUpdate: true,
    added: (rows) => `${insertRanked(`${rows} as c join company_financials as f on f.company_id = c.id`)};`,
    removed: (rows) => `delete from ranked where company_id in (select r.id from ${rows} as r);`,
  },
];

const insertRanked = (from: string) =>
  `insert into ranked (company_id, name, type, value) ${selectRanked(from)}`;
export const selectRanked = (from: string): string =>
  `select f.company_id, f.name, c.type, f.value from ${from} where c.is_active and f.value is not null`;

/** Returns the triggers of a counter. Adds the difference of a statement by one upsert for each counter. */
export function keptCounter(db: Knex, { table, key, columns, nameOf }: Counted, place: number): Kept {
  const add = (sign: string) => (rows: string) => {
    const [n, group] = isPostgres(db) ? [`${sign}count(*)`, 'group by 1'] : [`${sign}1`, ''];
    return (
      `insert into counters (name, n) select ${nameOf('r')}, ${n} from ${rows} as r where true ${group} ` +
      'on conflict (name) do update set n = counters.n + excluded.n;'
    );
  };
  return { name: `count_${table}_${place}`, table, key, columns, added: add(''), removed: add('-') };
}

/** Returns what a counter should be, from its table. */
export const selectCounted = ({ table, nameOf }: Counted): string =>
  `select ${nameOf('r')} as name, count(*) as n from ${table} as r group by 1`;

export const counted = COUNTED;

/** Creates exact totals and the order of rankings, which the database keeps in the transaction of each change. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('counters', (table) => {
    const { text } = columnsOf(db, table);
    text('name').primary();
    table.bigInteger('n').notNullable();
  });
  await db.schema.createTable('ranked', (table) => {
    const { text } = columnsOf(db, table);
    table.integer('company_id').notNullable();
    text('name').notNullable();
    text('type').notNullable();
    table.double('value').notNullable();
    table.primary(['company_id', 'name']);
    table.index(['name', 'value', 'company_id']);
    table.index(['name', 'type', 'value', 'company_id']);
  });
  // On Postgres a new trigger locks its table, so that no program writes to it between the triggers and the count.
  for (const kept of RANKED) await keepRows(db, kept);
  await db.raw(insertRanked('company_financials as f join companies as c on c.id = f.company_id'));
  for (const [place, each] of COUNTED.entries()) {
    await keepRows(db, keptCounter(db, each, place));
    await db.raw(`insert into counters (name, n) ${selectCounted(each)}`);
  }
}

export async function down(db: Knex): Promise<void> {
  for (const [place, each] of COUNTED.entries()) await dropKept(db, keptCounter(db, each, place));
  for (const kept of RANKED) await dropKept(db, kept);
  await db.schema.dropTable('ranked');
  await db.schema.dropTable('counters');
}
