/** The kinds and formats of generated rows. */
export const generated = ['companies', 'events'] as const;
export type Generated = (typeof generated)[number];
export const formats = ['ndjson', 'json', 'csv'] as const;
export type Format = (typeof formats)[number];

/** The number of companies that generated events belong to. */
export const OWNERS = 1_000;
/** One row in so many is invalid, so that the load also writes rejects. */
const WRONG = 1_000;
/** The number of rows in one chunk of the stream. */
const CHUNK = 1_000;

/** Returns a made-up company. Its domain is reserved for examples (RFC 2606). */
export function company(i: number): Record<string, unknown> {
  return {
    domain: i % WRONG === WRONG - 1 ? 'no domain' : `company-${i}.example.com`,
    name: `Company ${i} of Many`,
    type: i % 5 === 0 ? 'public' : 'private',
    description: `Company ${i} makes things that people need every day, and has done so for ${i % 90} years.`,
    founding_year: 1930 + (i % 90),
    headquarters: { city: `City ${i % 300}`, country: 'France' },
    categories: [`Category ${i % 50}`],
  };
}

function event(i: number): Record<string, unknown> {
  const day = new Date(Date.UTC(1990, 0, 1 + (i % 10_000))).toISOString().slice(0, 10);
  return {
    company: `company-${i % (OWNERS - 1)}.example.com`,
    event_type: 'funding_round',
    data: {
      name: `Round ${i}`,
      round_type: 'series_a',
      announced_date: i % WRONG === WRONG - 1 ? 'some day' : day,
      amount_raised: `${i + 1}000.00`,
      currency: 'USD',
      status: 'closed',
    },
  };
}

const ROWS: Record<Generated, (i: number) => Record<string, unknown>> = { companies: company, events: event };

/** Yields the bytes of so many rows, one chunk at a time. */
export async function* bytesOfRows(
  kind: Generated,
  format: Format,
  count: number,
): AsyncGenerator<Uint8Array> {
  const row = ROWS[kind];
  const columns = columnsOf(row(0));
  if (format === 'csv') yield Buffer.from(`${columns.join(',')}\n`);
  for (let start = 0; start < count; start += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, count - start) }, (_, i) => row(start + i));
    const lines = rows.map((each) =>
      format === 'csv' ? cells(each).map(cell).join(',') : JSON.stringify(each),
    );
    if (format !== 'json') yield Buffer.from(`${lines.join('\n')}\n`);
    else yield Buffer.from(`${start === 0 ? '[' : ','}${lines.join(',\n')}`);
  }
  if (format === 'json') yield Buffer.from(count === 0 ? '[]' : ']');
}

/** Returns the column names of a row. Fields of objects have dotted names. */
const columnsOf = (row: Record<string, unknown>): string[] =>
  Object.entries(row).flatMap(([name, value]) =>
    isObject(value) ? columnsOf(value).map((inner) => `${name}.${inner}`) : [name],
  );

const cells = (row: Record<string, unknown>): unknown[] =>
  Object.values(row).flatMap((value) => (isObject(value) ? cells(value) : [value]));

const cell = (value: unknown) =>
  `"${String(Array.isArray(value) ? value.join(';') : value).replaceAll('"', '""')}"`;

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
