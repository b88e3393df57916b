import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findKind } from '../../kinds/index.ts';
import { temporaryFolder, type Folder } from '../../testing/files.ts';
import { recordsOf } from '../../testing/read.ts';

const COMPANY = 'kind: company\nfields:\n  domain: d\n';
const ROUND = `kind: event
fields:
  company: d
  event_type: { constant: funding_round }
  data.name: { constant: Seed }
  data.announced_date: { constant: 2024-01-01 }
`;

describe('the rules of a mapping', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  /** Maps a table of one column besides the domain, and returns what each row became. */
  const read = async (cells: string[], mapping: string, kind = 'company', name = 't.csv') => {
    const isTable = name.endsWith('.csv');
    const table = ['d,x', ...cells.map((cell, i) => `a${i}.com,"${cell.replaceAll('"', '""')}"`)].join('\n');
    const text = isTable ? table : cells.map((cell, i) => `{"d": "a${i}.com", "x": ${cell}}`).join('\n');
    const rows = await recordsOf(findKind(kind)!, [folder.write(name, text)], {
      mapping: folder.write('m.yaml', mapping),
    });
    return rows.map((row) => {
      if ('reason' in row) return row.reason;
      if (!('record' in row)) throw new Error('no row');
      const { domain, ...record } = row.record as Record<string, unknown>;
      return row.warnings.length > 0 ? { domain, ...record, warnings: row.warnings } : record;
    });
  };

  it('names no company by its page on a host that many companies share', async () => {
    const rows = (rule: string, name = '') =>
      read(
        ['https://www.facebook.com/bolt', 'facebook.com?id=7', 'https://facebook.com/', 'bolt.io/about'],
        ROUND.replace('company: d', `company: ${rule}`) + name,
        'event',
      );
    expect(await rows('{ domain_of: x }')).toMatchObject([
      expect.stringMatching(
        /^invalid record: company is a page on facebook\.com, .*\/bolt"\); give the website/,
      ),
      expect.stringMatching(/^invalid record: company is a page on facebook\.com, /),
      { company: 'facebook.com' },
      { company: 'bolt.io' },
    ]);
    const except = '{ domain_of: x, except: [facebook.com] }';
    expect(await rows(except, '  company_name: d\n')).toMatchObject([
      { company_name: 'a0.com' },
      { company_name: 'a1.com' },
      { company_name: 'a2.com' },
      { company: 'bolt.io' },
    ]);
  });

  it('leaves no gap in a list inside of another field', async () => {
    const equities = [0, 1].map(
      (i) => `  data.equities.${i}.name: { constant: E${i} }
  data.equities.${i}.equity_type: { constant: preferred }
  data.equities.${i}.round_type: { constant: seed }
  data.equities.${i}.issue_price: ${i === 0 ? 'x' : '{ constant: 2.00 }'}
  data.equities.${i}.issued_at: { constant: 2024-01-01 }
`,
    );
    expect(await read([''], `${ROUND}${equities.join('')}`, 'event')).toMatchObject([
      { data: { equities: [{ name: 'E1' }] } },
    ]);
  });

  it('scales numbers exactly', async () => {
    const mapping = `${COMPANY}  financials.0.name: { constant: r }\n  financials.0.value: { column: x, number: '1,234.56', scale: 1e6 }\n`;
    const values = (await read(['1,200', '0.1', '$36.9', '1.2.3'], mapping)).map((row) =>
      typeof row === 'string' ? row : (row['financials'] as { value: number }[])[0]!.value,
    );
    expect(values).toEqual([
      1_200_000_000,
      100_000,
      36_900_000,
      'invalid record: financials.0.value must be a number written as 1,234.56, not "1.2.3"',
    ]);
    expect(await read(['2.3'], mapping, 'company', 't.ndjson')).toMatchObject([
      { financials: [{ value: 2_300_000 }] },
    ]);
  });

  it('rejects an exponent whose digits are in another notation', async () => {
    const mapping = `${COMPANY}  financials.0.name: { constant: r }\n  financials.0.value: { column: x, number: '1.234,56' }\n`;
    expect(await read(['1.234E+09', '1,234E+09'], mapping)).toMatchObject([
      'invalid record: financials.0.value must be a number written as 1.234,56, not "1.234E+09"',
      { financials: [{ value: 1_234_000_000 }] },
    ]);
  });

  it.each(['¥700', '€700', '£ 700', '-₹700', 'R$700', 'A$700', '₩700'])(
    'rejects the number %s in a field that is in US dollars',
    async (cell) => {
      const mapping = `${COMPANY}  financials.0.name: { constant: r }\n  financials.0.value: { column: x, number: '1234.56', scale: 1e6 }\n`;
      expect(await read([cell, '$700'], mapping)).toMatchObject([
        `invalid record: financials.0.value has a currency that the mapping does not state ("${cell}"); the amount is in USD`,
        { financials: [{ value: 700_000_000 }] },
      ]);
    },
  );

  it('accepts the signs of the stated currency before a number', async () => {
    const amount = `${ROUND}  data.amount_raised: { column: x, number: '1234.56' }\n`;
    expect(await read(['¥7', '$7'], `${amount}  data.currency: { constant: CNY }\n`, 'event')).toMatchObject([
      { data: { amount_raised: '7', currency: 'CNY' } },
      expect.stringMatching(
        /has a currency that the mapping does not state \("\$7"\); the amount is in CNY$/,
      ),
    ]);
    expect(await read(['$7'], amount, 'event')).toEqual([
      expect.stringMatching(
        /\("\$7"\); add a rule for the currency field, or use money: true instead of number$/,
      ),
    ]);
  });

  it('compares the currency of an amount with the currency code of a measurement', async () => {
    const metric = `kind: metric
fields:
  company: d
  metric_definition.base: { constant: gross_profit }
  metric_definition.view: { constant: value }
  metric_definition.base_period: { constant: year }
  measurement.scenario: { constant: historical }
  measurement.end_date: { constant: 2024-12-31 }
  measurement.type: { constant: equals }
  measurement.unit_kind: { constant: currency }
  measurement.currency_code: { constant: EUR }
  measurement.amount: { column: x, money: true }
`;
    expect(await read(['€3M', '$3M'], metric, 'metric')).toMatchObject([
      { measurement: { amount: 3_000_000, currency_code: 'EUR' } },
      'invalid record: measurement.amount is in USD, but measurement.currency_code is EUR',
    ]);
  });

  it('sets the currency next to an amount of money', async () => {
    const mapping = `${ROUND}  data.amount_raised: { column: x, money: true }\n`;
    expect(await read(['€3M', '5', '$1.234M', '$3-5M'], mapping, 'event')).toMatchObject([
      { data: { amount_raised: '3000000', currency: 'EUR' } },
      expect.stringMatching(/^invalid record: data\.amount_raised has no currency \("5"\); add currency/),
      expect.stringMatching(/^invalid record: data\.amount_raised may be 1234 or 1\.234 /),
      expect.stringMatching(/^invalid record: data\.amount_raised must be one exact amount, not "\$3-5M"/),
    ]);
  });

  it('compares money with the currency that the mapping states', async () => {
    const stated = `${ROUND}  data.amount_raised: { column: x, money: true }\n  data.currency: { constant: CAD }\n`;
    expect(await read(['$3M', '5', '€3M'], stated, 'event')).toMatchObject([
      { data: { amount_raised: '3000000', currency: 'CAD' } },
      { data: { amount_raised: '5', currency: 'CAD' } },
      'invalid record: data.amount_raised is in EUR, but data.currency is CAD',
    ]);
    const two = `${ROUND}  data.amount_raised: { column: x, pattern: '^[^/]+', money: true }\n  data.valuation: { column: x, pattern: '/(.*)', money: true }\n`;
    expect(await read(['$3M / $9M', '$3M / €9M'], two, 'event')).toMatchObject([
      { data: { amount_raised: '3000000', valuation: '9000000', currency: 'USD' } },
      'invalid record: data.valuation is in EUR, but data.currency is USD',
    ]);
  });

  it('accepts only dollars where a record has no field for the currency', async () => {
    const mapping = `${COMPANY}  financials.0.name: { constant: r }\n  financials.0.value: { column: x, money: true }\n`;
    expect(await read(['$3M', '12', '€3M'], mapping)).toMatchObject([
      { financials: [{ value: 3_000_000 }] },
      { financials: [{ value: 12 }] },
      'invalid record: financials.0.value is in EUR, but the field is in US dollars',
    ]);
    expect(await read(['3M'], mapping.replace('money: true', 'money: true, currency: EUR'))).toEqual([
      'invalid record: financials.0.value is in EUR, but the field is in US dollars',
    ]);
  });

  it('reads dates in several forms, and rejects one that has two meanings', async () => {
    const mapping = (forms: string) =>
      `${ROUND.replace('{ constant: 2024-01-01 }', `{ column: x, dates: [${forms}] }`)}`;
    const dates = async (cells: string[], forms: string) =>
      (await read(cells, mapping(forms), 'event')).map((row) =>
        typeof row === 'string' ? row : (row['data'] as { announced_date: string }).announced_date,
      );
    expect(await dates(['09.02.69', '09.02.70'], 'DD.MM.YY')).toEqual(['2069-02-09', '1970-02-09']);
    expect(
      await dates(['9 März 2024', '9 août 2024', '9 sept. 2024', '9 ene 2024', '9 foo 2024'], 'D MMMM YYYY'),
    ).toEqual([
      ...['2024-03-09', '2024-08-09', '2024-09-09', '2024-01-09'],
      expect.stringMatching(/must be a date such as D MMMM YYYY/),
    ]);
    expect(await dates(['2024年2月9日'], 'YYYY年M月D日')).toEqual(['2024-02-09']);
    expect(await dates(['2024-02-09', '9 Feb 2024', 'soon'], 'YYYY-MM-DD, D MMM YYYY')).toEqual([
      '2024-02-09',
      '2024-02-09',
      'invalid record: data.announced_date must be a date such as YYYY-MM-DD or D MMM YYYY, not "soon"',
    ]);
    expect(await dates(['13/02/2024', '03/02/2024', '02/02/2024'], 'DD/MM/YYYY, MM/DD/YYYY')).toEqual([
      '2024-02-13',
      'invalid record: data.announced_date may be 2024-02-03 or 2024-03-02 ("03/02/2024"); keep one of the forms',
      '2024-02-02',
    ]);
    expect(await dates(['1707436800', '-86400', 'x'], 'unix')).toEqual([
      '2024-02-09',
      '1969-12-31',
      expect.stringMatching(/must be a date such as unix/),
    ]);
    expect(await dates(['1707436800000'], 'unix_ms')).toEqual(['2024-02-09']);
  });

  it('keeps the time of a Unix time where the field has one', async () => {
    const mapping =
      'kind: filing\nfields:\n  company: d\n  accession_number: { constant: 0000320193-24-000123 }\n  filed_at: { column: x, date: unix }\n';
    expect(await read(['1707436861'], mapping, 'filing')).toMatchObject([
      { filed_at: '2024-02-09T00:01:01.000Z' },
    ]);
  });

  it('splits at several separators, and takes one item', async () => {
    const list = `${COMPANY}  categories: { column: x, split: [';', ' / '] }\n`;
    expect(await read(['Pay; Bank / Cards;Pay'], list)).toMatchObject([
      { categories: ['Pay', 'Bank', 'Cards'] },
    ]);
    const item = (index: number) =>
      `${COMPANY}  headquarters.city: { column: x, split: ',', index: ${index} }\n`;
    const city = async (index: number) => read(['Saint Paul, Minnesota, USA'], item(index));
    expect(await city(0)).toMatchObject([{ headquarters: { city: 'Saint Paul' } }]);
    expect(await city(-1)).toMatchObject([{ headquarters: { city: 'USA' } }]);
    expect(await city(3)).toEqual([{}]);
  });

  it('takes an item of a list of JSON', async () => {
    const mapping = `${COMPANY}  headquarters.city: x.0.city\n  description: x.-1.city\n`;
    expect(
      await read(['[{"city": "Hull"}, {"city": "York"}]', '[]'], mapping, 'company', 't.ndjson'),
    ).toMatchObject([{ headquarters: { city: 'Hull' }, description: 'York' }, {}]);
  });

  it('has no value where a pattern does not match', async () => {
    expect(
      await read(['since 1999', 'unknown'], `${COMPANY}  founding_year: { column: x, pattern: '\\d{4}' }\n`),
    ).toEqual([{ founding_year: 1999 }, {}]);
  });

  it('looks values up in a file next to the mapping', async () => {
    folder.write('countries.csv', 'code;name\nDE;Germany\nXX;\n');
    const rule = '{ column: x, lookup: { file: countries.csv, key: code, value: name } }';
    expect(await read(['DE', 'XX', 'ZZ'], `${COMPANY}  headquarters.country: ${rule}\n`)).toEqual([
      { headquarters: { country: 'Germany' } },
      {},
      'invalid record: headquarters.country has a value that is not in countries.csv: "ZZ"',
    ]);
    folder.write('twice.csv', 'code,name\nDE,Germany\nDE,Denmark\n');
    await expect(read(['DE'], `${COMPANY}  name: ${rule.replace('countries', 'twice')}\n`)).rejects.toThrow(
      /m\.yaml line 4: fields\.name\.lookup: twice\.csv row 3: "DE" has two values, "Germany" and "Denmark"/,
    );
    await expect(read(['DE'], `${COMPANY}  name: ${rule.replace('countries', 'none')}\n`)).rejects.toThrow(
      /m\.yaml line 4: fields\.name\.lookup: there is no file /,
    );
    for (const file of ['../countries.csv', '/etc/passwd'])
      await expect(
        read(['DE'], `${COMPANY}  name: ${rule.replace('countries.csv', file)}\n`),
      ).rejects.toThrow(`${file} is not in the folder of the mapping; move it there`);
  });

  it('cleans cells, and lets a column opt out', async () => {
    const cells = ['N/A', ' Hull\u200b\u00a0', '-', 'none', 'NA'];
    expect(await read(cells, `clean: true\n${COMPANY}  name: x\n`)).toEqual([
      {},
      { name: 'Hull' },
      {},
      { name: 'none' },
      { name: 'NA' },
    ]);
    expect(await read(cells, `clean: [None]\n${COMPANY}  name: x\n`)).toMatchObject([
      {},
      {},
      {},
      {},
      { name: 'NA' },
    ]);
    const own = `clean: true\n${COMPANY}  name: { column: x, clean: false }\n`;
    expect(await read(['N/A'], own)).toEqual([{ name: 'N/A' }]);
    expect(
      await read(['Ac\u0007me', 'Bolt\u0007'], `${COMPANY}  name: { column: x, clean: true }\n`),
    ).toEqual([{ name: 'Acme' }, { name: 'Bolt' }]);
  });

  it('drops a value that cannot be read, and names its row and field', async () => {
    const mapping = `on_error: drop\n${COMPANY}  founding_year: x\n`;
    expect(await read(['1999', 'soon', '#N/A', '99999'], mapping)).toEqual([
      { founding_year: 1999 },
      { domain: 'a1.com', warnings: ['dropped field: founding_year must be a number, not "soon"'] },
      { domain: 'a2.com', warnings: ['dropped field: founding_year is #N/A, not a value'] },
      { domain: 'a3.com', warnings: ['dropped field: founding_year must be at most 2199 ("99999")'] },
    ]);
    const one = `on_error: drop\n${COMPANY}  founding_year: { column: x, on_error: reject }\n`;
    expect(await read(['soon'], one)).toEqual(['invalid record: founding_year must be a number, not "soon"']);
    const figure = `on_error: drop\n${COMPANY}  financials.0.name: { constant: r }\n  financials.0.value: { column: x, money: true }\n`;
    expect(await read(['?5'], figure)).toEqual([
      {
        domain: 'a0.com',
        warnings: [expect.stringMatching(/^dropped field: financials\.0\.value must be an amount/)],
      },
    ]);
  });

  it('drops the currency with its amount, so that an earlier amount keeps its own', async () => {
    const mapping = `on_error: drop\n${ROUND}  data.amount_raised: { column: x, money: true }\n  data.currency: { constant: USD }\n`;
    const [row] = await read(['$3-5M'], mapping, 'event');
    expect(row).not.toHaveProperty('data.currency');
    expect(row).not.toHaveProperty('data.amount_raised');
  });

  it('lists several problems of a row in one reason', async () => {
    const mapping = `${ROUND.replace('{ constant: 2024-01-01 }', "{ column: x, date: 'YYYY' }")}  data.amount_raised: { column: x, money: true }\n`;
    expect(await read(['soon'], mapping, 'event')).toEqual([
      'invalid record: data.announced_date must be a date such as YYYY, not "soon"; data.amount_raised must be an amount of money, such as $1.2M, not "soon"',
    ]);
  });
});
