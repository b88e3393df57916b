import type { Knex } from 'knex';
import type { Condition } from '../sql/filters.ts';
import { countsTable, DAY_COUNTS, spanOf, type DayCounts, type Period } from './counts/declared.ts';
import { isPast, type Db, type Query } from '../sql/open.ts';
import { ask, preparedQueries, type Param, type Value } from '../sql/prepared-query.ts';

/** A table whose rows are counted by day. */
export type Counted = keyof typeof DAY_COUNTS;

/** An inclusive range of texts. */
type Range = readonly [from: string, to: string];
/** A range that contains no text. */
const EMPTY: Range = ['~', ''];
/** Texts after and before all times. */
const [LAST, FIRST] = ['~', ''];
const LENGTH = { month: 7, day: 10 };

/** Returns the next or previous day or month; `LAST` or `FIRST` outside of the years with four digits. */
function step(period: string, by: 1 | -1): string {
  const date = new Date(`${period.padEnd(LENGTH.day, '-01')}T00:00:00.000Z`);
  if (period.length === LENGTH.month) date.setUTCMonth(date.getUTCMonth() + by);
  else date.setUTCDate(date.getUTCDate() + by);
  const year = date.getUTCFullYear();
  return year > 9999 ? LAST : year < 0 ? FIRST : date.toISOString().slice(0, period.length);
}

/**
 * Splits a range into whole days or months, and what is before and after them.
 * @param isWhole whether the range contains all of its first and of its last day or month
 */
function split(
  [from, to]: Range,
  period: Period,
  isWhole: { from: boolean; to: boolean },
): { inside: Range; edges: [Range, Range] } {
  const [begin, end] = [from.slice(0, LENGTH[period]), to.slice(0, LENGTH[period])];
  const inside = [isWhole.from ? begin : step(begin, 1), isWhole.to ? end : step(end, -1)] as const;
  if (inside[0] > inside[1]) return { inside: EMPTY, edges: [[from, to], EMPTY] };
  return { inside, edges: [isWhole.from ? EMPTY : [from, begin + LAST], isWhole.to ? EMPTY : [end, to]] };
}

const isOpen = (text: string) => text === FIRST || text === LAST;

/** Splits a window of times or dates into whole months, the whole days around them, and the times around those. */
export function splitWindow(from = FIRST, to = LAST, hasMonths = true) {
  // A date is a whole day.
  const isDay = (text: string) => isOpen(text) || text.length === LENGTH.day;
  const { inside: days, edges: times } = split([from, to], 'day', {
    from: isDay(from) || from.endsWith('T00:00:00.000Z'),
    to: isDay(to) || to.endsWith('T23:59:59.999Z'),
  });
  if (!hasMonths || days === EMPTY) return { months: EMPTY, days: [days, EMPTY] as const, times };
  const { inside: months, edges } = split(days, 'month', {
    from: isOpen(days[0]) || days[0].endsWith('-01'),
    to: isOpen(days[1]) || step(days[1], 1).endsWith('-01'),
  });
  return { months, days: edges, times };
}

interface Form {
  table: Counted;
  column: string;
  /** The SQL of the filters. The counts have the columns of the table that they count. */
  where: string[];
}
type Values = Record<string, Value>;
type Place = Param<Values>;

const specOf = (table: Counted): DayCounts => DAY_COUNTS[table];

const filtersOf = (db: Db, param: Place, where: string[]): Knex.Raw[] =>
  where.map((sql, i) =>
    db.raw(
      sql,
      [...sql.matchAll(/\?/g)].map((_, j) => param(`${i}.${j}`)),
    ),
  );

/**
 * Returns a count of the rows that filters keep. A filter in `where` could lead SQLite to the index of that filter, which
 * many rows match, instead of the index of the window.
 */
function countIf(db: Db, param: Place, where: string[]): Knex.Raw {
  if (where.length === 0) return db.raw('count(*) as n');
  const all = where.map(() => '(?)').join(' and ');
  return db.raw(`count(*) filter (where ${all}) as n`, filtersOf(db, param, where));
}
const within = (query: Query, column: string, param: Place, range: string): Query =>
  query.whereRaw('?? between ? and ?', [column, param(`${range}.from`), param(`${range}.to`)]);

function countsOf(
  db: Db,
  param: Place,
  { table, column, where }: Form,
  period: Period,
  range: string,
): Query {
  const spans = db({ [table]: countsTable(table) }).where('span', spanOf(column, period));
  const query = within(spans, 'day', param, range);
  for (const filter of filtersOf(db, param, where)) void query.whereRaw(filter);
  return query;
}

const sumOf = preparedQueries<Form, Values, { n: number | string | null }>((db, param, form) => {
  const { table, column, where } = form;
  const ranges: [Period, string][] = [
    ['day', 'days.0'],
    ...(specOf(table).months.includes(column) ? monthRanges : []),
  ];
  const timesIn = (range: string) =>
    within(db(table), column, param, range).select(countIf(db, param, where));
  const parts = [
    ...ranges.map(([period, range]) => countsOf(db, param, form, period, range).select('n')),
    timesIn('times.0'),
    timesIn('times.1'),
  ];
  return db.queryBuilder().from(db.queryBuilder().unionAll(parts).as('parts')).sum('n as n');
});
const monthRanges: [Period, string][] = [
  ['day', 'days.1'],
  ['month', 'months'],
];

