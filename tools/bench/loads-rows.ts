import { company } from './memory-rows.ts';

/** The number of companies that filings and news belong to. */
export const OWNERS = 500;

const day = (i: number) => new Date(Date.UTC(2020, 0, 1, i)).toISOString();
const prose = (i: number, words: number) =>
  Array.from({ length: words }, (_, at) => `word${(i * 7 + at * 3) % 97}`).join(' ');

/** Makes the row of a kind with a number. */
export const ROWS: Record<string, (i: number) => object> = {
  companies: (i) => ({ ...company(i), domain: `loaded-${i}.example.com`, description: prose(i, 30) }),
  filings: (i) => ({
    company: `company-${i % OWNERS}.example.com`,
    accession_number: `0000000001-26-${String(i).padStart(6, '0')}`,
    ...{ name: `Annual report ${i}`, type: '10-K', format: 'htm', region: 'US' },
    ...{ filed_at: day(i), url: `https://filings.example/${i}.htm` },
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
