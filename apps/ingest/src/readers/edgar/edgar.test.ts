import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { findKind } from '../../kinds/index.ts';
import { load, type LoadOptions } from '../../load/load.ts';
import { printReport } from '../../report/report.ts';
import { placeOn } from '../../testing/place.ts';
import { dump } from '../../testing/rows.ts';
import { edgarCompany } from './company.ts';
import { filerOf } from './filer.ts';
import { edgarFilings } from './filings.ts';

const COLUMNS = {
  accessionNumber: ['0000000042-24-000002', '0000000042-03-000001', '9999999997-15-008510'],
  filingDate: ['2024-02-01', '2003-05-06', '2015-04-23'],
  acceptanceDateTime: ['2024-02-01T18:04:43.000Z', '', 'not a time'],
  form: ['10-K', '8-K', '4'],
  primaryDocument: ['acme-20231231.htm', '', 'xslF345X03/doc 4.xml'],
  primaryDocDescription: ['FORM 10-K', 'CURRENT REPORT', 'PRIMARY DOCUMENT'],
};
const HEAD = {
  cik: '42',
  name: 'ACME HOLDINGS INC',
  website: '',
  tickers: ['ACM', 'ACMW'],
  exchanges: ['Nasdaq', null],
  addresses: {
    business: { city: 'SOUTH SAN FRANCISCO', stateOrCountry: 'CA', stateOrCountryDescription: 'CA' },
  },
};
const MAIN = {
  ...HEAD,
  filings: { recent: COLUMNS, files: [{ name: 'CIK0000000042-submissions-001.json' }] },
};
const OLDER = Object.fromEntries(
  Object.entries({
    ...COLUMNS,
    accessionNumber: ['0000000042-99-000007', '0000000042-99-000008', '0000000042-99-000009'],
  }),
);

describe('a submissions file', () => {
  it.each([
    ['2024-03-02', '2024-03-01T23:30:00.000Z', '2024-03-02'],
    ['2022-10-28', '2022-10-27T18:01:14.000Z', '2022-10-28'],
    ['2024-03-01', '2024-03-01T18:30:00-05:00', '2024-03-01T23:30:00.000Z'],
    ['2024-03-01', '2024-03-01T21:30:00-05:00', '2024-03-01'],
    ['2024-03-04', '2024-03-01 17:45:00', '2024-03-04'],
    ['2024-03-01', '20240301173000', '2024-03-01'],
    ['', '2024-03-01T16:30:00.000Z', '2024-03-01T16:30:00.000Z'],
    ['1 March', '2024-03-01T16:30:00.000Z', '2024-03-01T16:30:00.000Z'],
  ])('files on %s what was accepted at %s', (filingDate, acceptanceDateTime, filedAt) => {
    const columns = { filingDate: [filingDate], acceptanceDateTime: [acceptanceDateTime] };
    const [filing] = edgarFilings({ cik: '0000000042', head: undefined, columns });
    expect(filing).toMatchObject({ filed_at: filedAt });
  });

  it('converts submissions to filings with name, time or date, format and URL', () => {
    const filings = [...edgarFilings({ cik: '0000000042', head: undefined, columns: COLUMNS })];
    expect(filings).toEqual([
      {
        company_cik: '0000000042',
        accession_number: '0000000042-24-000002',
        name: '10-K',
        type: '10-K',
        format: 'htm',
        region: 'US',
        filed_at: '2024-02-01T18:04:43.000Z',
        url: 'https://www.sec.gov/Archives/edgar/data/42/000000004224000002/acme-20231231.htm',
      },
      expect.objectContaining({
        name: '8-K: CURRENT REPORT',
        format: 'txt',
        filed_at: '2003-05-06',
        url: 'https://www.sec.gov/Archives/edgar/data/42/0000000042-03-000001.txt',
      }),
      expect.objectContaining({
        name: '4',
        format: 'xml',
        filed_at: '2015-04-23',
        url: 'https://www.sec.gov/Archives/edgar/data/42/999999999715008510/xslF345X03/doc%204.xml',
      }),
    ]);
  });

  it('converts submissions to a company with listings, city, country and domain', () => {
    expect(edgarCompany({ ...HEAD, website: 'https://www.acme.com/investors' }, 'public')).toEqual({
      domain: 'acme.com',
      name: 'ACME HOLDINGS INC',
      cik: '0000000042',
      type: 'public',
      headquarters: { city: 'South San Francisco', country: 'United States' },
      listings: [
        { ticker: 'ACM', venue: 'Nasdaq', listed_at: null },
        { ticker: 'ACMW', venue: null, listed_at: null },
      ],
    });
  });

  it.each([
    [{ city: 'MUNICH', stateOrCountry: '2M', stateOrCountryDescription: 'Germany' }, 'Munich', 'Germany'],
    [
      { city: "ST. JOHN'S", stateOrCountry: 'A4', stateOrCountryDescription: 'Newfoundland, Canada' },
      "St. John's",
      'Canada',
    ],
    [{ city: "O'FALLON", stateOrCountry: 'MO' }, "O'Fallon", 'United States'],
    [{ city: "COEUR D'ALENE", stateOrCountry: 'ID' }, "Coeur D'Alene", 'United States'],
    [
      { city: 'SEOUL', stateOrCountry: 'M5', stateOrCountryDescription: 'KOREA, REPUBLIC OF' },
      'Seoul',
      'Korea, Republic Of',
    ],
    [
      { city: 'TORTOLA', stateOrCountry: 'D8', stateOrCountryDescription: 'Virgin Islands, British' },
      'Tortola',
      'Virgin Islands, British',
    ],
    [
      { city: 'Zug', stateOrCountry: 'V8', stateOrCountryDescription: 'V8', country: 'SWITZERLAND' },
      'Zug',
      'Switzerland',
    ],
    [{ city: 'X', stateOrCountry: 'V8', stateOrCountryDescription: 'V8' }, 'X', undefined],
  ])('reads the address %j', (business, city, country) => {
    expect(edgarCompany({ ...HEAD, addresses: { business } }, 'public')).toMatchObject({
      headquarters: { city, country },
    });
  });
});

