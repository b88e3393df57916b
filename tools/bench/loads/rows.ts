/** The formats of generated rows. */
export const formats = ['ndjson', 'json', 'csv'] as const;
export type Format = (typeof formats)[number];

/** One row in so many of a stream is invalid, so that the load also writes rejects. */
const WRONG = 1_000;
/** The number of rows in one chunk of the stream. */
const CHUNK = 1_000;
/** The number of companies that the other records belong to. */
export const OWNERS = 500;

/** Days repeat after this many hours, because a load rejects days in the future. */
const HOURS = 50_000;
const day = (i: number) => new Date(Date.UTC(2020, 0, 1, i % HOURS)).toISOString();
/** A day that differs for each record of an owner. */
const dayOf = (i: number) =>
  new Date(Date.UTC(1850, 0, 1 + Math.floor(i / OWNERS))).toISOString().slice(0, 10);
const prose = (i: number, words: number) =>
  Array.from({ length: words }, (_, at) => `word${(i * 7 + at * 3) % 97}`).join(' ');

/** The kinds of generated rows. */
export const KINDS = ['companies', 'events', 'filings', 'metrics', 'news'] as const;
export type RowKind = (typeof KINDS)[number];

/** Makes the row of a kind with a number. */
export const ROWS: Record<RowKind, (i: number) => Record<string, unknown>> = {
  companies: (i) => ({ ...company(i), domain: `loaded-${i}.example.com`, description: prose(i, 30) }),
  events: (i) => ({
    company: `company-${i % OWNERS}.example.com`,
    event_type: 'funding_round',
    data: {
      ...{ name: `Round ${i}`, round_type: 'series_a', announced_date: dayOf(i), status: 'closed' },
      ...{ amount_raised: `${i + 1}000.00`, currency: 'USD' },
    },
  }),
  filings: (i) => ({
    company: `company-${i % OWNERS}.example.com`,
    accession_number: `0000000001-26-${String(i).padStart(6, '0')}`,
    ...{ name: `Annual report ${i}`, type: '10-K', format: 'htm', region: 'US' },
    ...{ filed_at: day(i), url: `https://filings.example/${i}.htm` },
  }),
  metrics: (i) => ({
    company: `company-${i % OWNERS}.example.com`,
    metric_definition: { base: 'trailing_revenue', view: 'value', base_period: 'year' },
    measurement: {
      ...{ scenario: 'historical', end_date: dayOf(i), type: 'equals' },
      ...{ unit_kind: 'currency', currency_code: 'USD', amount: 1000 + i },
    },
  }),
  news: (i) => ({
    company: `company-${i % OWNERS}.example.com`,
    ...{ headline: `News ${i}`, short_headline: prose(i, 4), description: prose(i, 40) },
    ...{ release_date: day(i), importance: 'minor' },
    articles: [0, 1].map((n) => ({
      ...{ link: `https://news.example/${i}/${n}`, headline: prose(i + n, 9), short_summary: prose(i, 25) },
      ...{ date_published: day(i), publication: 'Example News', publication_score: 50 },
    })),
  }),
};

/** Returns a made-up company. Its domain is reserved for examples (RFC 2606). */
export function company(i: number): Record<string, unknown> {
  return {
    domain: `company-${i}.example.com`,
    name: `Company ${i} of Many`,
    type: i % 5 === 0 ? 'public' : 'private',
    description: `Company ${i} makes things that people need every day, and has done so for ${i % 90} years.`,
    founding_year: 1930 + (i % 90),
    headquarters: { city: `City ${i % 300}`, country: 'France' },
    categories: [`Category ${i % 50}`],
  };
}

/** Yields rows, one chunk at a time. */
function* chunksOf<Row>(rowOf: (i: number) => Row, count: number): Generator<Row[]> {
  for (let start = 0; start < count; start += CHUNK)
    yield Array.from({ length: Math.min(CHUNK, count - start) }, (_, i) => rowOf(start + i));
}

/** Yields rows as NDJSON, one chunk at a time. */
export function* linesOf(rowOf: (i: number) => object, count: number): Generator<string> {
  for (const rows of chunksOf(rowOf, count)) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** Yields the bytes of so many rows, one chunk at a time. */
export async function* bytesOfRows(kind: RowKind, format: Format, count: number): AsyncGenerator<Uint8Array> {
  const rowOf = (i: number): Record<string, unknown> => {
    const valid = ROWS[kind](i);
    return i % WRONG === WRONG - 1 ? { ...valid, [Object.keys(valid)[0]!]: 'no domain' } : valid;
  };
  const lineOf = (row: object) =>
    format === 'csv'
      ? cellsOf(row)
          .map(([, value]) => cell(value))
          .join(',')
      : JSON.stringify(row);
  const columns = cellsOf(rowOf(0)).map(([name]) => name);
  yield Buffer.from({ ndjson: '', json: '[', csv: `${columns.join(',')}\n` }[format]);
  const between = format === 'json' ? ',\n' : '\n';
  let before = '';
  for (const rows of chunksOf(rowOf, count)) {
    const text = rows.map(lineOf).join(between);
    yield Buffer.from(before + text);
    before = between;
  }
  yield Buffer.from(format === 'json' ? ']' : '\n');
}

/** Returns the cells of a row with the names of their columns. Fields of objects have dotted names. */
const cellsOf = (row: object): [name: string, value: unknown][] =>
  Object.entries(row).flatMap(([name, value]: [string, unknown]) =>
    isObject(value)
      ? cellsOf(value).map(([inner, cell]): [string, unknown] => [`${name}.${inner}`, cell])
      : [[name, value]],
  );

const cell = (value: unknown) => {
  const isPlain = Array.isArray(value) && !value.some(isObject);
  const text = isPlain ? value.join(';') : Array.isArray(value) ? JSON.stringify(value) : String(value);
  return `"${text.replaceAll('"', '""')}"`;
};

const isObject = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
