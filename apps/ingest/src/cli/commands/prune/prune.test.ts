import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  addUsage,
  beginRun,
  firstDay,
  MAX_USAGE_DAYS,
  newestChange,
  oldestChange,
  type Db,
} from '@dossier/store';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { findKind } from '../../../kinds/index.ts';
import { eraseRecord } from '../../../edits/erase.ts';
import { callIngest } from '../../../testing/command.ts';
import { temporaryFolder, type Folder } from '../../../testing/files.ts';

describe.each(engines)('prune on %s', (engine) => {
  let database: TestDatabase;
  let folder: Folder;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    folder = temporaryFolder();
  });
  afterEach(async () => {
    await database.close();
    folder.remove();
  });

  const call = (...args: string[]) =>
    callIngest(args, {
      DATABASE_URL: database.url,
      SEARCH_URL: `sqlite:${join(folder.path, 'search.db')}`,
    });
  const kept = async (db: Db) => [await oldestChange(db), await newestChange(db)];

  it('prints JSON on one line, as delete does', async () => {
    await call(
      'load',
      'companies',
      folder.write('c.ndjson', [{ domain: 'a.com', name: 'A', type: 'private' }]),
    );
    const [erased, old] = [
      ['prune', '--record', 'companies', 'a.com'],
      ['prune', '--before', '2026-01-01'],
    ];
    for (const args of [['delete', 'companies', 'a.com'], old, erased])
      for (const flags of [['--dry-run'], []]) {
        const { code, stdout } = await call(...args, ...flags, '--json');
        expect([args, code, stdout]).toEqual([args, 0, expect.stringMatching(/^\{.+\}\n$/)]);
      }
    // Other changes print it indented.
    expect((await call('undo', '2', '--json')).stdout).toMatch(/^\{\n {2}"run": 2/);
  });

  it('shows the versions of a record with their runs, and deletes old ones', async () => {
    const { db } = database;
    const write = (name: string) =>
      folder.write('companies.ndjson', [
        {
          domain: 'a.com',
          name,
          type: 'private',
          financials: [{ name: 'total_estimated_funding', value: 1 }],
        },
      ]);
    const load = () => call('load', 'companies', join(folder.path, 'companies.ndjson'), '--source', 'feed');
    for (const name of ['One', 'Two', 'Two', 'Three']) {
      write(name);
      await load();
    }
    await call('delete', 'companies', 'a.com');
    await load();
    const shown = await call('history', 'companies', 'a.com', '--json');
    const { versions } = JSON.parse(shown.stdout);
    const place = { source: 'feed', file: join(folder.path, 'companies.ndjson'), line: 1 };
    const loaded = { op: 'upsert', command: expect.stringContaining('load companies'), statements: [place] };
    expect(versions).toMatchObject([
      { ...loaded, run: 1, fields: null, content: { name: 'One', financials: [{ value: 1 }] } },
      { ...loaded, run: 2, fields: ['name'], statements: [], content: { name: 'Two' } },
      { ...loaded, run: 4, fields: ['name'], content: { name: 'Three' } },
      { op: 'delete', run: 5, content: null, command: 'delete companies a.com' },
      { ...loaded, run: 6, fields: null, content: { name: 'Three' }, until: null },
    ]);
    const spans = versions.map(({ from, until }: Record<string, string>) => [from, until]);
    expect(spans.slice(1).map(([from]: string[]) => from)).toEqual(
      spans.slice(0, -1).map(([, until]: string[]) => until),
    );
    const text = await call('history', 'companies', 'A.com');
    expect(text.stdout).toMatch(
      /^company a\.com\n {2}\S+ \S+ to now: first version\n {4}run 6; load companies/,
    );
    expect(text.stdout).toMatch(/: deleted\n {4}run 5; delete companies a\.com\n/);
    expect(await call('history', 'companies', 'nobody.com')).toMatchObject({ code: 1 });
    expect(await call('history', 'categories', 'tools')).toMatchObject({ code: 2 });

    const [, , third] = spans as [string, string][];
    const dry = await call('prune', '--before', third![0], '--dry-run', '--json');
    expect(JSON.parse(dry.stdout)).toMatchObject({ versions: 2 });
    await call('prune', '--before', third![0]);
    expect(await db('companies_history').pluck('name')).toEqual(['Three']);
    expect(await db('company_financials_history').pluck('value')).toEqual([1]);
    expect(await db('history').pluck('begins_at')).toEqual([third![0]]);
  });

  it('shows which run undid a version', async () => {
    for (const name of ['One', 'Two']) {
      folder.write('companies.ndjson', [{ domain: 'a.com', name, type: 'private' }]);
      await call('load', 'companies', join(folder.path, 'companies.ndjson'));
    }
    await call('undo', '2');
    const { versions } = JSON.parse((await call('history', 'companies', 'a.com', '--json')).stdout);
    expect(versions).toMatchObject([
      { run: 1, undone_by: null, content: { name: 'One' } },
      { run: 2, undone_by: 3, statements: [], content: { name: 'Two' } },
      { run: 3, undone_by: null, content: { name: 'One' } },
    ]);
    const text = await call('history', 'companies', 'a.com');
    expect(text.stdout).toMatch(/\n {4}run 2; load companies .*; undone by run 3\n/);
  });

  it('leaves a run that is already undone, and names the run that undid it', async () => {
    folder.write('companies.ndjson', [{ domain: 'a.com', name: 'One', type: 'private' }]);
    await call('load', 'companies', join(folder.path, 'companies.ndjson'));
    // A killed undo is repeated.
    await beginRun(database.db, { command: 'undo', kind: null, source: '1' });
    expect((await call('undo', '1')).stdout).toMatch(/^Run 1 is undone:\n {2}companies: .* 1 removed\n/);
    for (const flags of [[], ['--dry-run']])
      expect(await call('undo', '1', ...flags)).toMatchObject({
        ...{ code: 0, stdout: 'Run 1 is already undone by run 3. Nothing changed.\n' },
      });
    const again = JSON.parse((await call('undo', '1', '--json')).stdout);
    expect(again).toMatchObject({ run: 1, undoneBy: 3, records: {} });
    expect(await database.db('ingest_runs').orderBy('id').pluck('id')).toEqual([1, 2, 3]);
  });

  it('deletes the changes before a time, but never the newest', async () => {
    const { db } = database;
    for (const domain of ['a.com', 'b.com', 'c.com']) {
      folder.write('companies.ndjson', [{ domain, name: domain, type: 'private' }]);
      await call('load', 'companies', join(folder.path, 'companies.ndjson'));
    }
    const runs = await db('changes').orderBy('seq').pluck('run');
    expect(runs).toEqual(await db('ingest_runs').orderBy('id').pluck('id'));
    const { at } = await db('changes').where({ seq: 2 }).first<{ at: string }>('at');
    const dry = await call('prune', '--before', at, '--dry-run');
    expect([dry.code, dry.stdout, await kept(db)]).toEqual([
      0,
      `Would delete: 1 change, 0 versions and 0 counts of usage before ${at}\n`,
      [1, 3],
    ]);
    expect((await call('prune', '--before', at)).stdout).toBe(
      `Deleted: 1 change, 0 versions and 0 counts of usage before ${at}\n`,
    );
    expect(await kept(db)).toEqual([2, 3]);
    const all = await call('prune', '--before', '2999-01-01', '--json');
    expect(JSON.parse(all.stdout)).toEqual({
      ...{ changes: 1, versions: 0, usage: 0 },
      before: '2999-01-01T00:00:00.000Z',
      dryRun: false,
    });
    expect(await kept(db)).toEqual([3, 3]);
    expect(await call('prune', '--before', 'yesterday')).toMatchObject({ code: 2 });
    expect(await call('prune')).toMatchObject({ code: 2 });
    expect(await call('prune', '--before', at, '--record', 'companies', 'a.com')).toMatchObject({ code: 2 });
    expect(await call('prune', '--record', 'companys', 'a.com')).toMatchObject({ code: 2 });
  });

  it('deletes the usage of the days before a time, except for days that can be read', async () => {
    const { db } = database;
    const counted = { family: 'companies', requests: 3, tasks: 1 };
    const readable = firstDay(MAX_USAGE_DAYS - 1, new Date());
    for (const organization of ['Acme', 'Bolt'])
      for (const day of ['2020-01-30', '2020-01-31', readable]) {
        await addUsage(db, [{ ...counted, organization, day, operation: 'getCompany' }]);
        await db('usage_days').insert({ ...counted, organization, day });
      }
    const prune = async (before: string, ...flags: string[]) =>
      JSON.parse((await call('prune', '--before', before, '--json', ...flags)).stdout).usage;
    const kept = async (table: string) =>
      (await db(table).orderBy(['organization', 'day'])).map(({ organization, day }) => [organization, day]);
    for (const [before, days] of [
      ['2020-01-31T23:00:00Z', ['2020-01-31', readable]],
      ['2999-01-01', [readable]],
    ] as const) {
      expect(await prune(before, '--dry-run')).toBe(4);
      expect([await prune(before), await prune(before)]).toEqual([4, 0]);
      const rows = ['Acme', 'Bolt'].flatMap((organization) => days.map((day) => [organization, day]));
      expect([await kept('usage_operations'), await kept('usage_days')]).toEqual([rows, rows]);
    }
  });

  it('erases records of a deleted company that name it by its CIK, after their versions were pruned', async () => {
    const { db } = database;
    const load = (kind: string, ...records: object[]) =>
      call('load', kind, folder.write(`${kind}.ndjson`, records));
    await load(
      'companies',
      ...['7', '8', '9'].map((cik) => ({ domain: `c${cik}.com`, name: `C${cik}`, type: 'private', cik })),
    );
    const filings = ['7', '8', '9'].map((cik) => ({
      ...{
        company_cik: cik,
        accession_number: `0000000001-26-00000${cik}`,
        name: `Report ${cik}`,
        type: '10-K',
      },
      ...{ filed_at: '2026-01-08', url: 'https://filings.example/1' },
    }));
    await load('filings', ...filings);
    const full = ['--full', '--max-deletes', '100%'];
    const kept = folder.write('kept.ndjson', [{ domain: 'c9.com', name: 'C9', type: 'private', cik: '9' }]);
    // One transaction deletes two companies.
    expect(await call('load', 'companies', kept, ...full)).toMatchObject({ code: 0 });
    const texts = async () =>
      ((await db('statements').whereNotNull('content_json').orderBy('id').pluck('content_json')) as string[])
        .map((json) => JSON.parse(json) as { name: string })
        .map(({ name }) => name);
    expect(await texts()).toEqual(['C7', 'C8', 'C9', 'Report 7', 'Report 8', 'Report 9']);
    await call('prune', '--before', '2999-01-01');
    expect(await call('prune', '--record', 'companies', 'c7.com')).toMatchObject({ code: 0 });
    expect(await texts()).toEqual(['C8', 'C9', 'Report 8', 'Report 9']);
    // Alone in its transaction.
    await call('delete', 'companies', 'c9.com');
    await call('prune', '--before', '2999-01-01');
    expect(await call('prune', '--record', 'companies', 'c9.com')).toMatchObject({ code: 0 });
    expect(await texts()).toEqual(['C8', 'Report 8']);
  });

  it('deletes the bodies of documents that no source states any more', async () => {
    const { db } = database;
    const document = { slug: 'report', title: 'Report', date: '2026-01-08' };
    for (const markdown of ['# One\n\nText.', '# Two\n\nText.'])
      await call(
        'load',
        'documents',
        folder.write('documents.ndjson', [{ ...document, content: { markdown } }]),
      );
    const before = (await db('stated_bodies').pluck('content_json')) as string[];
    expect(before.map((json) => json.includes('Two')).sort()).toEqual([false, true]);
    await call('undo', '2');
    expect(await call('prune', '--before', '2000-01-01')).toMatchObject({ code: 0 });
    const after = (await db('stated_bodies').pluck('content_json')) as string[];
    expect(after).toEqual(before.filter((json) => json.includes('One')));
  });

  it('erases a deleted record with its children, but nothing of a stored one', async () => {
    const { db } = database;
    const company = (domain: string, name: string) => ({ domain, name, type: 'private' });
    const filing = (domain: string) => ({
      ...{ company: domain, accession_number: '0000000001-26-000001', name: 'Report', type: '10-K' },
      ...{ filed_at: '2026-01-08', url: 'https://filings.example/1' },
    });
    const load = (kind: string, ...records: object[]) =>
      call('load', kind, folder.write(`${kind}.ndjson`, records));
    await load('companies', { ...company('a.com', 'Private'), cik: '7' }, company('b.com', 'Bolt'));
    const { company: _, ...byCik } = filing('a.com');
    await load('filings', filing('a.com'), filing('b.com'), {
      ...{ ...byCik, company_cik: '7', accession_number: '0000000001-26-000002' },
    });
    await load('companies', company('a.com', 'Private Inc.'));
    const erase = (...args: string[]) => call('prune', '--record', 'companies', 'A.com', ...args);
    expect(await erase()).toMatchObject({ code: 1, stderr: expect.stringContaining('is stored. Delete it') });
    await call('delete', 'companies', 'a.com');
    expect((await erase('--dry-run')).stdout).toMatch(/^Would erase: 4 versions and 7 statements of company/);
    const sent: string[] = [];
    db.on('query', ({ sql }: { sql: string }) => sent.push(sql));
    await eraseRecord({ db, kind: findKind('companies')!, key: ['a.com'], dryRun: true });
    db.removeAllListeners('query');
    // A dry run prints no number of contents. On a cluster, looking for them needs a table.
    expect(sent.join()).not.toContain('stated_bodies');
    expect((await erase()).stdout).toMatch(/^Erased: 4 versions and 7 statements of company/);
    const said = (await db('statements').pluck('content_json')) as (string | null)[];
    expect(said.map((json) => json?.includes('b.com'))).toEqual([true, true]);
    expect([...(await db('companies_history')), ...(await db('filings_history'))]).toEqual([]);
    expect(await db('company_domains_history')).toEqual([]);
    // Followers still learn of the deletion, which can no longer be undone.
    expect(await db('changes').where({ op: 'delete', kind: 'company' }).pluck('natural_key_json')).toEqual([
      '["a.com"]',
    ]);
    await call('undo', '4');
    expect(await db('companies').pluck('domain')).toEqual(['b.com']);
    expect(await call('prune', '--record', 'companies', 'nobody.com')).toMatchObject({ code: 1 });
  });

  it('erases no record of another company whose data mentions the erased one', async () => {
    const { db } = database;
    const load = (kind: string, ...records: object[]) =>
      call('load', kind, folder.write(`${kind}.ndjson`, records));
    await load(
      'companies',
      ...['a.com', 'b.com'].map((domain) => ({ domain, name: domain, type: 'private' })),
    );
    await load('events', {
      ...{ company: 'b.com', event_type: 'company_milestone' },
      data: {
        ...{ name: 'Bolt', type: 'incorporation', status: 'closed', announced_date: '2020-01-03' },
        data: { company: 'a.com' },
      },
    });
    const key = ['events', 'B.com', 'company_milestone', '2020-01-03', 'Bolt'];
    expect(await call('delete', ...key)).toMatchObject({ code: 0 });
    await call('delete', 'companies', 'a.com');
    expect(await call('prune', '--record', 'companies', 'a.com')).toMatchObject({ code: 0 });
    expect(await db('statements').where({ kind: 'event' }).whereNotNull('content_json')).toHaveLength(1);
    // The key is written as `delete` accepts it.
    expect(await call('prune', '--record', ...key)).toMatchObject({ code: 0 });
    expect(await db('statements').where({ kind: 'event' })).toEqual([]);
  });

  it('cannot be undone, and neither can an undo or a run that stored nothing', async () => {
    const path = folder.write('a.ndjson', [{ domain: 'a.com', name: 'a.com', type: 'private' }]);
    await call('load', 'companies', path);
    await call('prune', '--before', '2000-01-01');
    await call('delete', 'companies', 'nobody.com');
    await call('undo', '1');
    const undo = async (run: number) => (await call('undo', String(run))).stderr.split('. ')[0];
    expect(await undo(2)).toBe('Run 2 is "prune", which cannot be undone');
    expect(await undo(3)).toBe('Run 3 stored nothing: it failed');
    expect(await undo(4)).toBe('Run 4 is "undo", which cannot be undone');
    const runs = async (...flags: string[]) =>
      (JSON.parse((await call('runs', '--json', ...flags)).stdout) as { id: number }[]).map(({ id }) => id);
    expect(await runs()).toEqual([4, 2, 1]);
    expect(await runs('--runs', '2')).toEqual([4, 2]);
    expect(await runs('--all')).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });
});
