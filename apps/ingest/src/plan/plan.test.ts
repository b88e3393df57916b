import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openSearch, type SearchEngine } from '@dossier/search';
import { openDatabase, type Db } from '@dossier/store';
import { createTestDatabase, usualEngines, type TestDatabase } from '@dossier/store/testing';
import { findKind } from '../kinds/index.ts';
import { load, type LoadOptions } from '../load/load.ts';
import { temporaryFolder, type Folder } from '../testing/files.ts';
import { dump } from '../testing/rows.ts';
import { apply } from './apply.ts';
import type { PlanEnd, PlanHead, PlanLine } from './file.ts';
import { plan } from './plan.ts';
import { printSummary } from './summary.ts';

const company = (domain: string, more: object = {}) => ({ domain, name: domain, type: 'private', ...more });
const ACME = company('acme.com', {
  name: 'Acme',
  headquarters: { city: 'Berlin', country: 'Germany' },
  categories: ['Tools'],
  financials: [{ name: 'total_estimated_funding', value: 5, date: '2024-01-01' }],
});
/** The fields of a new record, as a plan shows them. */
const NEW = {
  slug: [null, 'new-com'],
  name: [null, 'new.com'],
  domain: [null, 'new.com'],
  domains: [null, ['new.com']],
  is_active: [null, expect.anything()],
  type: [null, 'private'],
};
const MANY = Array.from({ length: 12 }, (_, i) => company(`many${i}.com`));
const BOLT = company('bolt.io', { cik: '7' });
const ROUND = {
  company: 'acme.com',
  event_type: 'funding_round',
  data: {
    name: 'Series A',
    round_type: 'series_a',
    announced_date: '2024-01-02',
    amount_raised: '1000000.00',
    currency: 'USD',
    status: 'announced',
    equities: [
      {
        name: 'A',
        equity_type: 'preferred',
        round_type: 'series_a',
        issue_price: '1.00',
        issued_at: '2024-01-02',
      },
    ],
  },
  citations: [],
};
const FILING = {
  company: 'bolt.io',
  accession_number: '1',
  name: '10-K',
  type: '10-K',
  filed_at: '2024-02-01',
  url: 'https://www.sec.gov/a.htm',
};

