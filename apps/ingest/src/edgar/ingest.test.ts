import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@dossier/store/testing';
import type { CompanyRow, DocumentRow, FilingRow, MetricCitationRow, MetricRow } from '@dossier/store';
import { run } from '../cli/run.ts';
import { startIngest } from '../testing/command.ts';
import { edgarServer, type EdgarServer } from '../testing/edgar-server.ts';
import { chunkedBytes, temporaryFolder, type Folder } from '../testing/files.ts';
import { dump } from '../testing/rows.ts';
import { ingestEdgar, type EdgarOptions, type EdgarSource } from './ingest.ts';

const CONTACT = 'Acme Research data@acme.com';

/** A submissions file of a company with so many filings, the newest first. */
const submissions = (cik: number, filings: number, more: { website?: string; pages?: string[] } = {}) => ({
  cik: String(cik),
  name: `COMPANY ${cik}`,
  website: more.website ?? '',
  tickers: [`T${cik}`],
  exchanges: ['NYSE'],
  filings: {
    recent: columns(cik, filings, 24),
    files: (more.pages ?? []).map((name) => ({ name, filingCount: 2 })),
  },
});
const columns = (cik: number, count: number, year: number) => ({
  accessionNumber: Array.from({ length: count }, (_, i) => accession(cik, year, i)),
  filingDate: Array<string>(count).fill(`${year < 50 ? 20 : 19}${year}-02-01`),
  form: Array<string>(count).fill('8-K'),
  primaryDocument: Array<string>(count).fill('doc.htm'),
});
const accession = (cik: number, year: number, i: number) =>
  `${String(cik).padStart(10, '0')}-${year}-${String(i).padStart(6, '0')}`;
const fileOf = (cik: number) => `CIK${String(cik).padStart(10, '0')}`;

const FACTS = {
  cik: 42,
  entityName: 'COMPANY 42',
  facts: {
    'us-gaap': {
      Revenues: {
        units: {
          USD: [
            {
              start: '2022-01-01',
              end: '2022-12-31',
              val: 70,
              accn: 'A-1',
              fy: 2022,
              fp: 'FY',
              form: '10-K',
              filed: '2023-02-01',
            },
            {
              start: '2022-01-01',
              end: '2022-12-31',
              val: 68,
              accn: 'A-2',
              fy: 2023,
              fp: 'FY',
              form: '10-K',
              filed: '2024-02-01',
            },
            {
              start: '2022-01-01',
              end: '2022-12-31',
              val: 1,
              accn: 'A-3',
              fy: 2023,
              fp: 'FY',
              form: 'DEF 14A',
              filed: '2024-05-01',
            },
            {
              start: '2023-01-01',
              end: '2023-12-31',
              val: 80,
              accn: 'A-2',
              fy: 2023,
              fp: 'FY',
              form: '10-K',
              filed: '2024-02-01',
            },
            {
              start: '2023-01-01',
              end: '2023-03-31',
              val: 20,
              accn: 'A-4',
              fy: 2023,
              fp: 'Q1',
              form: '10-Q',
              filed: '2023-05-01',
            },
          ],
        },
      },
    },
  },
};

const indexFile = (...rows: [form: string, cik: number, accession: string][]) =>
  [
    'Description: Daily Index',
    'Form Type   Company Name        CIK         Date Filed  File Name',
    '-'.repeat(100),
    ...rows.map(
      ([form, cik, number]) =>
        `${form.padEnd(12)}${'SOMEBODY'.padEnd(20)}${String(cik).padEnd(12)}20240201    edgar/data/${cik}/${number}.txt`,
    ),
    '',
  ].join('\n');
/** An answer that ends the run, whatever else can be read. */
const SHUT_OUT = { status: 429, headers: { 'retry-after': '7200' } };
const DAY = '/Archives/edgar/daily-index/2024/QTR1/form.20240201.idx';

