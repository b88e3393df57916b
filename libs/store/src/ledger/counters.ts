import { selectItems } from '../schema/kept/category-items.ts';
import { counted, selectCounted, selectRanked } from '../schema/kept/counters.ts';
import {
  countsColumns,
  countsTable,
  DAY_COUNTS,
  selectDayCounts,
  type DayCounts,
} from '../schema/kept/day-counts.ts';
import type { Db, Query, Trx } from '../sql/open.ts';
import { ask, questions, type Param } from '../sql/question.ts';
import { write } from '../sql/write.ts';

/** The parameters of `selectSum`, by name. */
type Names = Record<string, string>;

/** Returns the parameters of counters for `selectSum`. */
export const counterNames = (names: string[]): Names =>
  Object.fromEntries(names.map((name, place) => [`counter.${place}`, name]));

/**
 * Selects the sum of `count` counters as `n`. Each name is a separate parameter: with a list of names, Postgres would plan
 * the statement again each time.
 */
export function selectSum(db: Db, param: Param<Names>, count: number): Query {
  const places = Array.from({ length: count }, (_, place) => param(`counter.${place}`));
  return db('counters')
    .whereRaw(`name in (${places.map(() => '?').join(', ')})`, places)
    .sum('n as n');
}

const sumOf = questions<number, Names, { n: number | string | null }>(selectSum);

/** Returns the sum of counters. One that has never counted a row is 0. */
export async function readCounters(db: Db, names: string[]): Promise<number> {
  return Number((await ask(db, sumOf(names.length), counterNames(names)))[0]!.n ?? 0);
}

/** The tables that the database keeps, each with its columns and with what it should contain. */
const tables: Record<string, { columns: string; rows: string }> = {
  ranked: {
    columns: 'company_id, name, type, value',
    rows: selectRanked('company_financials as f join companies as c on c.id = f.company_id'),
  },
  category_items: {
    columns: 'category_id, published_at, kind, id',
    rows: `${selectItems.company('company_categories')} union all ${selectItems.document('document_categories')}`,
  },
  // After the tables that they count.
  counters: {
    columns: 'name, n',
    rows: counted.map(selectCounted).join(' union all '),
  },
  ...Object.fromEntries(
    Object.values<DayCounts>(DAY_COUNTS).map((counts) => [
      countsTable(counts.table),
      { columns: countsColumns(counts).join(', '), rows: selectDayCounts(counts) },
    ]),
  ),
};

/** Returns how many rows of the kept tables differ from what they are made of: missing rows, and surplus ones. */
export async function countKeptDifferences(db: Db | Trx): Promise<number> {
  let differences = 0;
  for (const [table, { columns, rows }] of Object.entries(tables)) {
    const isCount = columns.endsWith(', n') ? ' where n <> 0' : '';
    const isTotal = table === 'counters' ? ` and name <> '${REPAIRS}'` : '';
    const stored = `select ${columns} from ${table}${isCount}${isTotal}`;
    const expected = `select ${columns} from (${rows}) as expected`;
    for (const [one, other] of [
      [stored, expected],
      [expected, stored],
    ]) {
      const query = db.from(
        db.raw(`(select * from (${one}) as one except select * from (${other}) as other) as x`),
      );
      differences += Number((await query.count({ n: '*' }).first<{ n: number }>()).n);
    }
  }
  return differences;
}

/** The counter of repairs. Repairs change responses, but are not in the change log. */
export const REPAIRS = 'repairs';

/** Rebuilds the kept tables, in a transaction of the writer. */
export async function remakeKept(db: Db): Promise<void> {
  await write(db, async (trx) => {
    const before = await trx('counters').where({ name: REPAIRS }).first<{ n: number } | undefined>('n');
    for (const [table, { columns, rows }] of Object.entries(tables)) {
      await trx(table).delete();
      await trx.raw(`insert into ${table} (${columns}) select ${columns} from (${rows}) as expected`);
    }
    await trx('counters').insert({ name: REPAIRS, n: Number(before?.n ?? 0) + 1 });
  });
}
