import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { EdgarServer } from '@dossier/ingest/testing';

const CIK = '0001640147';
const filing = { accessionNumber: ['0001640147-24-000101'], filingDate: ['2024-03-26'], form: ['10-K'] };
const submissions = {
  cik: '1640147',
  name: 'Snowflake Inc.',
  website: 'https://www.snowflake.com',
  tickers: ['SNOW'],
  exchanges: ['NYSE'],
  filings: { recent: { ...filing, primaryDocument: ['snow-20240131.htm'] }, files: [] },
};
const revenue = { start: '2023-02-01', end: '2024-01-31', val: 2806489000, filed: '2024-03-26' };
const companyFacts = {
  cik: 1640147,
  entityName: 'Snowflake Inc.',
  facts: {
    'us-gaap': {
      Revenues: {
        units: { USD: [{ ...revenue, accn: '0001640147-24-000101', fy: 2024, fp: 'FY', form: '10-K' }] },
      },
    },
  },
};
const annualReport =
  '<html><body><h1>Annual report</h1><h2>Risk factors</h2><p>Storms may close the data centers.</p></body></html>';
const row = (form: string, name: string, cik: string, file: string) =>
  `${form.padEnd(12)}${name.padEnd(20)}${cik.padEnd(12)}20200318    edgar/data/${cik}/${file}.txt`;
const formIndex = [
  'Description: Daily Index',
  'Form Type   Company Name        CIK         Date Filed  File Name',
  '-'.repeat(100),
  row('8-K', 'Snowflake Inc.', '1640147', '0001640147-20-000007'),
  row('8-K', 'Somebody Else', '99', '0000000099-20-000001'),
].join('\n');

/** Serves what the guide of EDGAR reads from the SEC, and writes the files that it reads from disk. */
export function putEdgarFiles(server: EdgarServer): void {
  server.put('/files/company_tickers.json', {
    0: { cik_str: 1640147, ticker: 'SNOW', title: 'Snowflake Inc.' },
  });
  server.put(`/submissions/CIK${CIK}.json`, submissions);
  server.put(`/api/xbrl/companyfacts/CIK${CIK}.json`, companyFacts);
  server.put(`/Archives/edgar/data/${Number(CIK)}/000164014724000101/snow-20240131.htm`, annualReport);
  server.put('/Archives/edgar/daily-index/2020/QTR1/form.20200318.idx', formIndex);
  for (const [path, content] of [
    [`data/submissions/CIK${CIK}.json`, submissions],
    [`data/companyfacts/CIK${CIK}.json`, companyFacts],
  ] as const) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(content));
  }
}
