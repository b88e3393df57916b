import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openSearch, SearchUnavailable, type SearchEngine } from '@dossier/search';
import { outboxDepth } from '@dossier/store';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { findKind } from '../kinds/index.ts';
import { load, type LoadOptions } from './load.ts';
import { printReport } from '../report/report.ts';
import { indexOutbox } from '../index/outbox.ts';
import { chunkedBytes, temporaryFolder, type Folder } from '../testing/files.ts';
import { dump } from '../testing/rows.ts';

const company = (domain: string, more: object = {}) => ({ domain, name: domain, type: 'private', ...more });
const ACME = company('acme.com', {
  name: 'Acme',
  alternative_domains: ['acme.org'],
  description: 'Makes anvils.',
});
const BOLT = company('bolt.io', { name: 'Bolt', cik: '0000000007', categories: ['Tools'] });
const SALES = {
  company: 'acme.org',
  name: 'Acme: Revenue ($M)',
  x_label: 'Date',
  y_label: 'Revenue',
  data: [
    { x: '2022-12-31', y: 2_000_000, type: 'estimate' },
    { x: '2021-12-31', y: 1_000_000.5, type: 'historical', source_url: 'https://acme.com/report' },
  ],
  source_type: 'Company',
  source_url: 'https://acme.com',
  data_type: 'Revenue',
  frequency: 'Annual',
  metric: 'USD',
};
const ANNUAL = {
  company_cik: '7',
  accession_number: '0000000007-24-000001',
  name: '10-K',
  type: '10-K',
  format: 'HTM',
  region: 'US',
  filed_at: '2024-02-01',
  url: 'https://www.sec.gov/a.htm',
};

