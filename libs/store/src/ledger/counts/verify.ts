import type { Db, Trx } from '../../sql/open.ts';
import { write } from '../../sql/write.ts';
import {
  COUNTERS,
  countsKey,
  countsTable,
  DAY_COUNTS,
  LENGTHS,
  REPAIRS,
  spanOf,
  spansOf,
  type Counter,
  type DayCounts,
} from './declared.ts';
import { LISTS } from './lists.ts';

/** Returns SQL for what a counter should be. */
const selectCounter = ({ table, name, columns }: Counter): string =>
  `select ${[`'${name}'`, ...columns.map((column) => `r.${column}`)].join(" || ' ' || ")} as name, count(*) as n ` +
  `from ${table} as r group by 1`;

/** Returns SQL for what the counts of a table by day should be. A null in a column of a filter becomes an empty text. */
function selectDays(counts: DayCounts): string {
  const { table, owner, filters } = counts;
  const spans = spansOf(counts).map(({ column, period }) => {
    const values = [
      ...(owner === undefined ? [] : [`r.${owner}`]),
      `'${spanOf(column, period)}'`,
      `substr(r.${column}, 1, ${LENGTHS[period]})`,
      ...filters.map((filter) => `coalesce(r.${filter}, '')`),
    ];
    const named = countsKey(counts).map((name, i) => `${values[i]!} as ${name}`);
    const places = named.map((_, i) => i + 1).join(', ');
    return `select ${named.join(', ')}, count(*) as n from ${table} as r where r.${column} is not null group by ${places}`;
  });
  return spans.join(' union all ');
}

/** The tables that the ledger keeps, each with its columns and with what it should contain. */
const tables: Record<string, { columns: string; rows: string }> = {
  // Before the counts of their rows.
  ...Object.fromEntries(
    LISTS.map(({ table, columns }) => [
      table,
      {
        columns: columns.join(', '),
        rows: LISTS.filter((list) => list.table === table)
          .map(({ select }) => select)
          .join(' union all '),
      },
    ]),
  ),
  counters: { columns: 'name, n', rows: COUNTERS.map(selectCounter).join(' union all ') },
  ...Object.fromEntries(
    Object.values<DayCounts>(DAY_COUNTS).map((counts) => [
      countsTable(counts.table),
      { columns: [...countsKey(counts), 'n'].join(', '), rows: selectDays(counts) },
    ]),
  ),
};

/** Returns the number of rows that are missing from each kept table or should not be there; only tables that differ. */
export async function keptDifferences(db: Db | Trx): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
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
      const n = Number((await query.count({ n: '*' }).first<{ n: number }>()).n);
      if (n > 0) found[table] = (found[table] ?? 0) + n;
    }
  }
  return found;
}

/** Returns how many rows of the kept tables differ from what they are made of: missing rows, and surplus ones. */
export const countKeptDifferences = async (db: Db | Trx): Promise<number> =>
  Object.values(await keptDifferences(db)).reduce((sum, n) => sum + n, 0);

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
