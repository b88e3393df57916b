import { describe, expect, it } from '@jest/globals';
import { edgarAddresses, secHosts } from './addresses.ts';
import { readFormIndex } from './form-index.ts';
import { indexNames } from '../../edgar/index-names.ts';

const HEAD = [
  'Description:           Daily Index of EDGAR Dissemination Feed by Form Type',
  'Last Data Received:    Feb 01, 2024',
  ' ',
];
const COLUMNS = 'Form Type   Company Name                  CIK         Date Filed  File Name';
const DASHES = '-'.repeat(141);
const row = (form: string, cik: number, date: string, accession: string) =>
  `${form.padEnd(12)}${'ACME 100 Inc   20240101'.padEnd(30)}${String(cik).padEnd(12)}${date.padEnd(12)}edgar/data/${cik}/${accession}.txt   `;
const file = (...rows: string[]) => [...HEAD, COLUMNS, DASHES, ...rows, ''].join('\n');
const read = (text: string) => readFormIndex(text, 'form.idx', (cik) => cik === '0000000042');

describe('an index file', () => {
  it('returns the filings of known companies, and counts the others', () => {
    const text = file(
      row('10-K', 42, '20240201', '0000000042-24-000002'),
      row('NT 10-K', 43, '20240201', '0000000043-24-000001'),
      row('DEF 14A', 42, '2024-02-02', '0000000099-24-000003'),
    );
    const { rows, others } = read(text);
    expect(others).toBe(1);
    expect(rows).toMatchObject([
      {
        file: 'form.idx',
        row: 6,
        value: {
          company_cik: '0000000042',
          accession_number: '0000000042-24-000002',
          name: '10-K',
          type: '10-K',
          format: 'txt',
          region: 'US',
          filed_at: '2024-02-01',
          url: 'https://www.sec.gov/Archives/edgar/data/42/0000000042-24-000002.txt',
          only_new: true,
        },
      },
      { row: 8, value: { type: 'DEF 14A', filed_at: '2024-02-02' } },
    ]);
  });

  it('accepts a form longer than its column, and CRLF line endings', () => {
    const long = `SCHEDULE 13D/A  Acme  42  2024-12-20  edgar/data/42/0000000042-24-000009.txt`;
    expect(read(file(long).replaceAll('\n', '\r\n')).rows).toMatchObject([
      { value: { type: 'SCHEDULE 13D/A' } },
    ]);
  });

  it('accepts an empty index file', () => {
    expect(read(file())).toEqual({ rows: [], others: 0 });
  });

  it('rejects a line that is not an index row', () => {
    const { rows } = read(file('what is this', row('4', 42, '20240201', '0000000042-24-000002')));
    expect(rows).toMatchObject([{ row: 6, reason: expect.stringMatching(/^wrong format: /) }, { row: 7 }]);
  });

  it('rejects an index file truncated in the middle of a row or before the rows', () => {
    const text = file(row('4', 42, '20240201', '0000000042-24-000002'));
    expect(() => read(text.slice(0, -12))).toThrow('it ends in the middle of a row');
    expect(() => read(text.slice(0, 60))).toThrow('it has no head');
  });
});

describe('names of indexes', () => {
  it('accepts days, quarters and ranges, without duplicates or the weekends of a range', () => {
    expect(indexNames(['2020-03-13..2020-03-17', '2020-03-13', '2020-03-14', '2019q4..2020Q2'])).toEqual([
      '2020-03-13',
      '2020-03-16',
      '2020-03-17',
      '2020-03-14',
      '2019Q4',
      '2020Q1',
      '2020Q2',
    ]);
  });

  it.each([
    '',
    '2020',
    '2020-02-30',
    '2020Q5',
    '2020-03-02..2020-03-01',
    '2020Q1..2020-03-01',
    'AAPL',
    '2020Q1..2020Q2..2020Q3',
  ])('rejects the index name %j', (name) => {
    expect(() => indexNames([name])).toThrow(`"${name}" is not a day, quarter or ascending range`);
  });

  it('maps index names to SEC URLs', () => {
    const { index } = edgarAddresses(secHosts);
    expect(index('2020-03-18')).toBe(
      'https://www.sec.gov/Archives/edgar/daily-index/2020/QTR1/form.20200318.idx',
    );
    expect(index('2020-12-01')).toMatch('/2020/QTR4/form.20201201.idx');
    expect(index('2025Q1')).toBe('https://www.sec.gov/Archives/edgar/full-index/2025/QTR1/form.idx');
  });
});
