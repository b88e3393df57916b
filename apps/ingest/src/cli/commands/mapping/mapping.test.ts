import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@dossier/store/testing';
import { callIngest } from '../../../testing/command.ts';
import type { Report } from '../../../report/report.ts';
import { temporaryFolder, type Folder } from '../../../testing/files.ts';
import { exitCode } from '../../exit-codes.ts';

/** What a vendor's row must become; a value that cannot be certain is absent, and its row and field are reported. */
interface Expected {
  revenue?: number;
  raised?: number;
  date?: string;
  founded?: number;
}

interface Figure {
  company_id: number;
  name: string;
  value: number;
  date: string | null;
}

const REVENUES: [cell: string, revenue?: number][] = [
  ['1,200', 1_200_000_000],
  ['36.9', 36_900_000],
  ['n/a'],
  ['0.5', 500_000],
  ['3,141.59', 3_141_590_000],
  ['', undefined],
  ['€3M'],
];
const RAISED: [cell: string, raised?: number][] = [
  ['$180B', 180_000_000_000],
  ['$36.9 Million', 36_900_000],
  ['$3-5M'],
  ['USD 5m', 5_000_000],
  ['—'],
  ['$1.2bn', 1_200_000_000],
];
const DATES: [cell: string, date: string][] = [
  ['31.12.2023', '2023-12-31'],
  ['4 Mar 2021', '2021-03-04'],
  ['01.02.2022', '2022-02-01'],
];

/** The table as Excel writes it in western Europe: semicolons, windows-1252, CRLF. */
function vendorTable(): { bytes: Buffer; expected: Map<string, Expected>; unread: number } {
  const head = [
    'Company',
    'Website',
    'Country',
    'Founded',
    'Industry',
    'Revenue ($M)',
    'Total Funding',
    'Last Funding',
  ];
  const expected = new Map<string, Expected>();
  let unread = 0;
  const rows = Array.from({ length: 50 }, (_, i) => {
    const [revenue, raised, day] = [REVENUES[i % 7]!, RAISED[i % 6]!, DATES[i % 3]!];
    const founded = i % 9 === 0 ? 'n/a' : String(1970 + i);
    unread += [revenue[0], raised[0]].filter((cell) => cell === '€3M' || cell === '$3-5M').length;
    expected.set(`vendor${i}.example`, {
      ...(revenue[1] !== undefined && { revenue: revenue[1] }),
      ...(raised[1] !== undefined && { raised: raised[1], date: day[1] }),
      ...(founded !== 'n/a' && { founded: 1970 + i }),
    });
    const site = `https://www.vendor${i}.example/about`;
    return [`Société ${i}`, site, 'Österreich', founded, 'Pay, Cards', revenue[0], raised[0], day[0]];
  });
  const text = [head, ...rows].map((cells) => `${cells.join(';')}\r\n`).join('');
  // The em dash and the euro sign are not in Latin-1.
  const bytes = Buffer.from(text.replaceAll('€', '\u0080').replaceAll('—', '\u0097'), 'latin1');
  return { bytes, expected, unread };
}

