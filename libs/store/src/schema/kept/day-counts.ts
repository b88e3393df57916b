import type { Knex } from 'knex';
import { isPostgres } from '../../sql/open.ts';
import { keepRows, type Kept } from './kept-rows.ts';

/** Which rows of a table are counted by day. */
export interface DayCounts {
  table: string;
  key: string[];
  /** The columns of times or dates by which rows are counted. */
  dates: string[];
  /** The dates by which rows are counted by month too, for long windows and for offsets. */
  months: string[];
  /** The column by which every list filters. It comes first in the key of the counts. */
  owner?: string;
  /** The other columns by which a list may filter. */
  filters: string[];
}

export const DAY_COUNTS = {
  news: {
    table: 'news',
    key: ['id'],
    dates: ['release_date', 'created_at', 'updated_at'],
    months: [],
    filters: ['importance'],
  },
  metrics: {
    table: 'metrics',
    key: ['id'],
    dates: ['end_date', 'comparison_window_end_date', 'created_at', 'updated_at'],
    months: [],
    filters: ['base', 'view', 'scenario', 'base_period', 'growth_period'],
  },
  events: {
    table: 'events',
    key: ['id'],
    dates: ['event_date', 'created_at', 'updated_at'],
    months: ['event_date'],
    filters: ['type', 'subtype'],
  },
  filings: { table: 'filings', key: ['id'], dates: ['updated_at'], months: [], filters: ['type'] },
  documents: {
    table: 'documents',
    key: ['id'],
    dates: ['created_at', 'updated_at'],
    months: [],
    filters: ['type'],
  },
  category_items: {
    table: 'category_items',
    key: ['kind', 'id', 'category_id'],
    dates: ['published_at'],
    months: ['published_at'],
    owner: 'category_id',
    filters: [],
  },
} satisfies Record<string, DayCounts>;

/** The lengths of a day and of a month at the beginning of a time. */
const LENGTHS = { day: 10, month: 7 };
export type Period = keyof typeof LENGTHS;

/** Returns the name of the counts by a column and by day or month. */
export const spanOf = (column: string, period: Period): string => `${column} ${period}`;
export const countsTable = (table: string): string => `${table}_counts`;

interface Span {
  column: string;
  period: Period;
}

const spansOf = ({ dates, months }: DayCounts): Span[] =>
  dates.flatMap((column) =>
    (months.includes(column) ? (['day', 'month'] as const) : (['day'] as const)).map((period) => ({
      column,
      period,
    })),
  );

/** The columns of counts, the key first. */
export const countsColumns = ({ owner, filters }: DayCounts): string[] => [
  ...(owner === undefined ? [] : [owner]),
  'span',
  'day',
  ...filters,
  'n',
];

/**
 * Returns SQL for the counts of rows by day or month. If `n` is not a `count`, it returns one count for each row.
 * A null in a column of a filter becomes an empty text.
 */
function selectSpan(counts: DayCounts, { column, period }: Span, from: string, n: string) {
  const { owner, filters } = counts;
  const values = [
    ...(owner === undefined ? [] : [`r.${owner}`]),
    `'${spanOf(column, period)}'`,
    `substr(r.${column}, 1, ${LENGTHS[period]})`,
    ...filters.map((filter) => `coalesce(r.${filter}, '')`),
  ];
  const names = countsColumns(counts);
  const grouped = n.includes('count') ? ` group by ${values.map((_, i) => i + 1).join(', ')}` : '';
  const all = [...values, n].map((value, i) => `${value} as ${names[i]!}`).join(', ');
  return `select ${all} from ${from} as r where r.${column} is not null${grouped}`;
}

/** Returns SQL for what the counts of a table should be. */
export const selectDayCounts = (counts: DayCounts): string =>
  spansOf(counts)
    .map((span) => selectSpan(counts, span, counts.table, 'count(*)'))
    .join(' union all ');

/** Returns the statement that adds rows to the counts of spans, or removes them with `-` as the sign. */
function addTo(db: Knex, counts: DayCounts, spans: Span[], rows: string, sign: '' | '-'): string {
  const target = countsTable(counts.table);
  const columns = countsColumns(counts);
  const n = `${sign}${isPostgres(db) ? 'count(*)' : '1'}`;
  const selected = spans.map((span) => selectSpan(counts, span, rows, n)).join(' union all ');
  return (
    `insert into ${target} (${columns.join(', ')}) ${selected} ` +
    `on conflict (${columns.slice(0, -1).join(', ')}) do update set n = ${target}.n + excluded.n;`
  );
}

/** Returns the triggers of counts. */
function keptCounts(db: Knex, counts: DayCounts): Kept {
  const { table, key, dates, owner, filters } = counts;
  const columns = [...dates, ...(owner === undefined ? [] : [owner]), ...filters];
  const change = (sign: '' | '-') => (rows: string) =>
    isPostgres(db)
      ? // One statement, so that Postgres compares the rows before and after an update once, not for each span.
        `with changed as materialized ${rows} ${addTo(db, counts, spansOf(counts), 'changed', sign)}`
      : spansOf(counts)
          .map((span) => addTo(db, counts, [span], rows, sign))
          .join(' ');
  return {
    name: `count_days_of_${table}`,
    table,
    key,
    columns: columns.filter((column) => !key.includes(column)),
    added: change(''),
    removed: change('-'),
  };
}

/** Creates the triggers of counts by day. */
export async function keepDayCounts(db: Knex): Promise<void> {
  for (const counts of Object.values<DayCounts>(DAY_COUNTS)) await keepRows(db, keptCounts(db, counts));
}