describe.each(engines)('loading into %s', (engine) => {
  let database: TestDatabase;
  let search: SearchEngine;
  let folder: Folder;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(async () => {
    folder = temporaryFolder();
    search = await openSearch('sqlite::memory:');
    for (const table of ['outbox', 'filings', 'datasets', 'companies', 'categories', 'documents']) {
      await database.db(table).delete();
    }
  });
  afterEach(async () => {
    await search.close();
    folder.remove();
  });
  afterAll(() => database.close());

  const run = (kind: string, paths: string | string[], options: LoadOptions = {}) =>
    load({ db: database.db, search, kind: findKind(kind)!, paths: [paths].flat(), options });
  const domains = () => database.db('companies').orderBy('domain').pluck('domain');
  const write = (name: string, content: string | Uint8Array | object[]) => folder.write(name, content);
  const rejectOf = (row: number, reason: RegExp) =>
    expect.objectContaining({ row, reason: expect.stringMatching(reason) });

  it('stores and indexes records of every kind, and changes nothing on the second load', async () => {
    const files = {
      companies: write('c.ndjson', [ACME, BOLT]),
      datasets: write('d.json', JSON.stringify([SALES])),
      filings: write('f.ndjson', [ANNUAL]),
    };
    const document = write(
      '2024-01-02-anvils.md',
      '---\ntitle: Anvils\ntype: market\n---\n## Forging\n\nHot iron.\n',
    );
    for (const [kind, path] of Object.entries({ ...files, documents: document })) {
      const report = await run(kind, path);
      expect(report).toMatchObject({ rejected: 0, unchanged: 0, waiting: 0, files: 1 });
      expect(report.new).toBe(report.read);
    }
    const titles = async (text: string) =>
      (await search.search({ text, limit: 9, offset: 0 })).results.map((result) => [
        result.type,
        result.title,
      ]);
    expect(await titles('anvils')).toEqual([
      ['document', 'Anvils'],
      ['company', 'Acme'],
    ]);
    expect(await titles('0000000007-24-000001')).toEqual([['filing', 'Bolt: 10-K']]);
    expect(await database.db('datasets')).toMatchObject([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5/),
        start_date: '2021-12-31T00:00:00.000Z',
        end_date: '2022-12-31T00:00:00.000Z',
        status: 'Active',
        data_json: JSON.stringify([
          {
            x: '2021-12-31T00:00:00.000Z',
            y: 1_000_000.5,
            type: 'historical',
            source_url: 'https://acme.com/report',
          },
          { x: '2022-12-31T00:00:00.000Z', y: 2_000_000, type: 'estimate' },
        ]),
      },
    ]);
    expect(await database.db('filings')).toMatchObject([
      { format: 'htm', filed_at: '2024-02-01T00:00:00.000Z', accession_number: '0000000007-24-000001' },
    ]);

    const before = await dump(database.db);
    for (const [kind, path] of Object.entries({ ...files, documents: document })) {
      const report = await run(kind, path);
      expect(report).toMatchObject({ unchanged: report.read, new: 0, changed: 0, rejected: 0, indexed: 0 });
    }
    expect(await dump(database.db)).toEqual(before);
  });

  it('updates only the records that changed', async () => {
    await run('companies', write('c.ndjson', [ACME, BOLT]));
    await run('datasets', write('d.ndjson', [SALES, { ...SALES, name: 'Acme: Other' }]));
    const before = await database.db('datasets').orderBy('name');
    const report = await run(
      'datasets',
      write('d2.ndjson', [
        { company: 'acme.com', name: SALES.name, source_type: null },
        { company: 'acme.com', name: 'Acme: Other' },
        { ...SALES, name: 'Acme: Third' },
      ]),
    );
    expect(report).toMatchObject({ changed: 1, unchanged: 1, new: 1 });
    const after = await database.db('datasets').orderBy('name');
    expect(after[0]).toEqual(before[0]);
    expect(after[1]).toMatchObject({
      id: before[1].id,
      dataset_id: before[1].dataset_id,
      source_type: null,
      frequency: 'Annual',
    });
    expect(after[1].updated_at > before[1].updated_at).toBe(true);
  });

  it('reports every invalid row, loads the rest, and writes the rejected rows to a file', async () => {
    const lines = [
      JSON.stringify(ACME),
      '{"domain": "half.com", ',
      JSON.stringify(company('year.com', { founding_year: 'soon' })),
      '',
      JSON.stringify(company('nmae.com', { nmae: 'x' })),
      JSON.stringify({ name: 'Nowhere', type: 'private' }),
      JSON.stringify(company('nul.com', { description: 'a\u0000b' })),
      JSON.stringify(company('acme.org')),
      JSON.stringify(company('acme.com')),
      '[1, 2]',
      JSON.stringify(BOLT),
    ];
    const rejects = join(folder.path, 'out', 'rejects.ndjson');
    const report = await run('companies', write('c.ndjson', lines.join('\n')), { rejects });
    expect(report).toMatchObject({
      read: 10,
      new: 2,
      rejected: 8,
      rejectsFile: rejects,
      rejectedBy: {
        'wrong format': 1,
        'invalid record': 2,
        'unknown field': 1,
        'missing domain': 1,
        'invalid text': 1,
        'duplicate domain': 2,
      },
    });
    expect(await domains()).toEqual(['acme.com', 'bolt.io']);
    const written = readFileSync(rejects, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { row: number; raw: unknown });
    expect(written.map(({ row }) => row)).toEqual([2, 3, 5, 6, 7, 8, 9, 10]);
    expect(written[0]).toMatchObject({
      file: expect.stringMatching(/c\.ndjson$/),
      raw: lines[1],
      reason: expect.any(String),
    });
    expect(written[1]!.raw).toEqual(company('year.com', { founding_year: 'soon' }));
    const text = printReport(report);
    expect(text).toContain('10 rows read from 1 file: 2 new, 0 changed, 0 unchanged, 8 rejected');
    expect(text).toMatch(/unknown field: 1\n.*row 5: unknown field: "nmae"; the nearest known one is "name"/);
  });

  it('loads the complete records of a truncated file', async () => {
    const array = JSON.stringify([ACME, BOLT, company('cut.com')]);
    const report = await run('companies', write('c.json', array.slice(0, -20)));
    expect(report).toMatchObject({ new: 2, rejected: 1, firstRejects: [rejectOf(3, /^truncated file: /)] });
    const lines = [company('a.com'), company('b.com')].map((each) => JSON.stringify(each)).join('\n');
    const second = await run('companies', write('c.ndjson', lines.slice(0, -5)));
    expect(second).toMatchObject({ new: 1, rejected: 1, firstRejects: [rejectOf(2, /^truncated file: /)] });
    expect(await domains()).toEqual(['a.com', 'acme.com', 'bolt.io']);
  });

  it('rejects only the rows with bytes that are not UTF-8, and decodes an explicit encoding', async () => {
    const table = Buffer.from('domain,name,type\na.com,Caf\u00e9,private\nb.com,Plain,private\n', 'latin1');
    const report = await run('companies', write('c.csv', table));
    expect(report).toMatchObject({ new: 1, rejected: 1, firstRejects: [rejectOf(2, /^wrong encoding: /)] });
    expect(printReport(report)).toContain('--encoding windows-1252');
    expect(await run('companies', join(folder.path, 'c.csv'), { encoding: 'windows-1252' })).toMatchObject({
      new: 1,
    });
    expect(await database.db('companies').where({ domain: 'a.com' })).toMatchObject([{ name: 'Café' }]);
  });

  it('reads CSV with a byte order mark, CR line endings and quoted line endings', async () => {
    const table =
      '\uFEFFdomain,name,type,founding_year,headquarters.city,description\ra.com,A,private,2001,Paris,"Two\rlines"\r';
    expect(await run('companies', write('c.csv', table))).toMatchObject({ new: 1, rejected: 0 });
    expect(await database.db('companies')).toMatchObject([
      { description: 'Two\rlines', founding_year: 2001, headquarters_city: 'Paris' },
    ]);
    // As CSV this is one row, of a company with two lines for a name.
    const swallowed = 'domain,name,type\nb.com,"B,private\nc.com,C",private\n';
    expect(await run('companies', write('d.csv', swallowed))).toMatchObject({
      new: 0,
      firstRejects: [
        rejectOf(2, /^invalid record: name must be one line: in a table, a quote may be missing$/),
      ],
    });
  });

  it('treats an accession number with and without dashes as the same', async () => {
    await run('companies', write('c.ndjson', [ACME]));
    const filing = {
      company: 'acme.com',
      name: 'R',
      type: '10-K',
      filed_at: '2024-11-01',
      url: 'https://a.com/a',
    };
    const numbers = ['000032019324000123', '0000320193-24-000123', 'CH-000032019324000123'];
    const feed = numbers.map((accession_number) => ({ ...filing, accession_number }));
    expect(await run('filings', write('f.ndjson', feed))).toMatchObject({ new: 2, unchanged: 1 });
    expect(await database.db('filings').orderBy('accession_number').pluck('accession_number')).toEqual(
      numbers.slice(1),
    );
  });

  it('rejects records of an unknown company', async () => {
    await run('companies', write('c.ndjson', [ACME]));
    const datasets = await run('datasets', write('d.ndjson', [{ ...SALES, company: 'nowhere.com' }, SALES]));
    expect(datasets).toMatchObject({
      new: 1,
      firstRejects: [rejectOf(1, /^unknown company: no company has the domain nowhere\.com/)],
    });
    const filings = await run('filings', write('f.ndjson', [ANNUAL, { ...ANNUAL, company: 'acme.com' }]));
    expect(filings).toMatchObject({ new: 1, firstRejects: [rejectOf(1, /CIK 0000000007/)] });
  });

  it('rejects a second record with the same key in one load, across batches and files, unless it is equal', async () => {
    const first = write('a.ndjson', [ACME, BOLT]);
    const second = write('b.ndjson', [company('new.com'), { ...BOLT, name: 'Bolt again' }]);
    const report = await run('companies', [first, second], { batchSize: 1 });
    expect(report).toMatchObject({
      new: 3,
      firstRejects: [rejectOf(2, /^duplicate domain: .*a\.ndjson row 2 has bolt\.io too/)],
    });
    const filings = write('f.ndjson', [ANNUAL, ANNUAL, { ...ANNUAL, name: 'Other' }]);
    expect(await run('filings', filings, { batchSize: 1 })).toMatchObject({
      new: 1,
      unchanged: 1,
      firstRejects: [rejectOf(3, /^duplicate filing: .* row 1 has it with other content/)],
    });
    const datasets = write('d.ndjson', [SALES, { ...SALES, company: 'acme.com', status: 'Old' }]);
    expect(await run('datasets', datasets)).toMatchObject({ new: 1, rejected: 1 });
  });

  it('stores nothing in a dry run, and reports what a load would do', async () => {
    await run('companies', write('c.ndjson', [ACME]));
    const before = await dump(database.db);
    const lines = [{ ...ACME, name: 'Renamed' }, BOLT, company('bad.com', { type: 'x' })];
    const report = await run('companies', write('d.ndjson', lines), { dryRun: true, batchSize: 1 });
    expect(report).toMatchObject({ dryRun: true, changed: 1, new: 1, rejected: 1, indexed: 0 });
    expect(await dump(database.db)).toEqual(before);
    expect(await run('companies', join(folder.path, 'd.ndjson'))).toMatchObject({ changed: 1, new: 1 });
  });

  it('reads a directory in order without hidden and unknown files, and reads standard input', async () => {
    write('in/b.ndjson', [{ ...BOLT, domain: 'b.com', cik: null }]);
    write('in/sub/c.json', JSON.stringify(company('c.com')));
    write('in/a.jsonl', [company('a.com')]);
    write('in/.hidden.ndjson', [company('hidden.com')]);
    write('in/notes.txt', 'nothing');
    expect(await run('companies', join(folder.path, 'in'))).toMatchObject({ files: 3, new: 3 });
    const inputs = [
      JSON.stringify([company('d.com')]),
      `${JSON.stringify(company('e.com'))}\n${JSON.stringify(company('f.com'))}\n`,
      'domain,name,type\ng.com,G,private\n',
      JSON.stringify(company('h.com'), undefined, 2),
    ];
    // Without a search engine the entry of each new company waits.
    const waiting = [1, 3, 4, 5];
    for (const [i, input] of inputs.entries()) {
      const stdin = chunkedBytes(Buffer.from(input), 7);
      const report = await load({ db: database.db, kind: findKind('company')!, paths: ['-'], stdin });
      expect(report).toMatchObject({ rejected: 0, files: 1, waiting: waiting[i] });
    }
    expect(await domains()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `${name}.com`));
  });

  it('reports a missing path before it loads anything', async () => {
    const paths = [write('c.ndjson', [ACME]), join(folder.path, 'missing.csv')];
    await expect(run('companies', paths)).rejects.toThrow(/There is no file or directory .*missing\.csv/);
    expect(await domains()).toEqual([]);
  });

  it('loads while the search is down, and indexes the outbox later', async () => {
    const down: SearchEngine = {
      ...search,
      put: async () => {
        throw new SearchUnavailable('no connection');
      },
    };
    const report = await load({
      db: database.db,
      search: down,
      kind: findKind('company')!,
      paths: [write('c.ndjson', [ACME, BOLT])],
    });
    // Two companies, and the category of one of them, which is suggested.
    expect(report).toMatchObject({ new: 2, indexed: 0, waiting: 3 });
    expect(printReport(report)).toContain('npm run ingest -- index');
    expect(await indexOutbox({ db: database.db, search })).toEqual({ put: 3, removed: 0 });
    expect(await outboxDepth(database.db)).toBe(0);
    expect((await search.search({ text: 'anvils', limit: 1, offset: 0 })).total).toBe(1);
  });

  it('removes deleted records from the search', async () => {
    await run('companies', write('c.ndjson', [ACME]));
    const [row] = await database.db('companies');
    await database.db('companies').delete();
    await database.db('outbox').insert([1, 2].map(() => ({ kind: 'company', record_id: String(row.id) })));
    expect(await indexOutbox({ db: database.db, search })).toEqual({ put: 0, removed: 1 });
    expect((await search.search({ text: 'anvils', limit: 1, offset: 0 })).total).toBe(0);
  });
});
