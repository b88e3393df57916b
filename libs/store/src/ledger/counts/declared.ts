/** A total: the rows of a table by the values of columns. Its name is `name` and the values, with blanks in between. */
export interface Counter {
  table: string;
  name: string;
  columns: string[];
}

export const COUNTERS: Counter[] = [
  { table: 'news', name: 'news', columns: ['company_id', 'importance'] },
  { table: 'metrics', name: 'metrics', columns: ['company_id'] },
  { table: 'events', name: 'events', columns: ['company_id', 'type'] },
  { table: 'events', name: 'all events', columns: ['type'] },
  { table: 'events', name: 'all events', columns: ['type', 'subtype'] },
  { table: 'filings', name: 'filings', columns: ['company_id'] },
  { table: 'filings', name: 'filings', columns: ['company_id', 'type'] },
  { table: 'documents', name: 'documents', columns: ['type'] },
  { table: 'document_companies', name: 'document_companies', columns: ['company_id'] },
  { table: 'companies', name: 'companies', columns: ['type'] },
  { table: 'ranked', name: 'ranked', columns: ['name', 'type'] },
  { table: 'category_items', name: 'category_items', columns: ['category_id'] },
  { table: 'company_categories', name: 'company_categories', columns: ['category_id'] },
  { table: 'category_figures', name: 'category_figures', columns: ['category_id', 'name'] },
];

/** Which rows of a table are counted by day. */
export interface DayCounts {
  table: string;
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
    dates: ['release_date', 'created_at', 'updated_at'],
    months: [],
    filters: ['importance'],
  },
  metrics: {
    table: 'metrics',
    dates: ['end_date', 'comparison_window_end_date', 'created_at', 'updated_at'],
    months: [],
    filters: ['base', 'view', 'scenario', 'base_period', 'growth_period'],
  },
  events: {
    table: 'events',
    dates: ['event_date', 'created_at', 'updated_at'],
    months: ['event_date'],
    filters: ['type', 'subtype'],
  },
  filings: { table: 'filings', dates: ['updated_at'], months: [], filters: ['type'] },
  documents: { table: 'documents', dates: ['created_at', 'updated_at'], months: [], filters: ['type'] },
  category_items: {
    table: 'category_items',
    dates: ['published_at'],
    months: ['published_at'],
    owner: 'category_id',
    filters: [],
  },
} satisfies Record<string, DayCounts>;

/** The lengths of a day and of a month at the beginning of a time. */
export const LENGTHS = { day: 10, month: 7 };
export type Period = keyof typeof LENGTHS;

/** Returns the name of the counts by a column and by day or month. */
export const spanOf = (column: string, period: Period): string => `${column} ${period}`;
export const countsTable = (table: string): string => `${table}_counts`;

/** Returns by which columns and periods rows are counted. */
export const spansOf = ({ dates, months }: DayCounts): { column: string; period: Period }[] =>
  dates.flatMap((column) =>
    (months.includes(column) ? (['day', 'month'] as const) : (['day'] as const)).map((period) => ({
      column,
      period,
    })),
  );

/** Returns the key columns of counts. */
export const countsKey = ({ owner, filters }: DayCounts): string[] => [
  ...(owner === undefined ? [] : [owner]),
  'span',
  'day',
  ...filters,
];

/** The counter of repairs. Repairs change responses, but are not in the change log. */
export const REPAIRS = 'repairs';