describe.each(usualEngines)('a plan against %s', (engine) => {
  let database: TestDatabase;
  let base: Db;
  let search: SearchEngine;
  let folder: Folder;
  let out: string;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    base = openDatabase(database.url);
  });
  beforeEach(async () => {
    folder = temporaryFolder();
    out = join(folder.path, 'plan.ndjson');
    search = await openSearch('sqlite::memory:');
    for (const table of ['outbox', 'deletions', 'companies', 'categories', 'documents']) {
      await database.db(table).delete();
    }
  });
  afterEach(async () => {
    await search.close();
    folder.remove();
  });
  afterAll(async () => {
    await base.destroy();
    await database.close();
  });

  const write = (name: string, content: string | object[]) => folder.write(name, content);
  const run = (kind: string, path: string, options: LoadOptions = {}) =>
    load({ db: database.db, search, kind: findKind(kind)!, paths: [path], options });
  const planned = async (kind: string, path: string, options: LoadOptions = {}) => {
    const made = await plan({
      db: database.db,
      base,
      kind: findKind(kind)!,
      paths: [path],
      out,
      options: { batchSize: 2, ...options },
    });
    const lines = readFileSync(out, 'utf8').trimEnd().split('\n');
    const [head, ...rest] = lines.map((line) => JSON.parse(line) as object);
    return { ...made, head: head as PlanHead, end: rest.pop() as PlanEnd, lines: rest as PlanLine[] };
  };
  const applied = (path = out) => apply({ db: database.db, base, search, path });
  const names = () => database.db('companies').orderBy('domain').pluck('name');

  it('lists new, changed and rejected rows with their fields, and changes nothing', async () => {
    await run('companies', write('a.ndjson', [ACME, BOLT, company('same.com')]));
    const before = await dump(database.db);
    const feed = write('b.ndjson', [
      { ...ACME, name: 'Acme Ltd', headquarters: { city: 'Bonn' }, categories: ['Tools', 'Robots'] },
      company('same.com'),
      company('new.com'),
      company('bad.com', { type: 'x' }),
      { ...BOLT, description: 'b'.repeat(500) },
    ]);
    const { lines, end, report, summary, head } = await planned('companies', feed);
    expect(head).toMatchObject({ plan: 1, kind: 'company', paths: [feed] });
    expect(lines).toEqual([
      {
        outcome: 'changed',
        kind: 'company',
        file: feed,
        row: 1,
        key: ['acme.com'],
        fields: {
          name: ['Acme', 'Acme Ltd'],
          headquarters_city: ['Berlin', 'Bonn'],
          categories: [[], ['robots']],
        },
        base: expect.stringMatching(/^[0-9a-f]{32}$/),
        result: expect.any(String),
      },
      expect.objectContaining({ outcome: 'new', row: 3, key: ['new.com'], fields: NEW }),
      { outcome: 'rejected', file: feed, row: 4, reason: expect.stringMatching(/^invalid record: type/) },
      expect.objectContaining({
        outcome: 'changed',
        row: 5,
        fields: { description: [null, `${'b'.repeat(120)}… (500 characters)`] },
      }),
    ]);
    const many = await planned('companies', write('c.ndjson', MANY));
    expect(many.lines.map((line) => 'fields' in line)).toEqual(MANY.map((_, i) => i < 10));
    expect(end).toEqual({ end: { unchanged: 1 } });
    expect(report).toMatchObject({ dryRun: true, new: 1, changed: 2, unchanged: 1, rejected: 1 });
    expect(printSummary(summary).split('\n')).toEqual([
      'New: 1',
      '  + new.com',
      'Changed: 2',
      '  ~ acme.com',
      '      name: "Acme" -> "Acme Ltd"',
      '      headquarters_city: "Berlin" -> "Bonn"',
      '      categories: [] -> ["robots"]',
      '  ~ bolt.io',
      `      description: null -> "${'b'.repeat(120)}… (500 characters)"`,
      '  Fields: name 1, headquarters_city 1, categories 1, description 1',
      `Plan: ${out}`,
      `Apply it with: npm run ingest -- apply ${out}`,
    ]);
    expect(await dump(database.db)).toEqual(before);
  });

  it('applies a plan as planned, including rejects, and indexes its records', async () => {
    await run('companies', write('a.ndjson', [ACME, BOLT]));
    const feed = write('b.ndjson', [{ ...ACME, name: 'Acme Ltd' }, company('new.com'), { name: 'Nowhere' }]);
    await planned('companies', feed);
    const report = await applied();
    expect(report).toMatchObject({ new: 1, changed: 1, rejected: 1, indexed: 2, dryRun: false });
    expect(report.refused).toBeUndefined();
    expect(await names()).toEqual(['Acme Ltd', 'bolt.io', 'new.com']);
    // It is done: the same plan does not fit any more.
    expect((await applied()).refused).toMatchObject({ why: 'moved' });
  });

  it('applies an older plan, which does not show the fields of new records, unless their content differs', async () => {
    const feed = write('b.ndjson', [company('new.com')]);
    const { lines } = await planned('companies', feed);
    const [line] = lines as [PlanLine & { outcome: 'new' }];
    const rewrite = (more: object) => {
      const [head, , end] = readFileSync(out, 'utf8').split('\n');
      const path = join(folder.path, 'older.ndjson');
      writeFileSync(
        path,
        [head, JSON.stringify({ ...line, fields: undefined, ...more }), end, ''].join('\n'),
      );
      return path;
    };
    expect((await applied(rewrite({ result: '0' }))).refused).toMatchObject({
      message: expect.stringContaining('new.com'),
    });
    const report = await applied(rewrite({}));
    expect([report.refused, report.new]).toEqual([undefined, 1]);
  });

  it('applies event changes although the timestamps of children differ', async () => {
    await run('companies', write('a.ndjson', [ACME]));
    await run('events', write('e.ndjson', [ROUND]));
    const equity = { ...ROUND.data.equities[0]!, issue_price: '2.00' };
    const feed = write('f.ndjson', [
      { ...ROUND, data: { ...ROUND.data, status: 'closed', equities: [equity] } },
      { ...ROUND, data: { ...ROUND.data, name: 'Series B', round_type: 'series_b' } },
    ]);
    const { lines } = await planned('events', feed);
    expect(lines).toMatchObject([
      {
        outcome: 'changed',
        key: ['acme.com', 'funding_round', '2024-01-02', 'Series A'],
        fields: { status: ['announced', 'closed'] },
      },
      { outcome: 'new' },
    ]);
    expect(await applied()).toMatchObject({ new: 1, changed: 1 });
    expect((await applied()).refused?.why).toBe('moved');
  });

  it.each([
    [
      'a record to change has changed since',
      [{ ...ACME, description: 'Other.' }],
      /acme\.com \(.*b\.ndjson row 1\) has changed/,
    ],
    [
      'a record to change already has the new content',
      [{ ...ACME, name: 'Acme Ltd' }],
      /acme\.com \(.*row 1\) was planned as changed and is now unchanged/,
    ],
    [
      'a new record already exists',
      [company('new.com', { founding_year: 2000 })],
      /new\.com \(.*row 3\) was planned as new and is now unchanged/,
    ],
    [
      'an unchanged record would now change',
      [company('same.com', { name: 'Other' })],
      /same\.com \(.*row 2\) was planned as unchanged and is now changed/,
    ],
    [
      'a new row would now be rejected',
      [{ ...BOLT, alternative_domains: ['new.com'] }],
      /row 3 was planned as new and is now rejected/,
    ],
  ])('rejects a plan when %s', async (_what, meanwhile, sentence) => {
    await run('companies', write('a.ndjson', [ACME, BOLT, company('same.com')]));
    const feed = write('b.ndjson', [{ ...ACME, name: 'Acme Ltd' }, company('same.com'), company('new.com')]);
    await planned('companies', feed);
    await run('companies', write('c.ndjson', meanwhile));
    const before = await dump(database.db);
    const { refused } = await applied();
    expect(refused).toEqual({ why: 'moved', message: expect.stringMatching(sentence) });
    expect(refused!.message).toMatch(
      /^The database has changed since the plan was made: .* Make a new plan\.$/,
    );
    expect(await dump(database.db)).toEqual(before);
  });

  it('rejects a plan when a lookup file of its mapping has changed', async () => {
    const rule = '{ column: Type, lookup: { file: types.csv, key: code, value: type } }';
    const fields = `name: Name\n  domain: Site\n  type: ${rule}`;
    const mapping = folder.write('m.yaml', `kind: company\nfields:\n  ${fields}\n`);
    folder.write('types.csv', 'code,type\nP,private\n');
    await planned('companies', write('t.csv', 'Name,Site,Type\nAcme,acme.com,P\n'), { mapping });
    folder.write('types.csv', 'code,type\nP,public\n');
    expect((await applied()).refused?.message).toMatch(/types\.csv has changed since the plan was made/);
  });

  it('applies a plan when only other records have changed since', async () => {
    await run('companies', write('a.ndjson', [ACME, BOLT]));
    await planned('companies', write('b.ndjson', [{ ...ACME, name: 'Acme Ltd' }]));
    await run('companies', write('c.ndjson', [{ ...BOLT, name: 'Bolt' }]));
    expect((await applied()).refused).toBeUndefined();
    expect(await names()).toEqual(['Acme Ltd', 'Bolt']);
  });

  it('rejects a plan when a source has changed, and names the source', async () => {
    const feed = write('in/b.ndjson', [ACME]);
    await planned('companies', join(folder.path, 'in'));
    const more = write('in/c.ndjson', [BOLT]);
    expect((await applied()).refused).toEqual({
      why: 'moved',
      message: `The source ${more} is new since the plan was made. Make a new plan.`,
    });
    writeFileSync(more, '');
    await planned('companies', join(folder.path, 'in'));
    writeFileSync(feed, JSON.stringify(BOLT));
    expect((await applied()).refused?.message).toContain(`${feed} has changed since the plan was made`);
    expect(await names()).toEqual([]);
  });

  it('rejects a plan of another database, an incomplete plan and a file that is not a plan', async () => {
    await planned('companies', write('b.ndjson', [ACME]));
    const whole = readFileSync(out, 'utf8');
    const other = whole.replace(/"database":"[^"]*"/, '"database":"1"');
    expect((await applied(write('other.ndjson', other))).refused).toEqual({
      why: 'moved',
      message: 'The plan was made against another database. Make a new plan.',
    });
    const cut = write('cut.ndjson', whole.slice(0, whole.indexOf('\n', 10) + 5));
    await expect(applied(cut)).rejects.toThrow(`The plan ${cut} is incomplete. Make it again.`);
    await expect(applied(write('c.ndjson', [ACME]))).rejects.toThrow('is not a plan');
    await expect(applied(join(folder.path, 'nothing'))).rejects.toThrow(
      /^There is no plan .*nothing\. Make one with: npm run ingest -- plan /,
    );
    expect(await names()).toEqual([]);
  });

  it('lists the records that a full load would delete, and deletes exactly those', async () => {
    await run('companies', write('a.ndjson', [ACME, BOLT, company('gone.com')]));
    await run('filings', write('f.ndjson', [FILING, { ...FILING, accession_number: '2' }]));
    const { lines } = await planned('companies', write('b.ndjson', [ACME, BOLT]), {
      full: true,
      maxDeletes: { count: 1 },
    });
    expect(lines).toEqual([
      { outcome: 'gone', kind: 'company', key: ['gone.com'], with: {}, base: expect.any(String) },
    ]);
    expect(await applied()).toMatchObject({ gone: 1, unchanged: 2 });
    expect(await names()).toEqual(['Acme', 'bolt.io']);

    const { summary } = await planned('companies', write('b.ndjson', [ACME]), {
      full: true,
      maxDeletes: { count: 1 },
    });
    expect(printSummary(summary)).toContain('\n  - bolt.io, and with it 2 filings\n');

    await planned('filings', write('g.ndjson', [FILING]), { full: true, maxDeletes: { percent: 50 } });
    await run('filings', write('h.ndjson', [{ ...FILING, accession_number: '2', name: 'Other' }]));
    expect((await applied()).refused?.message).toContain('bolt.io 2 has changed');
  });

  it('lists deletions above the limit, and does not apply the plan', async () => {
    await run('companies', write('a.ndjson', [ACME, BOLT, company('gone.com')]));
    const { report, lines } = await planned('companies', write('b.ndjson', [ACME]), { full: true });
    expect(report.refused).toEqual({
      why: 'deletions',
      message:
        '2 of 3 companies would be deleted, since they are missing from the feed; --max-deletes allows 10%.',
    });
    expect(lines).toHaveLength(2);
    expect((await applied()).refused?.why).toBe('deletions');
    expect(await names()).toHaveLength(3);
  });

  it('writes no plan for standard input', async () => {
    await expect(planned('companies', '-')).rejects.toThrow(/standard input/);
  });
});
