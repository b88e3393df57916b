import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@dossier/store';
import type { Report } from '../report.ts';
import { runIngest } from '../testing/command.ts';
import { chunkedBytes, temporaryFolder, type Folder } from '../testing/files.ts';
import { run } from './run.ts';

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
  /** The same without the process, which takes a second to start. */
  const call = async (args: string[], more: Record<string, string> = {}) => {
    const output = { stdout: '', stderr: '' };
    const code = await run(args, {
      env: { ...env, ...more },
      stdin: chunkedBytes(new Uint8Array(), 1),
      out: (text) => (output.stdout += text),
      err: (text) => (output.stderr += text),
      terminal: undefined,
    });
    return { code, ...output };
  };
  const companies = async () => {
    const db = openDatabase(env['DATABASE_URL']!);
    try {
      return await db('companies').orderBy('domain').pluck('domain');
    } finally {
      await db.destroy();
    }
  };

  it('loads a file into an empty database: 0, a report, nothing else', async () => {
    const done = await start(['load', 'companies', folder.write('c.ndjson', [ACME])]);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toMatch(
      /^companies: 1 row read from 1 file: 1 new, .*\nSearch: 1 entry brought up to date\n$/,
    );
    expect(await companies()).toEqual(['acme.com']);
  });

  it('loads standard input, and prints the report as JSON and nothing else: 3 when rows were rejected', async () => {
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

  it('does everything and undoes it with --dry-run', async () => {
    const done = await start(['load', 'companies', folder.write('c.ndjson', [ACME]), '--dry-run']);
    expect(done).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Dry run, nothing was stored\. .*1 new/),
    });
    expect(await companies()).toEqual([]);
    expect(readdirSync(folder.path).sort()).toEqual(['c.ndjson', 'data']);
  });

  it.each([
    [['load', 'companies', 'missing.ndjson'], {}, /^There is no file or directory missing\.ndjson\.\n$/],
    [['load', 'companies', '-', '--mapping', 'none.yaml'], {}, /^There is no mapping file none\.yaml\.\n$/],
    [['load', 'companies', '-', '--create-companies'], {}, /^--create-companies goes with filings\.\n$/],
    [['migrate'], { DATABASE_URL: 'mysql://x' }, /^The environment variable DATABASE_URL is wrong: .*\n$/],
    [['migrate'], { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }, /^The command failed: .*ECONNREFUSED.*\n$/],
    [['index'], { SEARCH_URL: 'ftp://x' }, /^The environment variable SEARCH_URL is wrong: .*\n$/],
  ])('%j fails with 1 and one sentence', async (args, more, sentence) => {
    expect(await call(args, more)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(sentence),
    });
  });

  it.each([
    [['load', 'companys', 'x'], /'companys' is invalid .* Allowed choices are companies, company, /],
    [['load', 'companies'], /missing required argument 'paths'/],
    [['load', 'companies', 'x', '--encoding', 'klingon'], /It is not the name of an encoding/],
    [['load', 'companies', 'x', '--format', 'xls'], /Allowed choices are ndjson, json, csv, tsv/],
    [['lod'], /unknown command 'lod'/],
    [['load', 'companies', 'x', '--dryrun'], /unknown option '--dryrun'/],
  ])('%j is called wrongly: 2', async (args, message) => {
    expect(await call(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
    expect(existsSync(join(folder.path, 'data'))).toBe(false);
  });

  it.each([[['--help']], [['load', '--help']], [['index', '--help']], [['migrate', '--help']]])(
    '%j shows examples',
    async (args) => {
      const help = await call(args);
      expect(help).toMatchObject({
        code: 0,
        stderr: '',
        stdout: expect.stringMatching(/Examples?:\n +npm run ingest -- /),
      });
    },
  );

  it('is called wrongly, and fails, as a process too', async () => {
    expect(await start(['lod'])).toMatchObject({ code: 2, stderr: expect.stringMatching(/unknown command/) });
    expect(await start(['load', 'companies', 'missing.csv'])).toMatchObject({ code: 1, stdout: '' });
  });

  it('migrates past the lock of a program that died, and indexes what waits', async () => {
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
