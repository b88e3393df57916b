import { describe, expect, it } from '@jest/globals';
import { validate } from '../rows/validate.ts';
import { findKind } from '../kinds/index.ts';

const OF = { company: 'acme.com' };
const article = (date_published: string) => ({
  ...{
    link: 'https://a.example/1',
    headline: 'h',
    short_summary: 's',
    publication: 'p',
    publication_score: 1,
  },
  date_published,
});
const RECORDS: [field: string, kind: string, make: (day: string) => object][] = [
  [
    'financials[0].date',
    'company',
    (date) => ({ domain: 'a.com', financials: [{ name: 'r', value: 1, date }] }),
  ],
  ['data[0].x', 'dataset', (x) => ({ ...OF, name: 'n', data: [{ x, y: 1, type: 'historical' }] })],
  ['release_date', 'news', (release_date) => ({ ...OF, headline: 'h', release_date })],
  [
    'articles[0].date_published',
    'news',
    (day) => ({ ...OF, headline: 'h', release_date: '2024-01-01', articles: [article(day)] }),
  ],
  ['filed_at', 'filing', (filed_at) => ({ ...OF, accession_number: '1', filed_at })],
  ['date', 'document', (date) => ({ slug: 's', title: 't', date })],
  ['updated', 'document', (updated) => ({ slug: 's', title: 't', updated })],
];
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const reasonOf = (kind: string, value: object) => {
  const read = validate(findKind(kind)!.record, value);
  return 'reason' in read ? read.reason : undefined;
};

describe.each(RECORDS)('the date %s of a %s', (field, kind, make) => {
  it('is from 1500 to 2199', () => {
    for (const day of ['0024-12-31', '1499-12-31', '2200-01-01', '2999-01-01', '9999-12-31T23:59:59Z']) {
      expect(reasonOf(kind, make(day))).toContain(`${field} must be `);
    }
    expect(reasonOf(kind, make('0024-12-31'))).toContain(
      `${field} must be from 1500-01-01 to 2199-12-31, not 0024-12-31`,
    );
    for (const day of ['1500-01-01', '1850-06-01', '2024-02-29', inDays(0).slice(0, 10)])
      expect(reasonOf(kind, make(day))).toBeUndefined();
  });

  it('is at most a year ahead, if it is the date of a publication', () => {
    const isPublication = kind !== 'company' && kind !== 'dataset';
    expect(reasonOf(kind, make(inDays(300).slice(0, 10)))).toBeUndefined();
    const reason = reasonOf(kind, make(inDays(400).slice(0, 10)));
    if (isPublication) expect(reason).toContain(`${field} must be at most a year after today, not `);
    else expect(reason).toBeUndefined();
  });
});

describe('the history of a company', () => {
  const founded = (founding_year: number) => ({ domain: 'a.com', name: 'A', type: 'private', founding_year });
  const milestone = (announced_date: string, event_type = 'company_milestone') => ({
    ...OF,
    event_type,
    data: { name: 'Founding', type: 'incorporation', announced_date, effective_date: announced_date },
  });

  it('may begin in any year from 500', () => {
    for (const year of [578, 717, 1288, 1397, 1668, 2026]) {
      expect(reasonOf('company', founded(year))).toBeUndefined();
      expect(reasonOf('event', milestone(`${String(year).padStart(4, '0')}-01-01`))).toBeUndefined();
    }
  });

  it('does not begin before, and other events do not happen before 1500', () => {
    for (const year of [0, 24, 97, 499, 2200, 2999])
      expect(reasonOf('company', founded(year))).toContain('founding_year must be ');
    expect(reasonOf('event', milestone('0024-12-31'))).toContain(
      'data.announced_date must be from 0500-01-01 to 2199-12-31, not 0024-12-31',
    );
    expect(reasonOf('event', milestone('1288-06-16', 'corporate_action'))).toContain(
      'data.announced_date must be from 1500-01-01 to 2199-12-31, not 1288-06-16',
    );
  });
});

describe('a day that no calendar has', () => {
  it('is rejected with one reason', () => {
    const [, , make] = RECORDS[0]!;
    expect(reasonOf('company', make('2023-02-29'))).toBe(
      'invalid record: financials[0].date must be a date: there is no 2023-02-29',
    );
  });
});
