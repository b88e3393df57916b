import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@dossier/store';
import type { Report } from '../report/report.ts';
import { callIngest, runIngest, startIngest } from '../testing/command.ts';
import { temporaryFolder, type Folder } from '../testing/files.ts';

const ACME = { domain: 'acme.com', name: 'Acme', type: 'private' };

describe('npm run ingest', () => {
  let folder: Folder;
  let env: Record<string, string>;
  beforeEach(() => {
    folder = temporaryFolder();
    env = {
      DATABASE_URL: `sqlite:${join(folder.path, 'data/dossier.db')}`,
      SEARCH_URL: `sqlite:${join(folder.path, 'data/search.db')}`,
    };
  });
  afterEach(() => folder.remove());

  /** In a process of its own, as a user runs it. */
  const start = (args: string[], input?: string) => runIngest(args, env, input);
  const call = (args: string[], more: Record<string, string> = {}) => callIngest(args, { ...env, ...more });
  const companies = async () => {
    const db = openDatabase(env['DATABASE_URL']!);
    try {
      return await db('companies').orderBy('domain').pluck('domain');
    } finally {
      await db.destroy();
    }
  };

  it('loads a file into an empty database, prints only a report and exits with 0', async () => {
    const done = await start(['load', 'companies', folder.write('c.ndjson', [ACME])]);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toMatch(/^companies: 1 row read from 1 file: 1 new, .*\nSearch: 1 entry updated\n$/);
    expect(await companies()).toEqual(['acme.com']);
  });

  it('loads standard input, prints only the report as JSON and exits with 3 for rejected rows', async () => {
    const rejects = join(folder.path, 'r.ndjson');
    const input = `${JSON.stringify(ACME)}\n{"name": "Nowhere", "type": "private"}\n`;
    const done = await start(['load', 'company', '-', '--json', '--rejects', rejects], input);
    expect(done).toMatchObject({ code: 3, stderr: '' });
    const report = JSON.parse(done.stdout) as Report;
    expect(report).toMatchObject({ read: 2, new: 1, rejected: 1, rejectsFile: rejects });
    expect(JSON.parse(readFileSync(rejects, 'utf8'))).toMatchObject({
      file: 'stdin',
      row: 2,
      raw: { name: 'Nowhere', type: 'private' },
    });
  });

  it('stores nothing with --dry-run', async () => {
    await call(['migrate']);
    const done = await call(['load', 'companies', folder.write('c.ndjson', [ACME]), '--dry-run']);
    expect(done).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Dry run, nothing stored\. .*1 new/),
    });
    expect(await companies()).toEqual([]);
    expect(readdirSync(folder.path).sort()).toEqual(['c.ndjson', 'data']);
  });

  it.each([
    [
      ['load', 'companies', 'missing.ndjson'],
      {},
      /^There is no file or directory missing\.ndjson\. Check its name and the current directory\.\n$/,
    ],
    [['load', 'companies', '-', '--mapping', 'none.yaml'], {}, /^There is no mapping file none\.yaml\.\n$/],
    [['load', 'companies', '-', '--mapping', '.'], {}, /^\. is a directory; name a mapping file\.\n$/],
    [['migrate'], { DATABASE_URL: 'mysql://x' }, /^The environment variable DATABASE_URL is invalid: .*\n$/],
    [['migrate'], { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }, /^The [^\n]*ECONNREFUSED[^\n]*\n$/],
    [['index'], { SEARCH_URL: 'ftp://x' }, /^The environment variable SEARCH_URL is invalid: .*\n$/],
  ])('exits with 1 and prints a one-sentence error for %j', async (args, more, sentence) => {
    expect(await call(args, more)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(sentence),
    });
  });

  it.each([
    [['load', 'companys', 'x'], /'companys' is invalid .* Allowed choices are companies, company, /],
    [['load', 'companies'], /missing required argument 'paths'/],
    [['load', 'companies', 'x', '--encoding', 'klingon'], /Unknown encoding/],
    [['load', 'companies', 'x', '--format', 'xls'], /Allowed choices are ndjson, json, csv, tsv/],
    [['lod'], /unknown command 'lod'/],
    [['load', 'companies', 'x', '--dryrun'], /unknown option '--dryrun'/],
    [['load', 'companies', 'x', '--max-deletes', '5'], /^--max-deletes requires --full\.\n$/],
    [['status', '--runs', '0'], /Use a whole number, 1 or more/],
    [['matches', 'duplicates', '--limit', '0'], /Use a whole number, 1 or more/],
    [['matches', 'reopen', '--run', 'x'], /Use a whole number, 1 or more/],
  ])('exits with 2 for the usage error %j', async (args, message) => {
    expect(await call(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
    expect(existsSync(join(folder.path, 'data'))).toBe(false);
  });

  it.each([
    [['load', 'companies', '-', '--create-companies'], /^--create-companies goes with filings\.\n$/],
    [['load', 'companies', '-', '--type', 'market'], /^--type goes with documents\.\n$/],
    [['load', 'companies', '-', '--format', 'md'], /^--format md goes with documents\.\n$/],
    [
      ['delete', 'filings', 'acme.com'],
      /^Name one of the filings by <domain> <accession_number> or by its id/,
    ],
    [['edgar', 'facts', '--contact', 'A a@a.example'], /^No company given/],
  ])('exits with 2 when the command rejects its options or arguments: %j', async (args, message) => {
    expect(await call(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
  });

  it.each([
    [
      ['load', 'companies', 'missing.csv'],
      1,
      'There is no file or directory missing.csv. Check its name and the current directory.',
    ],
    [['lod'], 2, "unknown command 'lod'\n(Did you mean load?)"],
    [['delete', 'companies', 'none.com'], 1, 'There is no company none.com. The key is <domain>.'],
  ])('prints the error of %j to stderr, and as JSON to stdout with --json', async (args, code, error) => {
    const said = await call([...args, '--json']);
    expect([said.code, JSON.parse(said.stdout)]).toEqual([code, { error, exitCode: code }]);
    expect(said.stderr).toContain(`${error}\n`);
  });

  it.each([
    [[]],
    [['load']],
    [['plan']],
    [['apply']],
    [['delete']],
    [['status']],
    [['index']],
    [['migrate']],
  ])('shows examples in the help of %j', async (command) => {
    const help = await call([...command, '--help']);
    expect(help).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/Examples?:\n +npm run ingest -- /),
    });
  });

  it('deletes a record, and lists the runs, records and outbox in the status', async () => {
    const rejects = join(folder.path, 'r.ndjson');
    await call(['load', 'companies', folder.write('c.ndjson', [ACME, { name: 'x' }]), '--rejects', rejects]);
    await call(['load', 'companies', folder.write('d.ndjson', [{ ...ACME, name: 'Acme Ltd' }]), '--dry-run']);
    await call(['load', 'companies', 'missing.csv']);
    expect(await call(['delete', 'companies', 'acme.com'])).toMatchObject({
      code: 0,
      stdout: 'Deleted: company acme.com\nSearch: 1 entry updated\n',
    });
    expect(await call(['delete', 'companies', 'acme.com'])).toMatchObject({ code: 1, stdout: '' });
    const text = await call(['status']);
    expect(text.stdout.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '<time>').split('\n')).toEqual([
      'Runs, newest first (times are UTC):',
      '  <time> delete companies acme.com: failed',
      '    There is no company acme.com. The key is <domain>.',
      '  <time> delete companies acme.com: done',
      '  <time> load companies missing.csv: failed',
      '    There is no file or directory missing.csv. Check its name and the current directory.',
      expect.stringMatching(
        /^ {2}<time> load companies .*c\.ndjson: rejects, 2 read: 1 new, 0 changed, 0 unchanged, 0 deleted, 1 rejected \(/,
      ),
      'Rows: companies 0, datasets 0, documents 0, filings 0, events 0, categories 0, news 0, metrics 0',
      'Search: up to date',
      'Rejects:',
      expect.stringMatching(/^ {2}<time> load companies .*c\.ndjson: missing domain 1$/),
      `    ${rejects}`,
      '',
    ]);
    const down = { SEARCH_URL: 'http://127.0.0.1:1' };
    await call(['load', 'companies', folder.write('e.ndjson', [ACME])], down);
    expect(JSON.parse((await call(['status', '--json'])).stdout)).toMatchObject({
      runs: [{ command: 'load', outcome: 'done', counts: { new: 1 } }, {}, {}, {}, {}],
      rows: { companies: 1 },
      outbox: { depth: 1, oldest: expect.any(String), lagSeconds: expect.any(Number) },
    });
    expect((await call(['status'])).stdout).toMatch(/\nSearch: 1 entry waits to be indexed for \d+ s\. /);
  });

  it('exits as a process with 2 for a usage error and 1 for a failure', async () => {
    expect(await start(['lod'])).toMatchObject({ code: 2, stderr: expect.stringMatching(/unknown command/) });
    expect(await start(['load', 'companies', 'missing.csv'])).toMatchObject({ code: 1, stdout: '' });
  });

  it('shortens a database error that contains a long statement', async () => {
    await call(['migrate']);
    const db = openDatabase(env['DATABASE_URL']!);
    await db.schema.dropTable('company_names');
    await db.destroy();
    const many = Array.from({ length: 400 }, (_, i) => ({
      ...ACME,
      domain: `c${i}.com`,
      company_name: `c${i}`,
    }));
    const { code, stderr } = await call(['load', 'companies', folder.write('c.ndjson', many)]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The command failed: .*no such table.*\n$/)]);
    expect(stderr.length).toBeLessThan(1000);
    expect((await call(['status'])).stdout.length).toBeLessThan(1500);
  });

  it('finishes a load when its standard output is closed', async () => {
    const feed = folder.write('c.ndjson', [ACME]);
    const { process: child, finished } = startIngest(['load', 'companies', feed], env);
    child.stdout!.destroy();
    expect(await finished).toMatchObject({ code: 0, stderr: '' });
    expect(await companies()).toEqual(['acme.com']);
  });

  it('removes the migration lock of a killed program, and indexes the outbox', async () => {
    expect(await call(['migrate'])).toMatchObject({ code: 0 });
    const db = openDatabase(env['DATABASE_URL']!);
    await db('migrations_lock').update({ is_locked: 1 });
    await db.destroy();
    expect(await call(['migrate', '--unlock'])).toMatchObject({
      code: 0,
      stdout: 'The database schema is up to date.\n',
    });
    expect(await call(['index'])).toMatchObject({ code: 0, stdout: 'Search: 0 put, 0 removed.\n' });
  });
});