describe('loading from EDGAR', () => {
  let database: TestDatabase;
  let server: EdgarServer;
  let folder: Folder;
  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    for (const table of ['outbox', 'documents', 'metric_citations', 'metrics', 'filings', 'companies'])
      await database.db(table).delete();
    folder = temporaryFolder();
    folder.write('domains.csv', 'cik,domain\n42,acme.com\n43,bolt.com\n44,core.com\n45,dome.com\n');
    server = await edgarServer();
    server.put('/files/company_tickers.json', {
      0: { cik_str: 42, ticker: 'ACM', title: 'ACME' },
      1: { cik_str: 42, ticker: 'ACM-B', title: 'ACME' },
      2: { cik_str: 43, ticker: 'BLT', title: 'BOLT' },
    });
    server.put(
      `/submissions/${fileOf(42)}.json`,
      submissions(42, 3, { pages: [`${fileOf(42)}-submissions-001.json`] }),
    );
    server.put(`/submissions/${fileOf(42)}-submissions-001.json`, columns(42, 2, 99));
    server.put(`/submissions/${fileOf(43)}.json`, submissions(43, 1));
    server.put(`/submissions/${fileOf(44)}.json`, submissions(44, 1, { website: 'https://www.core.com/' }));
    server.put(`/submissions/${fileOf(45)}.json`, submissions(45, 1));
    server.put(`/api/xbrl/companyfacts/${fileOf(42)}.json`, FACTS);
    server.put(
      DAY,
      indexFile(
        ['8-K', 42, accession(42, 24, 0)],
        ['4', 42, accession(99, 24, 7)],
        ['4', 98, accession(99, 24, 7)],
      ),
    );
  });
  afterEach(async () => {
    await server.close();
    folder.remove();
  });

  const ingest = (source: EdgarSource, names: string[], options: Partial<EdgarOptions> = {}) =>
    ingestEdgar({
      db: database.db,
      source,
      names,
      options: {
        contact: CONTACT,
        rate: 10,
        backoff: 4,
        cache: join(folder.path, 'cache'),
        hosts: { www: server.url, data: server.url },
        ...options,
      },
    });
  const domains = () => ({ domains: join(folder.path, 'domains.csv') });
  const stored = <Row extends object>(table: string, order: string): Promise<Row[]> =>
    database.db(table).orderBy(order);

  it('loads companies by ticker and CIK, each once, with a domain from the website or the domains file', async () => {
    const names = ['acm', 'ACM.B', 'CIK0000000042', '44', '43'];
    const report = await ingest('companies', names, domains());
    expect(report).toMatchObject({ files: 3, read: 3, new: 3, rejected: 0, requests: { sent: 4 } });
    expect(await stored<CompanyRow>('companies', 'cik')).toMatchObject([
      { cik: '0000000042', domain: 'acme.com', name: 'COMPANY 42', type: 'public' },
      { cik: '0000000043', domain: 'bolt.com' },
      { cik: '0000000044', domain: 'core.com' },
    ]);
    const before = await dump(database.db);
    expect(await ingest('companies', names, domains())).toMatchObject({
      unchanged: 3,
      requests: { notModified: 4 },
    });
    expect(await dump(database.db)).toEqual(before);
  });

  it('loads the texts of stored filings as documents, each once, and reports the others', async () => {
    const page = (i: number) => `/Archives/edgar/data/42/${accession(42, 24, i).replaceAll('-', '')}/doc.htm`;
    const html = (text: string) => `<html><body><h1>Report</h1><h2>Risks</h2><p>${text}</p></body></html>`;
    server.put(page(0), Buffer.from(html('Tides \u0096 and storms'), 'latin1'));
    server.put(page(1), html('Dunes'));
    await ingest('companies', ['42'], domains());
    await ingest('filings', ['42']);
    const report = await ingest('texts', ['42', '43'], { forms: '8-k, 10-K' });
    expect(report).toMatchObject({ read: 6, new: 2, rejected: 4, leftOut: { 'filings of other forms': 0 } });
    expect(report.firstRejects.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^unknown company: no company has the CIK 0000000043/),
      ...Array<unknown>(3).fill(
        expect.stringMatching(/^missing text: EDGAR does not have https:\/\/www.sec.gov/),
      ),
    ]);
    const documents = await stored<DocumentRow>('documents', 'slug');
    expect(documents).toMatchObject([
      { slug: 'filing-0000000042-24-000000', title: 'COMPANY 42: 8-K, 2024-02-01', type: 'company' },
      { slug: 'filing-0000000042-24-000001', filing: accession(42, 24, 1) },
    ]);
    const [{ content_json }] = await database.db('document_bodies').orderBy('document_id');
    expect(content_json).toContain('Tides – and storms');
    expect(await ingest('texts', ['42'])).toMatchObject({
      read: 0,
      leftOut: { 'filings of other forms': 5 },
    });
    const requested = server.requests.length;
    const again = await ingest('texts', [], { known: true, forms: '8-K' });
    expect(again).toMatchObject({ new: 0, rejected: 3, leftOut: { 'filings with a text': 2 } });
    expect(server.paths(requested)).not.toContain(page(0));
  });

  it('rejects a company without a domain, with a hint, and unknown tickers and CIKs', async () => {
    const report = await ingest('companies', ['42', 'NOPE', '46']);
    expect(report).toMatchObject({ read: 3, rejected: 3, new: 0 });
    expect(report.firstRejects.map(({ reason }) => reason).sort()).toEqual([
      expect.stringMatching(/^missing domain: .*--domains/),
      'unknown filer: EDGAR has none with the CIK 0000000046',
      'unknown ticker: the SEC lists no NOPE; give the CIK of the company instead',
    ]);
  });

  it('loads all filings, including overflow files, and creates companies on request', async () => {
    const report = await ingest('filings', ['42', '43'], { ...domains(), createCompanies: true });
    expect(report).toMatchObject({
      read: 6,
      new: 6,
      rejected: 0,
      companiesCreated: 2,
      requests: { sent: 3 },
    });
    expect(await stored<FilingRow>('filings', 'accession_number')).toHaveLength(6);
    expect(await ingest('filings', [], { known: true })).toMatchObject({ read: 6, unchanged: 6 });
  });

  it('rejects the filings of an unknown company once, without a request', async () => {
    expect(await ingest('filings', ['42'])).toMatchObject({
      read: 1,
      rejectedBy: { 'unknown company': 1 },
      requests: { sent: 0 },
    });
  });

  it('rejects a missing overflow file, and loads the rest', async () => {
    const pages = [
      `${fileOf(43)}-submissions-001.json`,
      '../../evil.json',
      `${fileOf(42)}-submissions-001.json`,
    ];
    server.put(`/submissions/${fileOf(43)}.json`, submissions(43, 1, { pages }));
    const report = await ingest('filings', ['43'], { ...domains(), createCompanies: true });
    expect(report).toMatchObject({ new: 1, rejectedBy: { 'missing page': 1 } });
    expect(server.paths()).toEqual([
      `/submissions/${fileOf(43)}.json`,
      `/submissions/${fileOf(43)}-submissions-001.json`,
    ]);
  });

  it('loads the filings of stored companies in an index, and counts the others', async () => {
    await ingest('companies', ['42'], domains());
    const report = await ingest('index', ['2024-02-01', '2024-02-02']);
    expect(report).toMatchObject({
      read: 2,
      new: 2,
      rejected: 0,
      leftOut: { 'filings of other companies': 1, 'days without an index': 1 },
    });
    expect(await stored<FilingRow>('filings', 'accession_number')).toMatchObject([
      { type: '8-K', format: 'txt', filed_at: '2024-02-01T00:00:00.000Z' },
      { type: '4', accession_number: accession(99, 24, 7) },
    ]);
  });

  it('updates a stored filing from submissions, but not from an index', async () => {
    await ingest('companies', ['42'], domains());
    await ingest('index', ['2024-02-01']);
    expect(await ingest('filings', ['42'])).toMatchObject({ new: 4, changed: 1 });
    const before = await dump(database.db);
    expect(await ingest('index', ['2024-02-01'])).toMatchObject({ unchanged: 2, changed: 0 });
    expect(await dump(database.db)).toEqual(before);
  });

  it('accepts an index without rows, and rejects a quarter without an index', async () => {
    server.put('/Archives/edgar/full-index/2025/QTR1/form.idx', indexFile());
    expect(await ingest('index', ['2025Q1'])).toMatchObject({ read: 0, rejected: 0 });
    expect(await ingest('index', ['2025Q2'])).toMatchObject({ rejectedBy: { 'missing index': 1 } });
    await expect(ingest('index', ['monday'])).rejects.toThrow(
      '"monday" is not a day, quarter or ascending range',
    );
  });

  it('requests an index again when it ends in the middle of a row', async () => {
    server.misbehave(DAY, { cutAt: 250 });
    expect(await ingest('index', ['2024-02-01'])).toMatchObject({
      leftOut: { 'filings of other companies': 3 },
      requests: { retried: 1 },
    });
  });

  it('loads company facts as metrics that cite a filing', async () => {
    await ingest('companies', ['42', '43'], domains());
    const report = await ingest('facts', ['42', 'BLT', '44']);
    expect(report).toMatchObject({
      read: 4,
      new: 3,
      rejectedBy: { 'unknown company': 1 },
      leftOut: { 'companies without facts': 1, 'other forms': 1, 'repeated or superseded': 1 },
    });
    const metrics = await stored<MetricRow>('metrics', 'amount');
    expect(
      metrics.map(({ base, base_period, end_date, amount }) => [base, base_period, end_date, amount]),
    ).toEqual([
      ['trailing_revenue', 'quarter', '2023-03-31', 20],
      ['trailing_revenue', 'year', '2022-12-31', 68],
      ['trailing_revenue', 'year', '2023-12-31', 80],
    ]);
    const [citation] = (await database
      .db('metric_citations')
      .where({ metric_id: metrics[1]!.id })) as MetricCitationRow[];
    expect(citation).toMatchObject({
      quote: null,
      type: 'filing',
      headline: expect.stringContaining('accession number A-2'),
    });
    expect(Boolean(citation!.is_filing)).toBe(true);
    expect(await ingest('facts', ['42'])).toMatchObject({ unchanged: 3, changed: 0 });
  });

  it('stores no records and no progress in a dry run', async () => {
    const options = { ...domains(), createCompanies: true };
    const before = await dump(database.db);
    expect(await ingest('filings', ['42', '43'], { ...options, dryRun: true })).toMatchObject({
      dryRun: true,
      new: 6,
      requests: { sent: 3 },
    });
    expect(await dump(database.db)).toEqual(before);
    expect(await ingest('filings', ['42', '43'], options)).toMatchObject({ new: 6, finishedBefore: 0 });
  });

  it('rejects unreadable files, loads the rest, and retries in the next run', async () => {
    await ingest('companies', ['42', '43', '44'], domains());
    const page = `/submissions/${fileOf(42)}-submissions-001.json`;
    const first = `/submissions/${fileOf(43)}.json`;
    const down = Array<object>(7).fill({ status: 503 });
    const names = ['42', '43', '44'];
    for (const path of [page, first]) server.misbehave(path, ...down);
    const rejects = join(folder.path, 'rejects.ndjson');
    const report = await ingest('filings', names, { rejects });
    expect(report).toMatchObject({
      new: 4,
      read: 6,
      rejectedBy: { unreadable: 2 },
      requests: { retried: 12 },
    });
    expect(
      readFileSync(rejects, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toEqual([
      {
        file: `${fileOf(42)}-submissions-001.json`,
        row: 1,
        load: { kind: 'filing' },
        reason: `unreadable: ${server.url}${page} answered 503; gave up after 7 attempts; run it again later`,
        raw: null,
      },
      expect.objectContaining({ file: `${fileOf(43)}.json` }),
    ]);
    // What is done is remembered until the run ends: here it does not, since it is refused.
    server.misbehave(page, ...down);
    server.misbehave(`/submissions/${fileOf(44)}.json`, SHUT_OUT);
    await expect(ingest('filings', names, { batchSize: 1 })).rejects.toThrow('asks to wait 120 minutes');
    const from = server.requests.length;
    expect(await ingest('filings', names)).toMatchObject({ new: 2, finishedBefore: 1, rejected: 0 });
    expect(server.paths(from)).not.toContain(first);
    expect(await stored('filings', 'id')).toHaveLength(7);
  });

  it('does not request an unreadable file a second time in a dry run', async () => {
    await ingest('companies', ['42', '43'], domains());
    server.misbehave(`/submissions/${fileOf(43)}.json`, ...Array<object>(7).fill({ status: 503 }));
    expect(await ingest('filings', ['42', '43'], { dryRun: true })).toMatchObject({
      new: 5,
      rejectedBy: { unreadable: 1 },
    });
  });

  it('stops when no file can be read', async () => {
    const names = Array.from({ length: 12 }, (_, i) => String(50 + i));
    for (const name of names) server.misbehave(`/submissions/${fileOf(Number(name))}.json`, { status: 400 });
    await expect(ingest('companies', names)).rejects.toThrow('the server seems to be down');
    // They were under way when the third was given up; no more were asked for.
    expect(server.requests.length).toBeLessThan(names.length);
  });

  it('resumes after a block, and skips finished items', async () => {
    const options = { ...domains(), createCompanies: true, rate: 10 };
    const names = ['42', '43', '44', '45'];
    server.misbehave(`/submissions/${fileOf(45)}.json`, SHUT_OUT);
    await expect(ingest('filings', names, options)).rejects.toThrow('answered 429');
    expect(await stored('filings', 'id')).toHaveLength(7);
    const from = server.requests.length;
    expect(await ingest('filings', names, options)).toMatchObject({ new: 1, finishedBefore: 3 });
    expect(server.paths(from)).toEqual([`/submissions/${fileOf(45)}.json`]);
    // The run is over: the next one is a new one.
    expect(await ingest('filings', names, options)).toMatchObject({ unchanged: 8, finishedBefore: 0 });
  });

  it('reads an item again whose company was loaded after a block, as its reject says', async () => {
    await ingest('companies', ['45'], domains());
    server.misbehave(`/submissions/${fileOf(45)}.json`, SHUT_OUT);
    await expect(ingest('filings', ['42', '45'], { restart: true })).rejects.toThrow('answered 429');
    await database.db('companies').update({ cik: '0000000042' });
    expect(await ingest('filings', ['42'])).toMatchObject({ finishedBefore: 0, new: 5 });
  });

  it('starts from the beginning with --restart or for another command', async () => {
    server.misbehave(`/submissions/${fileOf(43)}.json`, SHUT_OUT, SHUT_OUT);
    await expect(ingest('companies', ['42', '43'], domains())).rejects.toThrow('answered 429');
    expect(await ingest('companies', ['42'], domains())).toMatchObject({ finishedBefore: 0, unchanged: 1 });
    await expect(ingest('companies', ['42', '43'], { ...domains(), restart: true })).rejects.toThrow();
    expect(await ingest('companies', ['42', '43'], { ...domains(), restart: true })).toMatchObject({
      finishedBefore: 0,
      new: 1,
      unchanged: 1,
    });
  });

  it('resumes after a kill, and produces the same database', async () => {
    const ciks = [42, 43, 44, 45];
    const args = [
      'edgar',
      'filings',
      ...ciks.map(String),
      '--create-companies',
      '--domains',
      domains().domains,
      '--json',
    ];
    const more = ['--base-url', server.url, '--rate', '10', '--cache', join(folder.path, 'cache')];
    const env = {
      DATABASE_URL: database.url,
      SEARCH_URL: `sqlite:${join(folder.path, 's.db')}`,
      EDGAR_CONTACT: CONTACT,
    };
    server.misbehave(`/submissions/${fileOf(45)}.json`, { delay: 60_000 });
    const killed = startIngest([...args, ...more], env);
    const runs = join(folder.path, 'cache', 'runs');
    const noted = () =>
      existsSync(runs) ? readdirSync(runs).map((name) => readFileSync(join(runs, name), 'utf8')) : [];
    while (!noted().some((text) => text.includes('0000000044')))
      await new Promise((resolve) => setTimeout(resolve, 20));
    killed.process.kill('SIGKILL');
    expect(await killed.finished).toMatchObject({ signal: 'SIGKILL' });

    const from = server.requests.length;
    const again = await startIngest([...args, ...more], env).finished;
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('3 of 4 done') });
    expect(JSON.parse(again.stdout)).toMatchObject({ new: 1, rejected: 0, waiting: 0, finishedBefore: 3 });
    expect(server.paths(from)).toEqual([`/submissions/${fileOf(45)}.json`]);
    expect(await stored('companies', 'id')).toHaveLength(4);
    expect(await stored('filings', 'id')).toHaveLength(8);
    expect(await stored('outbox', 'record_id')).toEqual([]);
  });

  describe('ingest edgar on the command line', () => {
    const call = async (args: string[], env: Record<string, string> = { EDGAR_CONTACT: CONTACT }) => {
      const output = { stdout: '', stderr: '' };
      const code = await run(['edgar', ...args], {
        env: { DATABASE_URL: database.url, SEARCH_URL: `sqlite:${join(folder.path, 's.db')}`, ...env },
        stdin: chunkedBytes(new Uint8Array(), 1),
        out: (text) => (output.stdout += text),
        err: (text) => (output.stderr += text),
        terminal: undefined,
      });
      return { code, ...output };
    };
    const at = () => ['--base-url', `${server.url}/`, '--cache', join(folder.path, 'cache')];

    it('prints a report and exits with 0, or 3 for rejected rows', async () => {
      const done = await call(['companies', 'ACM', '--domains', domains().domains, ...at()]);
      expect(done).toMatchObject({ code: 0, stderr: '' });
      expect(done.stdout).toMatch(
        /^companies: 1 row read from 1 file: 1 new, .*\nSearch: .*\nEDGAR: 2 requests, 0 not modified, 0 retried\n$/,
      );
      const rejects = ['--rejects', join(folder.path, 'r.ndjson')];
      expect(await call(['companies', '45', ...at(), ...rejects])).toMatchObject({ code: 3 });
    });

    it('reports the number of skipped filings', async () => {
      const done = await call(['index', '2024-02-01', ...at()]);
      expect(done.stdout).toMatch(/\nSkipped:\n {2}filings of other companies: 3\n$/);
    });

    it('exits with 1 without a contact, and explains how to set it', async () => {
      const done = await call(['companies', '42', ...at()], {});
      expect(done).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^The SEC wants to know who asks: .*\n$/),
      });
      expect(server.requests).toEqual([]);
      expect(await call(['companies', '44', '--contact', CONTACT, ...at()], {})).toMatchObject({ code: 0 });
    });

    it('exits with 2 without a company', async () => {
      expect(await call(['facts', ...at()])).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^No company given\./),
      });
    });

    it.each([
      [['companies', '42', '--rate', '11'], /at most 10/],
      [['companies', '42', '--rate', '0x5'], /at most 10/],
      [['companies', '42', '--base-url', 'ftp://x'], /http\(s\)/],
      [['index'], /missing required argument/],
      [['prices', '42'], /unknown command/],
    ])('exits with 2 for the usage error %j', async (args, problem) => {
      expect(await call(args)).toMatchObject({ code: 2, stderr: expect.stringMatching(problem) });
    });
  });
});
