import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { findKind } from '../../kinds/index.ts';
import { temporaryFolder, type Folder } from '../../testing/files.ts';
import { recordsOf } from '../../testing/read.ts';
import { spreadsheet, type SheetCell } from '../../testing/spreadsheet.ts';
import type { ReadOptions } from '../open.ts';

const company = findKind('company')!;
const MAPPING = `kind: company
fields:
  domain: Site
  cik: CIK
  founding_year: { column: Founded, pattern: '^\\d{4}' }
  financials.0.name: { constant: revenue }
  financials.0.value: { column: Revenue ($M), number: '1.234,56', scale: 1e6 }
  financials.0.date: { column: As of, date: DD.MM.YYYY }
`;
const HEAD = ['Site', 'CIK', 'Founded', 'Revenue ($M)', 'As of'];

describe('a spreadsheet', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  const read = (rows: SheetCell[][], options: ReadOptions = {}, name = 'table.xlsx') =>
    recordsOf(company, [folder.write(name, spreadsheet({ Data: rows }))], options);
  const mapped = (rows: SheetCell[][], mapping = MAPPING) =>
    read([HEAD, ...rows], { mapping: folder.write('m.yaml', mapping) });

  it('has numbers, dates and formulas with their values', async () => {
    const rows: SheetCell[][] = [
      [
        'acme.com',
        320193,
        { date: '1999-04-01' },
        { formula: 'A1+0.1', value: 0.30000000000000004 },
        { date: '2024-02-09' },
      ],
      [],
      ['bolt.io', '0000789019', 2001, '1.200,5', '31.12.2023'],
    ];
    expect(await mapped(rows)).toMatchObject([
      {
        row: 2,
        record: {
          domain: 'acme.com',
          cik: '0000320193',
          founding_year: 1999,
          financials: [{ value: 300_000, date: '2024-02-09' }],
        },
      },
      {
        row: 4,
        record: {
          cik: '0000789019',
          founding_year: 2001,
          financials: [{ value: 1_200_500_000, date: '2023-12-31' }],
        },
      },
    ]);
  });

  it('reads a table with our fields without a mapping', async () => {
    const rows: SheetCell[][] = [
      [null, null],
      ['domain', 'name', 'cik', 'is_active', 'founding_year'],
      ['acme.com', 3, 320193, true, 1999],
    ];
    expect(await read(rows)).toMatchObject([
      {
        row: 3,
        record: { domain: 'acme.com', name: '3', cik: '0000320193', is_active: true, founding_year: 1999 },
      },
    ]);
    const path = folder.write('table.xlsx.gz', gzipSync(spreadsheet({ S: rows })));
    expect(await recordsOf(company, [path])).toMatchObject([{ record: { name: '3' } }]);
    const bytes = async function* () {
      yield spreadsheet({ S: rows });
    };
    expect(await recordsOf(company, ['-'], { stdin: bytes() })).toMatchObject([{ record: { name: '3' } }]);
  });

  it('rejects rows with an error, or with a formula that was never calculated', async () => {
    const rows: SheetCell[][] = [
      ['acme.com', 1, 1999, { error: '#N/A' }, null],
      ['bolt.io', 2, 1999, { formula: 'B2*2' }, null],
      ['cog.com', 3, 1999, 3, null],
    ];
    expect(await mapped(rows)).toMatchObject([
      {
        row: 2,
        reason: 'spreadsheet error: financials.0.value is #N/A, not a value',
        raw: { Site: 'acme.com' },
      },
      { row: 3, reason: expect.stringMatching(/^spreadsheet error: D3 is a formula without a value;/) },
      { row: 4, record: { domain: 'cog.com' } },
    ]);
  });

  it('inspects the cells of sheets whose elements have a prefix, and decodes numbers in sheet names', async () => {
    const rows = [
      HEAD,
      ['acme.com', 1, 1999, { error: '#N/A' }, null],
      ['bolt.io', 2, 1999, { formula: 'B2*2' }, null],
      ['cog.com', { runs: '<r><t>3</t></r><r><rPr><strike/></rPr><t>4</t></r>' }, 1999, 3, null],
    ];
    const files = Object.entries(unzipSync(spreadsheet({ "O'B": rows })));
    const prefixed = files.map(([path, bytes]) => {
      const text = strFromU8(bytes).replace('name="O\'B"', 'name="O&#39;B"');
      const isMain = text.includes('spreadsheetml/2006/main"');
      const xml = isMain ? text.replace(/(<\/?)(?=\w)/g, '$1x:').replace('xmlns=', 'xmlns:x=') : text;
      return [path, strToU8(xml)];
    });
    const path = folder.write('p.xlsx', zipSync(Object.fromEntries(prefixed)));
    const mapping = folder.write('m.yaml', MAPPING.replace('fields:', 'sheet: "O\'B"\nfields:'));
    expect(await recordsOf(company, [path], { mapping })).toMatchObject([
      { reason: 'spreadsheet error: financials.0.value is #N/A, not a value' },
      { reason: expect.stringMatching(/^spreadsheet error: D3 is a formula without a value;/) },
      { record: { domain: 'cog.com', cik: '0000000003' } },
    ]);
  });

  it('reads the first sheet with a warning, or the one that the mapping names', async () => {
    const sheets = {
      Notes: [
        ['domain', 'name'],
        ['note.com', 'Note'],
      ],
      'A & B': [HEAD, ['acme.com', 1]],
    };
    const path = folder.write('two.xlsx', spreadsheet(sheets));
    expect(await recordsOf(company, [path])).toMatchObject([
      {
        record: { name: 'Note' },
        warnings: [expect.stringMatching(/^other sheets: only "Notes" is read; .* of 2 /)],
      },
    ]);
    const withSheet = (name: string) => ({
      mapping: folder.write('m.yaml', MAPPING.replace('fields:', `sheet: ${name}\nfields:`)),
    });
    expect(await recordsOf(company, [path], withSheet('A & B'))).toMatchObject([
      { record: { domain: 'acme.com' }, warnings: [] },
    ]);
    expect(await recordsOf(company, [path], withSheet('C'))).toMatchObject([
      { reason: 'wrong sheet: there is no sheet "C"; the file has "Notes", "A & B"', hidesRows: true },
    ]);
  });

  describe('with a number that is formatted as a date', () => {
    const TEXT = `kind: company\nfields:\n  domain: Site\n  description: Day\n`;
    const daysOf = async (serials: number[], date1904?: string) => {
      const rows = serials.map((serial, i): SheetCell[] => [`a${i}.com`, { serial }]);
      const bytes = spreadsheet(
        { S: [['Site', 'Day'], ...rows] },
        date1904 === undefined ? {} : { date1904 },
      );
      const read = await recordsOf(company, [folder.write('d.xlsx', bytes)], {
        mapping: folder.write('d.yaml', TEXT),
      });
      return read.map((row) =>
        'record' in row
          ? (row.record as { description: string }).description
          : (row as { reason: string }).reason,
      );
    };
    const NONE = 'spreadsheet error: description is #####, not a value';

    it('reads the day that a spreadsheet program shows', async () => {
      const days: [serial: number, shown: string][] = [
        [1, '1900-01-01'],
        [1.5, '1900-01-01T12:00:00.000Z'],
        [59, '1900-02-28'],
        // A day that did not exist.
        [60, NONE],
        [61, '1900-03-01'],
        [25_569, '1970-01-01'],
        [44_861.7508564815, '2022-10-27T18:01:14.000Z'],
        [45_351, '2024-02-29'],
        [2_958_465, '9999-12-31'],
        [2_958_466, NONE],
        [1e300, NONE],
        [-1, NONE],
        [0, '00:00:00'],
        [0.75, '18:00:00'],
      ];
      expect(await daysOf(days.map(([serial]) => serial))).toEqual(days.map(([, shown]) => shown));
    });

    it.each(['1', 'true'])('counts days since 1904 in a workbook with date1904="%s"', async (date1904) => {
      expect(await daysOf([0, 1, 60, 43_889, -1], date1904)).toEqual([
        '1904-01-01',
        '1904-01-02',
        '1904-03-01',
        '2024-02-29',
        NONE,
      ]);
    });
  });

  const TABLE: SheetCell[][] = [
    ['domain', 'name'],
    ['acme.com', 'Acme'],
    ['bolt.io', 'Bolt'],
    ['cog.com', null],
  ];

  it.each(['hidden', 'veryHidden'])('does not read a first sheet that is %s', async (state) => {
    const sheets = { Secret: [TABLE[0]!, ['secret.com', 'Secret']], Shown: TABLE.slice(0, 2) };
    const path = folder.write('h.xlsx', spreadsheet(sheets, { states: { Secret: state } }));
    expect(await recordsOf(company, [path])).toMatchObject([
      {
        record: { name: 'Acme' },
        warnings: [
          expect.stringMatching(/^other sheets: only "Shown" is read; .* of 2, of which 1 hidden, /),
        ],
      },
    ]);
    const mapping = folder.write('h.yaml', 'kind: company\nsheet: Secret\nfields:\n  domain: domain\n');
    expect(await recordsOf(company, [path], { mapping })).toMatchObject([
      {
        record: { domain: 'secret.com' },
        warnings: ['hidden sheet: "Secret", which the mapping names, is hidden'],
      },
    ]);
    const all = spreadsheet(sheets, { states: { Secret: state, Shown: 'hidden' } });
    expect(await recordsOf(company, [folder.write('all.xlsx', all)])).toMatchObject([
      {
        reason: 'hidden sheet: all sheets are hidden: "Secret", "Shown"; name one with sheet in the mapping',
      },
    ]);
  });

  it('rejects hidden rows and rows with merged cells, and warns of hidden columns', async () => {
    const options = {
      hiddenRows: [2],
      merged: ['B3:B4', 'D9:D10'],
      columns: '<cols><col min="2" max="2" hidden="1"/></cols>',
    };
    expect(
      await recordsOf(company, [folder.write('r.xlsx', spreadsheet({ S: TABLE }, options))]),
    ).toMatchObject([
      { row: 2, reason: 'hidden row: row 2 is hidden; show it to load it, or delete it' },
      { row: 3, reason: expect.stringMatching(/^merged cells: B3:B4 is one cell; unmerge it, /) },
      { row: 4, reason: expect.stringMatching(/^merged cells: B3:B4 /) },
    ]);
    const shown = spreadsheet({ S: TABLE }, { columns: options.columns });
    expect(await recordsOf(company, [folder.write('c.xlsx', shown)])).toMatchObject([
      {
        record: { name: 'Acme' },
        warnings: ['hidden columns: B of "S" are hidden, and read by their names'],
      },
      { record: { name: 'Bolt' }, warnings: [] },
      { record: { domain: 'cog.com' } },
    ]);
  });

  it('keeps note marks apart, leaves out deleted parts of a text, and rejects a row with a deleted cell', async () => {
    const run = (text: string, mark = '') => `<r><rPr>${mark}</rPr><t xml:space="preserve">${text}</t></r>`;
    const [raised, deleted] = ['<vertAlign val="superscript"/>', '<strike/>'];
    const rows: SheetCell[][] = [
      TABLE[0]!,
      ['a.com', { runs: run('A &amp; B 1,234') + run('1', raised) + run(' m', '<strike val="0"/>') }],
      ['b.com', { runs: run('100', deleted) + run('90'), isInline: true }],
      ['c.com', { runs: run('Acme') + run(' Works', '<b/>') }],
      ['d.com', { struck: 'Gone' }],
    ];
    expect(await read(rows)).toMatchObject([
      {
        record: { name: 'A & B 1,234[1] m' },
        warnings: ['raised or deleted text: B2 is read as "A & B 1,234[1] m"'],
      },
      { record: { name: '90' }, warnings: ['raised or deleted text: B3 is read as "90"'] },
      { record: { name: 'Acme Works' }, warnings: [] },
      { row: 5, reason: expect.stringMatching(/^deleted cell: B5 is struck through; /) },
    ]);
  });

  it.each<[string, string, Uint8Array | string, RegExp]>([
    ['no ZIP', 'x.xlsx', 'a,b\n1,2\n', /^wrong format: the file is no spreadsheet/],
    ['an old one', 'x.xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /an old spreadsheet/],
    ['cut off', 'x.xlsx', spreadsheet({ S: [['a']] }).subarray(0, 300), /^damaged file: /],
    [
      'twice the same column',
      'x.xlsx',
      spreadsheet({
        S: [
          ['a', 'a'],
          [1, 2],
        ],
      }),
      /^wrong header row: two columns/,
    ],
    [
      'no known column',
      'x.xlsx',
      spreadsheet({
        S: [
          ['a', 'b'],
          [1, 2],
        ],
      }),
      /^wrong header row: no column is a field/,
    ],
  ])('is rejected as a whole: %s', async (_, name, content, reason) => {
    expect(await recordsOf(company, [folder.write(name, content)])).toMatchObject([
      { reason: expect.stringMatching(reason), hidesRows: true },
    ]);
  });
});