/** The sum that is a total: of counts of days and months, and of the rows in parts of days. */
export interface Sum {
  form: Form;
  values: Values;
  /** The length of the window in milliseconds, until now if it has no end. */
  length: number;
}

/** Returns filters as a form; undefined if the counts do not have the column of one of them. */
function formOf(table: Counted, column: string, filters: Condition[]): Omit<Sum, 'length'> | undefined {
  const { owner, filters: columns } = specOf(table);
  const isCounted = (condition: Condition) =>
    condition.allowed !== undefined &&
    [owner, ...columns].includes(condition.column) &&
    // Counts store null as an empty text.
    !condition.allowed.includes('');
  if (!filters.every(isCounted)) return undefined;
  const values: Values = {};
  filters.forEach((filter, i) => filter.values.forEach((value, j) => (values[`${i}.${j}`] = value)));
  return { form: { table, column, where: filters.map(({ sql }) => sql) }, values };
}

/**
 * Returns for each window of these conditions the sum that is the total of its rows, with the filters that are no windows.
 * Returns none if the rows of a window or filter are not counted.
 */
export function sumsOfWindows(table: Counted, where: Condition[]): Sum[] {
  const bounds = where.filter(({ bound }) => bound !== undefined);
  const filters = where.filter(({ bound }) => bound === undefined);
  const columns = [...new Set(bounds.map(({ column }) => column!))];
  const sums = columns.map((column) =>
    sumOfWindow(
      table,
      column,
      bounds.filter((bound) => bound.column === column),
      filters,
    ),
  );
  return sums.every((sum) => sum !== undefined) ? sums : [];
}

function sumOfWindow(
  table: Counted,
  column: string,
  bounds: Condition[],
  filters: Condition[],
): Sum | undefined {
  const { dates, months: byMonth } = specOf(table);
  const sum = dates.includes(column) ? formOf(table, column, filters) : undefined;
  const valuesOf = (bound: 'from' | 'to') =>
    bounds.filter((condition) => condition.bound === bound).map(({ values }) => values[0] as string);
  if (!sum) return undefined;
  // Of several windows by one column, rows are in all.
  const [from, to] = [valuesOf('from').sort().at(-1), valuesOf('to').sort()[0]];
  const { months, days, times } = splitWindow(from, to, byMonth.includes(column));
  const ranges = { months, 'days.0': days[0], 'days.1': days[1], 'times.0': times[0], 'times.1': times[1] };
  for (const [name, [first, last]] of Object.entries(ranges)) {
    sum.values[`${name}.from`] = first;
    sum.values[`${name}.to`] = last;
  }
  const end = to === undefined ? Date.now() : Date.parse(to);
  const length = from === undefined ? Infinity : end - Date.parse(from);
  return { ...sum, length };
}

/** Returns the total of a window. */
export async function readSum(db: Db, { form, values }: Sum): Promise<number> {
  return Number((await ask(db, sumOf(form), values))[0]!.n ?? 0);
}

const dayAt = preparedQueries<Form & { period: Period }, Values, { day: string; before: number | string }>(
  (db, param, { period, ...form }) => {
    const days = countsOf(db, param, form, period, 'days')
      .groupBy('day')
      .select('day', db.raw('sum(sum(n)) over (order by day desc) - sum(n) as before'));
    return db(days.as('days'))
      .whereRaw('before <= ?', [param('offset')])
      .orderBy('day')
      .limit(1)
      .select();
  },
);

/** Skipping this many index entries takes no noticeable time. */
const SKIPPED = 500;

/**
 * Returns the last time of the day that contains the row at an offset, newest first, and how many rows of that day come
 * before it. Finds the month, and then the day. Undefined if few rows are to be skipped, or if a filter is not counted.
 */
export async function findDay(
  db: Db,
  table: Counted,
  { column, where, offset }: { column: string; where: Condition[]; offset: number },
): Promise<{ until: string; rest: number } | undefined> {
  const isFar = offset > SKIPPED && !isPast(db);
  const sum = isFar && specOf(table).months.includes(column) ? formOf(table, column, where) : undefined;
  if (!sum) return undefined;
  let [range, rest]: [Range, number] = [[FIRST, LAST], offset];
  for (const period of ['month', 'day'] as const) {
    const values = { ...sum.values, 'days.from': range[0], 'days.to': range[1], offset: rest };
    const [found] = await ask(db, dayAt({ ...sum.form, period }), values);
    // Another writer may have deleted all rows since the total was read.
    if (!found) return undefined;
    range = [found.day, found.day + LAST];
    rest -= Number(found.before);
  }
  return { until: range[1], rest };
}
