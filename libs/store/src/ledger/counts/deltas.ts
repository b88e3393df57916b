import { insertRows } from '../../sql/insert.ts';
import type { Trx } from '../../sql/open.ts';
import {
  COUNTERS,
  countsKey,
  countsTable,
  DAY_COUNTS,
  LENGTHS,
  spanOf,
  spansOf,
  type DayCounts,
} from './declared.ts';

export type Row = Record<string, unknown>;
type CountRow = Row & { n: number };

/** The counts that a row adds to: its row in a table of counts. */
interface Count {
  into: string;
  key: string[];
  /** Returns the values of the key; undefined if the row is not counted. */
  valuesOf: (row: Row) => unknown[] | undefined;
}

const byDay = (counts: DayCounts): Count[] =>
  spansOf(counts).map(({ column, period }) => {
    const { table, owner, filters } = counts;
    const [span, length] = [spanOf(column, period), LENGTHS[period]];
    return {
      into: countsTable(table),
      key: countsKey(counts),
      valuesOf: (row) => {
        const time = row[column] as string | null | undefined;
        if (time == null) return undefined;
        const values = [span, time.slice(0, length), ...filters.map((filter) => row[filter] ?? '')];
        return owner === undefined ? values : [row[owner], ...values];
      },
    };
  });

const COUNTS = new Map<string, Count[]>();
const COLUMNS = new Map<string, Set<string>>();
for (const { table, name, columns } of COUNTERS) {
  const valuesOf = (row: Row) => [[name, ...columns.map((column) => row[column])].join(' ')];
  COUNTS.set(table, [...(COUNTS.get(table) ?? []), { into: 'counters', key: ['name'], valuesOf }]);
  COLUMNS.set(table, new Set([...(COLUMNS.get(table) ?? []), ...columns]));
}
for (const counts of Object.values<DayCounts>(DAY_COUNTS)) {
  const { table, dates, owner, filters } = counts;
  COUNTS.set(table, [...(COUNTS.get(table) ?? []), ...byDay(counts)]);
  const columns = [...dates, ...filters, ...(owner === undefined ? [] : [owner])];
  COLUMNS.set(table, new Set([...(COLUMNS.get(table) ?? []), ...columns]));
}

/** Returns the columns of a table by which its rows are counted. */
export const countedColumns = (table: string): string[] => [...(COLUMNS.get(table) ?? [])];

/** How counts change: the difference between rows before and after a write. */
export class Deltas {
  readonly #tables = new Map<string, { key: string[]; rows: Map<string, CountRow> }>();

  /** Adds rows of a table, or subtracts them. */
  add(table: string, rows: Iterable<Row>, n: 1 | -1): void {
    for (const { into, key, valuesOf } of COUNTS.get(table) ?? []) {
      const known = this.#tables.get(into) ?? { key, rows: new Map<string, CountRow>() };
      this.#tables.set(into, known);
      for (const row of rows) {
        const values = valuesOf(row);
        if (!values) continue;
        const name = values.join('\n');
        const count = known.rows.get(name);
        if (count) count.n += n;
        else known.rows.set(name, { ...Object.fromEntries(key.map((column, i) => [column, values[i]])), n });
      }
    }
  }

  /** Writes all changes that are not zero. */
  async write(trx: Trx): Promise<void> {
    for (const [table, { key, rows }] of this.#tables)
      await insertRows(
        trx,
        table,
        [...rows.values()].filter(({ n }) => n !== 0),
        { addBy: key },
      );
  }
}
