import { describe, expect, it } from '@jest/globals';
import { nameClasses, type Entries } from './names-questions.ts';

const company = (name: string, domain: string, more = {}) => ({ name, domain, path: `/${domain}`, ...more });
const entries: Entries = {
  companies: [
    company('Acme Robotics, Inc.', 'acme.com', {
      ticker: 'ACRO',
      cik: '0000000001',
      former: 'Gantry Works LLC',
    }),
    company('Snowflake', 'snowflake.io'),
    company('ACME', 'acme.net'),
  ],
  filings: [
    {
      cik: '0000000001',
      form: '10-K',
      date: '2020-03-18',
      accession: '0000000001-20-000002',
      path: '/filings/1',
    },
  ],
  documents: [{ title: 'A report', path: '/research/a-report' }],
};
const asked = new Map(nameClasses(entries, 10).map(({ name, questions }) => [name, questions]));
const texts = (name: string) =>
  asked
    .get(name)!
    .map(({ text }) => text)
    .sort();

describe('the questions by name', () => {
  it('write legal forms differently, add them, and leave them out', () => {
    expect(texts('legal form changed')).toEqual(['Acme Robotics, Incorporated']);
    expect(texts('legal form missing')).toEqual(['Acme Robotics']);
    expect(texts('legal form added')).toEqual(['ACME, Inc.', 'Snowflake, Inc.']);
  });

  it('write identifiers as people do', () => {
    expect(texts('$TICKER')).toEqual(['$ACRO']);
    expect(texts('URL')).toContain('https://www.snowflake.io/');
    expect(texts('accession, no dashes')).toEqual(['000000000120000002']);
    expect(texts('name and annual report')).toEqual(['latest Acme Robotics annual report']);
  });

  it('cut, mistype and split names', () => {
    expect(texts('75% of the name')).toEqual(['Acme Robotics,', 'Snowfla']);
    expect(texts('word split')).toEqual(['Snowf lake']);
    for (const { text } of asked.get('typo in the first letter')!)
      expect(['Snowflake', 'Acme Robotics, Inc.']).not.toContain(text);
  });

  it('are the same each time, and name the right entry', () => {
    expect(new Map(nameClasses(entries, 10).map(({ name, questions }) => [name, questions]))).toEqual(asked);
    expect(asked.get('former name')).toEqual([
      { text: 'Gantry Works LLC', right: ['/acme.com'], index: 'explore' },
    ]);
  });
});
