import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { findKind } from '../../kinds/index.ts';
import { temporaryFolder, type Folder } from '../../testing/files.ts';
import { recordsOf } from '../../testing/read.ts';
import { checkMapping, readMapping } from './file.ts';

const MAPPINGS = join(import.meta.dirname, '../../../../../tools/mappings');
const company = findKind('company')!;
const MAPPING = `# A comment.
kind: companies
fields:
  name: Company
  type: { constant: private }
  domain:
    domain_of: Website
    except: [twitter.com]
  is_active: { column: State, values: { Dead: false, Alive: true } }
  founding_year: { column: Founded, number: '1.234,56' }
  headquarters.city: Town
  categories: { column: Tags, split: '|', values: { Money: Fintech } }
  description: About
`;
const HEAD = 'Company,Website,State,Founded,Town,Tags,About,Ignored';

describe('a mapping', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  const records = async (table: string, mapping = MAPPING, kind = company, name = 'table.csv') =>
    recordsOf(kind, [folder.write(name, table)], { mapping: folder.write('m.yaml', mapping) });
  const problem = (mapping: string) => readMapping(folder.write('m.yaml', mapping), company);

  it('maps the rows of a foreign table to records', async () => {
    const rows = [
      'Acme,https://www.Acme.com/about,Dead,2.001,Paris,Money | Tools |Money,"Line\n2",x',
      'Bolt,https://twitter.com/bolt,Alive,soon,,,,',
    ];
    expect(await records([HEAD, ...rows].join('\r\n'))).toMatchObject([
      {
        row: 2,
        record: {
          name: 'Acme',
          type: 'private',
          domain: 'acme.com',
          is_active: false,
          founding_year: 2001,
          headquarters: { city: 'Paris' },
          categories: ['Fintech', 'Tools'],
          description: 'Line\n2',
        },
        raw: { Company: 'Acme', Ignored: 'x' },
      },
      {
        row: 3,
        reason: 'invalid record: founding_year must be a number written as 1.234,56, not "soon"',
        raw: { Company: 'Bolt' },
      },
    ]);
  });

  it('reads dates in the format of the rule', async () => {
    const mapping = (date: string) =>
      `kind: filing\nfields:\n  company: Site\n  accession_number: No\n  filed_at: { column: Day, date: '${date}' }\n`;
    const filedAt = async (day: string, date: string) =>
      (await records(`Site,No,Day\na.com,1,"${day}"`, mapping(date), findKind('filing')))[0];
    const iso = { record: { filed_at: '2024-02-09T00:00:00.000Z' } };
    expect(await filedAt('02/09/2024', 'MM/DD/YYYY')).toMatchObject(iso);
    expect(await filedAt('9.2.2024', 'D.M.YYYY')).toMatchObject(iso);
    expect(await filedAt('Feb 09, 2024', 'MMM DD, YYYY')).toMatchObject(iso);
    expect(await filedAt('9 February 2024', 'D MMMM YYYY')).toMatchObject(iso);
    expect(await filedAt('9 Febuary 2024', 'D MMMM YYYY')).toMatchObject({ reason: expect.any(String) });
    expect(await filedAt('31/31/2024', 'DD/MM/YYYY')).toMatchObject({
      reason: expect.stringMatching(/"31\/31\/2024"/),
    });
  });

  it.each([
    ['1,234.56', '$1,200,000.5', 1200000.5],
    ['1234.56', '2001', 2001],
    ['1234.56', '-12.5', -12.5],
    ['1 234,56', '1 200,25', 1200.25],
    ['1 234,56', '-12\u202f001\u00a0200,25', -12001200.25],
    ['1,234.56', '+1200000.5', 1200000.5],
    ['1.234,56', '$ 1.250', 1250],
  ])('reads numbers written as %s', async (form, text, value) => {
    const figure = `financials.0.name: { constant: x }\n  financials.0.value: { column: N, number: '${form}' }`;
    const [row] = await records(`C,N\na.com,"${text}"`, `kind: company\nfields:\n  domain: C\n  ${figure}\n`);
    expect(row).toMatchObject({ record: { financials: [{ name: 'x', value }] } });
  });

  it.each([
    ['1.234,56', '1234.56'],
    ['1.234,56', '12.34'],
    ['1 234,56', '1.5'],
    ['1,234.56', '3,5'],
    ['1,234.56', '1,23,456'],
    ['1,234.56', '1,234,5.6'],
    ['1.234,56', '1.234.5'],
    ['1234.56', '1,234'],
  ])('rejects numbers that are not written as %s: %s', async (form, text) => {
    const figure = `financials.0.name: { constant: x }\n  financials.0.value: { column: N, number: '${form}' }`;
    const [row] = await records(`C,N\na.com,"${text}"`, `kind: company\nfields:\n  domain: C\n  ${figure}\n`);
    expect(row).toMatchObject({
      reason: expect.stringMatching(/^invalid record: financials.*value.* not "/),
    });
  });

  it('maps the fields of JSON records and keeps their types', async () => {
    const mapping = `kind: company
fields:
  name: title
  categories: tags
  financials.0.name: { constant: x }
  financials.0.value: { column: figure, number: '1.234,56' }
`;
    const [row] = await records('{"title": "A", "figure": 2.5, "tags": ["a"]}', mapping, company, 't.json');
    expect(row).toMatchObject({
      record: { name: 'A', financials: [{ name: 'x', value: 2.5 }], categories: ['a'] },
    });
  });

  it.each([
    [
      MAPPING.replace('  name:', '  nmae:'),
      /m\.yaml line 4: unknown field "nmae"; the nearest known one is "name"/,
    ],
    [
      MAPPING.replace('headquarters.city', 'headquarters.ctiy'),
      /line 11: unknown field .* "headquarters\.city"/,
    ],
    [
      MAPPING.replace('domain_of', 'domain_for'),
      /line 7: fields\.domain has an unknown key "domain_for"; the nearest known one is "domain_of"/,
    ],
    [
      MAPPING.replace('{ constant: private }', '{ column: T, pattern: "(" }'),
      /line 5: fields\.type\.pattern is no regular expression: Unterminated group/,
    ],
    [
      MAPPING.replace('About', "{ text: 'no column' }"),
      /line 13: fields\.description\.text must have a column/,
    ],
    [
      MAPPING.replace('About', '{ first_of: [About, { colunm: b }] }'),
      /line 13: .*"colunm"; the nearest known one is "column"/,
    ],
    [
      MAPPING.replace('fields:', 'reject:\n  - { column: a, is: b, reason: none }\nfields:'),
      /line 4: reject\.0\.reason must begin with its class and a colon/,
    ],
    [
      MAPPING.replace('fields:', 'encoding: klingon\nfields:'),
      /line 3: encoding is not the name of an encoding/,
    ],
    [
      MAPPING.replace('except', 'exept'),
      /line 8: fields\.domain has an unknown key "exept"; the nearest known one is "except"/,
    ],
    [MAPPING.replace("'1.234,56'", "'1,2'"), /line 10: fields\.founding_year\.number must be .*"1\.234,56"/],
    [
      MAPPING.replace('About', "{ column: About, date: 'YYYY YYYY' }"),
      /line 13: fields\.description\.date must have year, month and day once at most/,
    ],
    [
      MAPPING.replace('About', "{ column: About, date: 'D/M/YYYY (MMM)' }"),
      /line 13: fields\.description\.date must have year, month and day once at most/,
    ],
    [
      MAPPING.replace('kind: companies', 'kind: dataset'),
      /line 2: it maps to "dataset", not to companies \(kind: company\)/,
    ],
    [MAPPING.replace('Company', '[a, b]'), /line 4: fields\.name must be a column, or have one of/],
    [MAPPING.replace('  type: {', '  type: {{'), /m\.yaml line 6: Flow map/],
    ['', /m\.yaml is no mapping: it must have kind and fields\.$/],
    ['- a', /m\.yaml is no mapping: /],
    ['kind: company', /m\.yaml line 1: fields is missing\.$/],
    ['kind: company\nfields: Name', /line 2: fields must be fields with their columns\.$/],
    [MAPPING.replace('fields:', 'field:'), /line 3: unknown key "field"; the nearest known one is "fields"/],
    [MAPPING.replace('About', '{ colum: Site }'), /line 13: .*"colum"; the nearest known one is "column"/],
    [
      MAPPING.replace('About', '{ column: Site, valeus: {} }'),
      /line 13: .*"valeus"; the nearest known one is "values"/,
    ],
    [
      MAPPING.replace('About', '{ column: A, values: { x: { valeu: 1, warning: w } } }'),
      /line 13: .*"valeu"/,
    ],
    [
      MAPPING.replace('fields:', 'reject:\n  - { column: a, is: b, reasn: x }\nfields:'),
      /line 4: .*"reasn"; the nearest known one is "reason"/,
    ],
    [
      MAPPING.replace('{ constant: private }', '{ constant: private, pattern: x }'),
      /line 5: fields\.type has a key "pattern", which goes with column or domain_of, not with constant: remove one of the two/,
    ],
    [
      MAPPING.replace('{ constant: private }', '{ constant: private, column: x }'),
      /line 5: fields\.type has both "column" and "constant": keep one of the two/,
    ],
    [
      MAPPING.replace('About', '{ column: A, index: 1 }'),
      /line 13: fields\.description\.index goes with split;/,
    ],
    [
      MAPPING.replace('About', '{ column: A, currency: USD }'),
      /line 13: .*currency goes with money: add "money: true"/,
    ],
    [
      MAPPING.replace('About', "{ column: A, money: true, date: 'YYYY' }"),
      /line 13: fields\.description\.money does not go with a date/,
    ],
    [
      MAPPING.replace('About', '{ column: A, scale: -1 }'),
      /line 13: fields\.description\.scale must be at least/,
    ],
    [MAPPING.replace('About', '{ column: A, on_error: skip }'), /on_error must be "reject" or "drop"/],
    [
      MAPPING.replace('About', '{ column: A, date: unix_s }'),
      /date must have YYYY or YY in it, or be unix or unix_ms/,
    ],
    [
      MAPPING.replace('About', '{ column: A, lookup: { fil: x, key: a, value: b } }'),
      /"fil"; the nearest known one is "file"/,
    ],
    [
      MAPPING.replace('About', '{ split: x }'),
      /line 13: fields\.description must be a column, or have one of/,
    ],
  ])('rejects an invalid mapping with the line number', async (mapping, expected) => {
    await expect(problem(mapping)).rejects.toThrow(expected);
  });

  it('names the first of several mistakes, and the command that lists all', async () => {
    const mapping = MAPPING.replace('  name:', '  nmae:')
      .replace('except', 'exept')
      .replace('About', '{ colum: x }');
    await expect(problem(mapping)).rejects.toThrow(
      /m\.yaml line 4: unknown field "nmae".*\. List 2 more mistakes with: npm run ingest -- mapping check .*m\.yaml$/,
    );
    const read = await checkMapping(folder.write('m.yaml', mapping), findKind);
    expect('mistakes' in read && read.mistakes).toEqual([
      { line: 4, message: expect.stringMatching(/^unknown field "nmae"/) },
      {
        line: 8,
        message: expect.stringMatching(
          /^fields\.domain has an unknown key "exept"; the nearest known one is "except"$/,
        ),
      },
      {
        line: 13,
        message: expect.stringMatching(/^fields\.description has an unknown key "colum"; .*"column"$/),
      },
    ]);
  });

  it('rejects a mapping whose aliases expand without limit', async () => {
    const lists = Array.from(
      { length: 9 },
      (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(', ')}]`,
    );
    await expect(problem(['a0: &a0 [x, x]', ...lists].join('\n'))).rejects.toThrow(
      /m\.yaml cannot be read: Excessive alias count/,
    );
  });

  it('rejects a column that the table does not have, with the line number', async () => {
    await expect(records(`${HEAD.replace('Town', 'Twn')}\n`)).rejects.toThrow(
      /m\.yaml line 11: .*table\.csv has no column "Town"; the nearest known one is "Twn"/,
    );
  });

  it.each(['j.json', 'n.ndjson'])(
    'rejects a column that no record of %s has, with the line number',
    async (name) => {
      const mapping = 'kind: company\nfields:\n  name: title\n  description: about.txet\n';
      const text = '{"title": "A"}\n{"title": "B", "about": {"text": "x"}}\n';
      await expect(records(text, mapping, company, name)).rejects.toThrow(
        /m\.yaml line 4: .* has no column "about\.txet"; the nearest known one is "about\.text"/,
      );
      const read = await records(text, mapping.replace('txet', 'text'), company, name);
      expect(read).toMatchObject([{ record: { name: 'A' } }, { record: { name: 'B', description: 'x' } }]);
    },
  );

  it('finds rows inside NDJSON lines', async () => {
    const mapping = 'kind: company\nrows: items.*\nfields: { name: name, description: ../title }\n';
    const text = '{"title": "T", "items": [{"name": "A"}, {"name": "B"}]}\n{"title": "U"}\n';
    expect(await records(text, mapping, company, 'l.ndjson')).toMatchObject([
      { row: 1, record: { name: 'A', description: 'T' } },
      { row: 1, record: { name: 'B', description: 'T' } },
      { row: 2, reason: expect.stringMatching(/^wrong format: there are no records/) },
    ]);
  });

  it('maps parts of cells, text around them, the first of several columns, and list items', async () => {
    const mapping = `kind: company
fields:
  domain:
    first_of: [{ domain_of: site, except: [x.com] }, { domain_of: name, pattern: '^\\S+\\.com$' }]
  name: { column: name, pattern: '^(.+?)(?: \\(.*\\))?$' }
  description: { text: '{name} is in {town}.' }
  cik: { column: no, number: '1,234.56' }
  listings.0.ticker: ticker
  listings.0.venue: { constant: NYSE }
  listings.1.ticker: second
  listings.1.venue: { column: where, values: { N: { value: NYSE, warning: 'venue guessed' } } }
`;
    const rows = [
      'site,name,town,no,ticker,second,where',
      'acme.com/x,Acme (UK),Hull,"1,234",A,B,N',
      'x.com/b,Bolt.com,,,,C,N',
      ',Cog,,,,,',
    ];
    expect(await records(rows.join('\n'), mapping)).toMatchObject([
      {
        record: {
          domain: 'acme.com',
          name: 'Acme',
          description: 'Acme (UK) is in Hull.',
          cik: '0000001234',
          listings: [
            { ticker: 'A', venue: 'NYSE' },
            { ticker: 'B', venue: 'NYSE' },
          ],
        },
        warnings: ['venue guessed'],
      },
      // An item without its ticker, which a listing needs, is none.
      { record: { domain: 'bolt.com', name: 'Bolt.com', listings: [{ ticker: 'C', venue: 'NYSE' }] } },
      { record: { name: 'Cog' } },
    ]);
    const [, bolt, cog] = await records(rows.join('\n'), mapping);
    expect(bolt).not.toHaveProperty('record.description');
    expect(cog).not.toHaveProperty('record.listings');
    expect(cog).not.toHaveProperty('record.domain');
  });

  it('rejects rows by its reject rules, and cells with spreadsheet errors', async () => {
    const mapping = `kind: company
reject: [{ column: ETF, is: [Y, 1], reason: 'fund: it is no company' }, { column: Name, is: null, reason: 'no name: none' }]
fields: { company_name: Name, add_listings.0.ticker: Symbol }
`;
    const table = 'Name,Symbol,ETF,Note\nA,AA,Y,\n,BB,N,\nC,#N/A,N,\nD,DD,N,#N/A\n########,EE,N,\n#1,FF,N,\n';
    expect(await records(table, mapping)).toMatchObject([
      { row: 2, reason: 'fund: it is no company', raw: { Name: 'A' } },
      { row: 3, reason: 'no name: none' },
      { row: 4, reason: 'spreadsheet error: add_listings.0.ticker is #N/A, not a value' },
      { row: 5, record: { company_name: 'D', add_listings: [{ ticker: 'DD' }] } },
      { row: 6, reason: 'spreadsheet error: company_name is #####, not a value' },
      { row: 7, record: { company_name: '#1' } },
    ]);
  });

  it('finds rows inside YAML and JSON, with columns from the enclosing objects', async () => {
    const mapping = `kind: company
rows: groups.*.items.*
fields: { domain: { domain_of: links.home }, name: name, categories: { column: ../name, split: '/' }, description: ../../title }
`;
    const yaml = `title: Tools
groups:
  - name: Logs/Metrics
    items:
      - name: Acme
        links: { home: 'https://acme.com' }
      - { name: Bolt, links: { home: 'https://bolt.io' } }
  - name: Empty
    items:
`;
    const expected = [
      { record: { domain: 'acme.com', description: 'Tools', categories: ['Logs', 'Metrics'] } },
      { record: { domain: 'bolt.io', name: 'Bolt' } },
    ];
    const read = await records(yaml, mapping, company, 'l.yml');
    expect(read).toMatchObject(expected);
    expect(read.map((each) => 'row' in each && each.row)).toEqual([5, 7]);
    const json = JSON.stringify(parse(yaml));
    expect(await records(json, mapping, company, 'l.json')).toMatchObject(expected);
    expect(await records('{"a": 1}', mapping, company, 'n.json')).toMatchObject([
      { reason: expect.stringMatching(/^wrong format: there are no records/) },
    ]);
    await expect(
      records(yaml, mapping.replace('links.home', 'links.homepage'), company, 'w.yml'),
    ).rejects.toThrow(
      /m\.yaml line 3: .*w\.yml has no column "links\.homepage"; the nearest known one is "links\.home"/,
    );
  });

  it('sets the encoding of its tables unless the caller sets one', async () => {
    const mapping = 'kind: company\nencoding: macintosh\nfields: { domain: d, name: n }\n';
    const path = folder.write('t.csv', Buffer.from('d,n\ra.com,Caf\x8e\r', 'latin1'));
    const options = { mapping: folder.write('m.yaml', mapping) };
    expect(await recordsOf(company, [path], options)).toMatchObject([{ record: { name: 'Café' } }]);
    expect(await recordsOf(company, [path], { ...options, encoding: 'latin1' })).toMatchObject([
      { record: { name: 'CafŽ' } },
    ]);
  });

  it.each(readdirSync(MAPPINGS))('is valid for its kind: tools/mappings/%s', async (name) => {
    const path = join(MAPPINGS, name);
    const [, kind] = /^kind: (\w+)$/m.exec(readFileSync(path, 'utf8'))!;
    expect((await readMapping(path, findKind(kind!)!)).fields.length).toBeGreaterThan(1);
  });
});