describe('a filer', () => {
  const COMPANY = { ...HEAD, tickers: [], exchanges: [] };
  it.each([
    ['public', { ...COMPANY, tickers: ['ACM'] }, ['F-6EF']],
    ['public', { ...COMPANY, entityType: 'operating' }, ['4', '10-Q', 'SC 13G']],
    ['private', { ...COMPANY, entityType: 'other' }, ['D', 'D/A']],
    ['private', COMPANY, []],
    ['owner', { ...COMPANY, name: 'LEE ANN' }, ['3', '4', '4/A', '144']],
    ['fund', { ...COMPANY, entityType: 'investment' }, ['497', 'SC 13G']],
    ['fund', COMPANY, ['NPORT-P', 'N-CSR']],
  ])('is recognized as %s', (filer, head, form) =>
    expect(filerOf({ cik: '0000000042', head, columns: { form } })).toBe(filer),
  );
});

describe('EDGAR submissions', () => {
  const place = placeOn('sqlite', 'outbox', 'filings', 'companies');
  beforeEach(() => {
    place.folder.write('edgar/CIK0000000042.json', JSON.stringify(MAIN));
    place.folder.write('edgar/CIK0000000042-submissions-001.json', JSON.stringify(OLDER));
    place.folder.write('domains.csv', 'cik,domain\n42,https://www.acme.com\n');
  });

  const run = (kind: string, path: string, options: LoadOptions = {}) =>
    load({ db: place.db, kind: findKind(kind)!, paths: [`${place.folder.path}/${path}`], options });
  const withDomains = (options: LoadOptions = {}) => ({
    ...options,
    domains: `${place.folder.path}/domains.csv`,
  });

  it('creates missing companies with filings from both file formats, and nothing twice', async () => {
    const report = await run('filings', 'edgar', withDomains({ createCompanies: true }));
    expect(report).toMatchObject({ files: 2, read: 6, new: 6, rejected: 0, companiesCreated: 1 });
    expect(await place.db('companies')).toMatchObject([
      { domain: 'www.acme.com', cik: '0000000042', headquarters_city: 'South San Francisco' },
    ]);
    const before = await dump(place.db);
    const again = await run('filings', 'edgar', withDomains({ createCompanies: true }));
    expect(again).toMatchObject({ unchanged: 6, new: 0, changed: 0, companiesCreated: 0 });
    expect(await run('companies', 'edgar')).toMatchObject({ read: 1, unchanged: 1 });
    expect(await dump(place.db)).toEqual(before);
  });

  it('adds a missing CIK to a stored company, and changes nothing else', async () => {
    place.folder.write('c.ndjson', [{ domain: 'www.acme.com', name: 'Acme', type: 'private' }]);
    await run('companies', 'c.ndjson');
    await run('filings', 'edgar', withDomains({ createCompanies: true }));
    expect(await place.db('companies')).toMatchObject([{ name: 'Acme', type: 'private', cik: '0000000042' }]);
  });

  it('rejects the filings of unknown companies, with their rows', async () => {
    const report = await run('filings', 'edgar', { rejects: `${place.folder.path}/r.ndjson` });
    expect(report).toMatchObject({ read: 6, rejected: 6, rejectedBy: { 'unknown company': 6 } });
    expect(report.firstRejects.map(({ row }) => row)).toEqual([1, 2, 3]);
  });

  it('counts a company that cannot be created as rejected, but not as a row', async () => {
    const report = await run('filings', 'edgar', { createCompanies: true });
    expect(report).toMatchObject({ read: 6, rejected: 7, companiesRejected: 1, companiesCreated: 0 });
    expect(report.rejectedBy).toEqual({ 'unknown company': 6, 'missing domain': 1 });
    expect(printReport(report)).toContain('\n1 company not created (counted as rejected)\n');
  });

  it('rejects a company without a domain, with a hint', async () => {
    const report = await run('companies', 'edgar');
    expect(report).toMatchObject({ read: 1, rejectedBy: { 'missing domain': 1 } });
    expect(await run('companies', 'edgar', withDomains())).toMatchObject({ new: 1 });
  });

  it('rejects a page of older filings without a CIK in its name', async () => {
    place.folder.write('page.json', JSON.stringify(OLDER));
    const report = await run('filings', 'page.json');
    expect(report.firstRejects).toMatchObject([{ row: 1, reason: expect.stringMatching(/^missing CIK: /) }]);
  });

  it('reads a page of older filings that is compressed', async () => {
    const name = 'CIK0000000042-submissions-001.json.gz';
    place.folder.write(name, gzipSync(JSON.stringify(OLDER)));
    const report = await run('filings', name);
    expect(report).toMatchObject({ read: 3, rejectedBy: { 'unknown company': 3 } });
  });

  it.each([
    ['cik\n42\n', /the header row must be cik,domain or name,domain or .*, not cik\.$/],
    ['cik,domain\n42,\n', /row 2: "" is not a domain/],
    ['cik,domain\nx,acme.com\n', /row 2: "x" is not a CIK/],
  ])('rejects the domains file %j', async (text, problem) => {
    place.folder.write('domains.csv', text);
    await expect(run('companies', 'edgar', withDomains())).rejects.toThrow(problem);
  });

  it('warns of a missing page of older filings', async () => {
    place.folder.write('alone/CIK0000000042.json', JSON.stringify(MAIN));
    const options = { createCompanies: true, domains: `${place.folder.path}/domains.csv` };
    const whole = await run('filings', 'edgar', options);
    expect(whole.warningsBy).toEqual({});
    const alone = await run('filings', 'alone', options);
    expect(alone.firstWarnings).toMatchObject([
      {
        row: 1,
        warning: expect.stringMatching(
          /^missing page: CIK0000000042-submissions-001\.json with older filings/,
        ),
      },
    ]);
  });

  it('rejects people and funds as companies', async () => {
    const owner = {
      ...MAIN,
      name: 'LEE ANN',
      tickers: [],
      filings: { recent: { ...COLUMNS, form: ['3', '4', '4'] } },
    };
    place.folder.write('owner/CIK0000000042.json', JSON.stringify(owner));
    expect(await run('companies', 'owner', { domains: `${place.folder.path}/domains.csv` })).toMatchObject({
      new: 0,
      rejectedBy: { 'not a company': 1 },
    });
  });
});
