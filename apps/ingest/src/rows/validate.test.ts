import { describe, expect, it } from '@jest/globals';
import { companyRecord } from '../kinds/company/record.ts';
import { eventRecord } from '../kinds/event/record.ts';
import { filingKind } from '../kinds/filing/index.ts';
import { recordOfCells } from './schema.ts';
import { validate } from './validate.ts';

const reason = (value: unknown, schema = companyRecord as Parameters<typeof validate>[0]) => {
  const result = validate(schema, value);
  return 'reason' in result ? result.reason : undefined;
};

describe('validation', () => {
  it.each([
    [{ 'a\u0000': 1 }, 'invalid text: data.data.x has a field name that has the character U+0000'],
    [{ 'a\ud800': 1 }, 'invalid text: data.data.x has a field name that has half a surrogate pair'],
    [{ a: [1, -Infinity] }, 'invalid record: data.data.x.a[1] is too large a number'],
    [{ a: 1 }, undefined],
  ])('rejects free data that cannot be read again: %#', (x, expected) => {
    const data = { name: 'IPO', announced_date: '2024-01-01', data: { x } };
    expect(reason({ company: 'a.com', event_type: 'company_milestone', data }, eventRecord)).toBe(expected);
  });

  it.each([
    [{ founding_year: 'soon' }, 'invalid record: founding_year must be a number, not "soon"'],
    [{ founding_year: 2010.5 }, 'invalid record: founding_year must be a whole number, not 2010.5'],
    [{ founding_year: 3 }, 'invalid record: founding_year must be at least 500'],
    [{ is_active: 'yes' }, 'invalid record: is_active must be true or false, not "yes"'],
    [{ type: 'family' }, 'invalid record: type must be "private" or "public", not "family"'],
    [{ financials: [{ name: 'x' }] }, 'invalid record: financials[0].value is missing'],
    [{ name: '' }, 'invalid record: name must not be blank'],
    [{ domain: 'https://a.com/x' }, /^invalid record: domain must be a bare domain .*: a\.com$/],
    [{ name: 'A\nb.com' }, 'invalid record: name must be one line: in a table, a quote may be missing'],
    [{ name: 'A\u001b[31m' }, 'invalid record: name must not have control characters'],
    [{ description: 'A\nb\u0007' }, 'invalid record: description must not have control characters'],
    [{ name: '\u200b \u2060' }, 'invalid record: name must not be blank'],
    [
      { financials: [{ name: 'x', value: Number('12345678901234567890') }] },
      'invalid record: financials[0].value is too large to be exact; the largest is 9007199254740991',
    ],
    [{ founding_year: Infinity }, 'invalid record: founding_year is too large a number'],
    [
      { financials: [{ name: 'x', value: 1, date: '2024-02-30' }] },
      'invalid record: financials[0].date must be a date: there is no 2024-02-30',
    ],
    [{ cik: '12345678901' }, 'invalid record: cik must be a CIK of up to ten digits, not "12345678901"'],
    [
      { listings: [{ ticker: 'A' }, { ticker: 'A' }] },
      'invalid record: listings must not name a listing twice',
    ],
    [[], 'invalid record: the record must be an object, not []'],
    [null, 'invalid record: the record must be an object, not null'],
    [{ nmae: 'A' }, 'unknown field: "nmae"; the nearest known one is "name"'],
    [
      { headquarters: { town: 'X' } },
      'unknown field: "headquarters.town"; known are headquarters.city, headquarters.country',
    ],
    [{ Founders: ['A'] }, 'unknown field: "Founders"; the nearest known one is "key_people.founders"'],
    [{ ceo: 'A' }, 'unknown field: "ceo"; the nearest known one is "key_people.ceo"'],
    [{ key_people: ['A'] }, 'invalid record: key_people must be an object with founders, ceo, not ["A"]'],
    [
      { financials: [5] },
      'invalid record: financials[0] must be an object with name, value, date, source_url, not 5',
    ],
    [
      { financials: { revenue: 5 } },
      'invalid record: financials must be a list of objects with name, value, date, source_url, not {"revenue":5}',
    ],
    [{ categories: 5 }, 'invalid record: categories must be a list, not 5'],
    [{ zzzzzzzzzz: 1 }, /^unknown field: "zzzzzzzzzz"; known are domain, name, slug, /],
    [{ name: 'a\u0000b' }, 'invalid text: name has the character U+0000'],
    [{ key_people: { ceo: ['\ud83d'] } }, 'invalid text: key_people.ceo[0] has half a surrogate pair'],
  ])('reports the problem in %j', (value, expected) => {
    expect(reason(value)).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
  });

  it('rejects records that are nested too deeply, and lists a few of many problems', () => {
    const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as unknown;
    expect(reason({ name: deep })).toMatch(/^invalid record: it is nested/);
    expect(reason({ name: 1, type: 1, slug: 1, is_active: 1, description: 1 })).toMatch(/; and 2 more$/);
    expect(reason({ accession_number: '1' }, filingKind.record)).toBe(
      'invalid record: the record must name its company by company (a domain), company_cik, company_ticker, company_external_id or company_name',
    );
  });
});