describe('the commands about mappings', () => {
  let database: TestDatabase;
  let folder: Folder;
  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
  });
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());
  afterAll(() => database.close());

  const ingest = (...args: string[]) =>
    callIngest(args, { DATABASE_URL: database.url, SEARCH_URL: `sqlite:${folder.path}/search.db` });

  it("loads a vendor's table within three commands, with no value silently wrong", async () => {
    const { bytes, expected, unread } = vendorTable();
    const table = folder.write('vendor.csv', bytes);
    const mapping = `${folder.path}/vendor.yaml`;
    const drafted = await ingest('mapping', 'init', table, '--out', mapping);
    expect(drafted).toMatchObject({
      code: exitCode.done,
      stdout: expect.stringMatching(/vendor\.yaml written\. Decide \d lines/),
    });
    const checked = await ingest('mapping', 'check', mapping, table);
    expect(checked).toMatchObject({ code: exitCode.done });
    expect(checked.stdout).toContain('50 rows, 50 valid, 0 rejected');
    expect(checked.stdout).toContain(`dropped field: ${unread}`);

    const { code, stdout } = await ingest('load', 'companies', table, '--mapping', mapping, '--json');
    const report = JSON.parse(stdout) as { new: number; warningsBy: Record<string, number> };
    expect({ code, new: report.new, dropped: report.warningsBy['dropped field'] }).toEqual({
      code: 0,
      new: 50,
      dropped: unread,
    });
    const rows = await database
      .db('companies')
      .select('id', 'domain', 'name', 'founding_year', 'headquarters_country');
    const stored = await database.db('company_financials').select('company_id', 'name', 'value', 'date');
    const found = new Map(
      rows.map((row: Record<string, unknown>) => {
        const figures = (stored as Figure[]).filter((each) => each.company_id === row['id']);
        const figure = (name: string) => figures.find((each) => each.name === name);
        const [revenue, raised] = [figure('latest_estimated_revenue'), figure('total_estimated_funding')];
        return [
          row['domain'],
          {
            ...(revenue && { revenue: Number(revenue.value) }),
            ...(raised && { raised: Number(raised.value), date: raised.date }),
            ...(row['founding_year'] !== null && { founded: row['founding_year'] }),
          },
        ];
      }),
    );
    expect(found).toEqual(expected);
    expect(rows[0]).toMatchObject({
      name: expect.stringMatching(/^Société \d+$/),
      headquarters_country: 'Austria',
    });
  });

  it('lists all mistakes of a mapping and of its columns at once', async () => {
    const mapping = folder.write(
      'm.yaml',
      'kind: company\nfields:\n  domain: { domain_of: Site, exept: [x.com] }\n  nmae: Company\n  type: { constant: private, pattern: x }\n  founding_year: { column: Fuonded, date: MM }\n',
    );
    const table = folder.write('t.csv', 'Site,Company,Founded\na.com,A,1999\n');
    const { code, stdout } = await ingest('mapping', 'check', mapping, table);
    expect(code).toBe(exitCode.failed);
    expect(stdout.split('\n').map((line) => line.replace(folder.path, '').replace(folder.path, ''))).toEqual([
      '/m.yaml line 3: fields.domain has an unknown key "exept"; the nearest known one is "except".',
      '/m.yaml line 4: unknown field "nmae"; the nearest known one is "name".',
      '/m.yaml line 5: fields.type has a key "pattern", which goes with column or domain_of, not with constant: remove one of the two.',
      '/m.yaml line 6: fields.founding_year.date must have YYYY or YY in it, or be unix or unix_ms.',
      '/m.yaml line 6: /t.csv has no column "Fuonded"; the nearest known one is "Founded".',
      '5 mistakes',
      '',
    ]);
    const json = await ingest('mapping', 'check', mapping, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      mistakes: [{ line: 3 }, { line: 4 }, { line: 5 }, { line: 6 }],
    });
  });

  it('names rows for a file whose rows are a list in an object', async () => {
    const mapping = folder.write('m.yaml', 'kind: company\nfields:\n  name: name\n  domain: site\n');
    const file = folder.write('d.json', '{"count":1,"data":[{"name":"Acme","site":"acme.com"}]}');
    const { code, stdout } = await ingest('mapping', 'check', mapping, file);
    expect([code, stdout.split('\n').at(-2)]).toEqual([
      exitCode.failed,
      `"data" of ${file} is a list of objects; if these are the rows, add to the mapping: rows: data.*`,
    ]);
  });

  it('shows the records that a mapping makes of a file, without a database', async () => {
    const mapping = folder.write(
      'm.yaml',
      'kind: company\nfields:\n  domain: Site\n  founding_year: Founded\n',
    );
    const table = folder.write('t.csv', 'Site,Founded,Note\na.com,1999,x\nb.com,soon,\n');
    const { code, stdout } = await callIngest(['mapping', 'check', mapping, table], {
      DATABASE_URL: 'sqlite:/none/x.db',
    });
    expect(code).toBe(exitCode.rejects);
    expect(stdout.replaceAll(`${folder.path}/`, '')).toBe(
      [
        'm.yaml: 2 fields of companies, no mistakes',
        't.csv: 2 rows, 0 valid, 1 rejected, 1 rejected unless stored',
        'Rejected:',
        '  invalid record: 1',
        '    t.csv row 3: invalid record: founding_year must be a number, not "soon"',
        'Rejected, unless their record or company is stored already:',
        '  missing field: 1',
        '    t.csv row 2: missing field: a new company needs name, type',
        'Rows with a value:',
        '  domain         1',
        '  founding_year  1',
        'Row 2 becomes: {"domain":"a.com","founding_year":1999}',
        'Columns that no rule reads: Note',
        '',
      ].join('\n'),
    );
    expect(await ingest('mapping', 'check', `${folder.path}/none.yaml`)).toMatchObject({
      code: exitCode.failed,
    });
  });

  it('reports the rows that the kind rejects, and whether a stored record would change that', async () => {
    const check = async (kind: string, fields: string, table: string) => {
      const mapping = folder.write('m.yaml', `kind: ${kind}\nsource: vendor\n${fields}`);
      const { code, stdout } = await ingest(
        'mapping',
        'check',
        mapping,
        folder.write('t.csv', table),
        '--json',
      );
      const { report, unlessStored } = JSON.parse(stdout) as Record<string, Report>;
      return { code, always: report!.rejectedBy, unlessStored: unlessStored!.rejectedBy };
    };
    expect(
      await check(
        'company',
        'fields: { domain: Site, name: Name, company_name: Name, type: Type }\n',
        'Site,Name,Type\na.com,A,private\na.com,B,private\nfacebook.com,C,private\nd.com,D,\n,E,private\n',
      ),
    ).toEqual({
      code: exitCode.rejects,
      always: { 'duplicate domain': 1, 'shared host': 1 },
      unlessStored: { 'missing field': 1, 'missing domain': 1 },
    });
    const rounds = `fields:
  company_external_id: Id
  company_name: Name
  event_type: { constant: funding_round }
  data.name: Round
  data.round_type: { column: Round, values: { A: series_a } }
  data.announced_date: Day
  data.amount_raised: Amount
  data.currency: { constant: USD }
  data.status: { constant: closed }
`;
    // Companies that the rows name are taken as stored, but a mapping without `match` finds none by its name alone.
    const rows = ['1,Acme,A,2020-01-02,5', '2,Bolt,A,2020-01-02,', ',Cogs,A,2020-01-02,5'];
    expect(await check('event', rounds, ['Id,Name,Round,Day,Amount', ...rows].join('\n'))).toEqual({
      code: exitCode.rejects,
      always: { 'only a name': 1 },
      unlessStored: { 'missing field': 1 },
    });
    expect(await database.db('events')).toEqual([]);
  });

  it('drafts a rule for years that reports cells without one', async () => {
    const years = [...Array.from({ length: 9 }, (_, i) => `March ${1990 + i}`), 'early nineties'];
    const rows = years.map((year, i) => `Firm ${i},https://firm-${i}.example,${year}`);
    const table = folder.write('years.csv', ['Name,Website,Founded', ...rows].join('\n'));
    const mapping = `${folder.path}/years.yaml`;
    expect(await ingest('mapping', 'init', table, '--kind', 'companies', '--out', mapping)).toMatchObject({
      code: 0,
    });
    expect(folder.read('years.yaml')).toContain('founding_year');
    const { stdout } = await ingest('mapping', 'check', mapping, table);
    expect(stdout).toMatch(/^ +founding_year +9$/m);
    expect(stdout).toContain('early nineties');
  });

  it('drafts external ids, venues, countries and rows that are no companies', async () => {
    const draftOf = async (name: string, text: string) =>
      (await ingest('mapping', 'init', folder.write(name, text))).stdout.split('\n').slice(1);
    const firms = 'Org ID,Name,Website,Home Country\n7,Acme,acme.example,DEU\n8,Bolt,bolt.example,US\n';
    expect(await draftOf('acme-companies-2024.csv', firms)).toEqual(
      expect.arrayContaining([
        '# DECIDE: the source of the rows, the same for all its files, and the day on which it made them',
        'source: acme',
        '  external_id: Org ID',
        '  headquarters.country: { column: Home Country, values: { DEU: Germany, US: United States } }',
      ]),
    );
    expect(await draftOf('acme-2024-03-31.csv', firms)).toEqual(
      expect.arrayContaining(['source: acme', 'as_of: 2024-03-31']),
    );
    const rounds = 'Company ID,Company,Country,Round,Amount,Date\n7,Acme,DE,Seed,5,2020-01-02\n';
    expect(await draftOf('acme_rounds.csv', rounds)).toEqual(
      expect.arrayContaining([
        'source: acme',
        'match: [external_id]',
        '  company_external_id: Company ID',
        '  company_country: Country',
      ]),
    );
    const listed = 'Symbol,Company,Exchange,ETF\nACM,Acme,LSE,N\nNAN,Nan Co,LSE,N\nFND,Fund,LSE,Y\n';
    expect(await draftOf('listed.csv', listed)).toEqual(
      expect.arrayContaining([
        "  - { column: ETF, is: Y, reason: 'fund: an ETF is listed, not a company' }",
        '  add_listings.0.ticker: { column: Symbol, clean: false }',
        '  add_listings.0.venue: Exchange',
      ]),
    );
    const symbols = 'Symbol,Company\nACM,Acme\n';
    expect(await draftOf('nyse-symbols.csv', symbols)).toContain(
      '  add_listings.0.venue: { constant: NYSE }',
    );
  });

  it('does not overwrite a file with a draft, and drafts a mapping for --kind', async () => {
    const table = folder.write('t.csv', 'slug,Name\na,A\n');
    const taken = folder.write('taken.yaml', 'mine');
    expect(await ingest('mapping', 'init', table, '--out', taken)).toMatchObject({
      code: exitCode.failed,
      stderr: expect.stringMatching(/taken\.yaml exists\. Name another file/),
    });
    expect(folder.read('taken.yaml')).toBe('mine');
    const { stdout } = await ingest('mapping', 'init', table, '--kind', 'categories');
    expect(stdout).toMatch(
      /^kind: category\n(# DECIDE: the source .*\nsource: t\nas_of: \S+\n)?fields:\n {2}name: Name\n {2}slug: slug\n/m,
    );
    expect(await ingest('mapping', 'init', folder.write('e.csv', ''))).toMatchObject({
      code: exitCode.failed,
      stderr: expect.stringMatching(/e\.csv has no rows to draft a mapping from/),
    });
  });
});
