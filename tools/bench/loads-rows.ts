import { company } from './memory-rows.ts';

/** The number of companies that the other records belong to. */
export const OWNERS = 500;

const day = (i: number) => new Date(Date.UTC(2020, 0, 1, i)).toISOString();
/** A day that differs for each record of an owner. */
const dayOf = (i: number) =>
  new Date(Date.UTC(1850, 0, 1 + Math.floor(i / OWNERS))).toISOString().slice(0, 10);
const prose = (i: number, words: number) =>
  Array.from({ length: words }, (_, at) => `word${(i * 7 + at * 3) % 97}`).join(' ');

/** Makes the row of a kind with a number. */
export const ROWS: Record<string, (i: number) => object> = {
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

/** Returns rows as the bytes of NDJSON. */
export const linesOf = (rowOf: (i: number) => object, count: number): Buffer =>
  Buffer.from(Array.from({ length: count }, (_, i) => `${JSON.stringify(rowOf(i))}\n`).join(''));