describe('a record of a table', () => {
  it('converts cells to numbers, lists and nested fields, and leaves out empty ones', () => {
    const cells = {
      name: 'Acme',
      founding_year: ' 2010 ',
      is_active: 'FALSE',
      categories: 'Payments; Fintech;',
      'headquarters.city': 'Paris',
      'key_people.founders': '["Ann; Lee"]',
      description: '',
      social: '[{"url": "https://x.com/a", "type": "x"}]',
    };
    expect(recordOfCells(companyRecord, cells)).toEqual({
      record: {
        name: 'Acme',
        founding_year: 2010,
        is_active: false,
        categories: ['Payments', 'Fintech'],
        headquarters: { city: 'Paris' },
        key_people: { founders: ['Ann; Lee'] },
        social: [{ url: 'https://x.com/a', type: 'x' }],
      },
    });
    const listed = { 'listings.0.ticker': 'A', 'listings.0.venue': 'NYSE', 'listings.1.ticker': 'B' };
    expect(recordOfCells(companyRecord, listed)).toEqual({
      record: { listings: [{ ticker: 'A', venue: 'NYSE' }, { ticker: 'B' }] },
    });
    const second = { 'listings.0.ticker': '', 'listings.0.venue': ' ', 'listings.1.ticker': 'B' };
    expect(recordOfCells(companyRecord, second)).toEqual({ record: { listings: [{ ticker: 'B' }] } });
  });

  it.each(['#NAME?', '#SPILL!', '#ERROR!', '#GETTING_DATA', 'Err:502'])(
    'rejects the spreadsheet error %s',
    (name) => {
      expect(recordOfCells(companyRecord, { domain: 'a.com', name })).toEqual({
        reason: `spreadsheet error: name is ${name}, not a value`,
        // What else it says is there all the same.
        record: { domain: 'a.com' },
      });
    },
  );

  it('rejects two columns for the same field', () => {
    for (const columns of [
      { 'headquarters.city': 'Hull', headquarters: 'Leeds' },
      { headquarters: 'Leeds', 'headquarters.city': 'Hull' },
    ]) {
      expect(recordOfCells(companyRecord, columns)).toEqual({
        reason: 'contradicting columns: headquarters and headquarters.city both have a value',
        record: { headquarters: { city: 'Hull' } },
      });
    }
    const one = { headquarters: ' ', 'headquarters.city': 'Hull' };
    expect(recordOfCells(companyRecord, one)).toEqual({ record: { headquarters: { city: 'Hull' } } });
  });

  it('keeps text that cannot be converted, and unknown columns, for the schema to reject', () => {
    const record = { founding_year: 'ca. 2010', 'a.b': '1', constructor: 'x' };
    expect(recordOfCells(companyRecord, record)).toEqual({ record });
  });
});
