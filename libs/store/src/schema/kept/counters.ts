import type { Knex } from 'knex';
import { isPostgres } from '../../sql/open.ts';
import { keepRows, type Kept } from './kept-rows.ts';

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

export const counted: Counted[] = [
  by('news', ['id'], ['company_id', 'importance']),
  by('metrics', ['id'], ['company_id']),
  by('events', ['id'], ['company_id', 'type']),
  { ...by('events', ['id'], ['type']), nameOf: (row) => `'all events ' || ${row}.type` },
  by('documents', ['id'], ['type']),
  by('document_companies', ['document_id', 'company_id'], ['company_id']),
  by('ranked', ['company_id', 'name'], ['name', 'type']),
  by('filings', ['id'], ['company_id']),
  by('companies', ['id'], ['type']),
  {
    ...by('events', ['id'], ['type', 'subtype']),
    nameOf: (row) => `'all events ' || ${row}.type || ' ' || ${row}.subtype`,
  },
  by('filings', ['id'], ['company_id', 'type']),
  by('category_items', ['kind', 'id', 'category_id'], ['category_id']),
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
function keptCounter(db: Knex, { table, key, columns, nameOf }: Counted, place: number): Kept {
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

/** Creates the triggers of totals and of the order of rankings. */
export async function keepCounters(db: Knex): Promise<void> {
  for (const kept of RANKED) await keepRows(db, kept);
  for (const [place, each] of counted.entries()) await keepRows(db, keptCounter(db, each, place));
}
