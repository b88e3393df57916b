import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase, withSourceLock } from '@dossier/store';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { callIngest, startIngest } from '../../../testing/command.ts';
import { fileServer, type FileServer } from '../../../testing/file-server.ts';
import { temporaryFolder, type Folder } from '../../../testing/files.ts';
import { daysSince } from '../../runs/edgar-since.ts';
import { run } from '../../run.ts';

const ACME = { domain: 'acme.com', name: 'Acme', type: 'private' };

describe.each(engines)('watch on %s', (engine) => {
  let database: TestDatabase;
  let folder: Folder;
  let server: FileServer;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    folder = temporaryFolder();
    server = await fileServer();
  });
  afterEach(async () => {
    await server.close();
    await database.close();
    folder.remove();
  });

  const at = (name: string) => join(folder.path, name);
  const env = () => ({
    DATABASE_URL: database.url,
    SEARCH_URL: `sqlite:${at('search.db')}`,
    TOKEN: 'geheim',
    PATH: process.env['PATH']!,
  });
  /** Writes a file of jobs that load companies, one for each path. */
  const jobs = (paths: Record<string, string>, schedule = '0 6 * * *') =>
    folder.write(
      'jobs.yaml',
      JSON.stringify({
        jobs: Object.entries(paths).map(([name, path]) => ({
          name,
          schedule,
          run: ['load', 'companies', path, '--rejects', at(`${name}.rejects.ndjson`)],
        })),
      }),
    );
  const watch = (...args: string[]) => callIngest(['watch', at('jobs.yaml'), ...args], env());

  /** Begins or ends an outage of the database, or of the locks of its sources. */
  const outage = async (isOut: boolean): Promise<void> => {
    if (engine === 'postgres') {
      const { db } = database;
      await db.raw('update pg_database set datallowconn = ? where datname = current_database()', [!isOut]);
      await db.raw(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      return;
    }
    const file = database.url.replace('sqlite:', '');
    const isLock = (name: string) => name.startsWith(basename(file)) && name.endsWith('-lock');
    for (const name of readdirSync(dirname(file)).filter(
      (each) => isLock(each) && each.includes('-source-'),
    )) {
      const path = join(dirname(file), name);
      rmSync(path, { recursive: true });
      if (isOut) mkdirSync(path);
    }
  };

  it('skips a job whose source another program is loading', async () => {
    folder.write('a.ndjson', [ACME]);
    jobs({ vendor: at('a.ndjson') });
    const other = openDatabase(database.url);
    try {
      const { stdout } = await withSourceLock(other, 'vendor', () => watch('--once'));
      expect(stdout).toMatch(/ vendor: skipped: another program is loading the source "vendor"\n$/);
      // Another source is not locked.
      const free = await withSourceLock(other, 'others', () => watch('--once'));
      expect(free.stdout).toContain(' vendor: exit 0 ');
    } finally {
      await other.destroy();
    }
  });

  it('reads and writes files beside its file of jobs, and writes no rejects file without rejects', async () => {
    folder.write('firms.csv', 'Site,Firm\nacme.com,Acme\n');
    folder.write('wrong.ndjson', [{ domain: 'acme.com', name: 7 }]);
    folder.write(
      'm.yaml',
      'kind: company\nfields:\n  domain: Site\n  name: Firm\n  type: { constant: private }\n',
    );
    const load = ['load', 'companies'];
    const run = [
      [...load, 'firms.csv', '--mapping', 'm.yaml', '--rejects', 'none.ndjson'],
      [...load, '--rejects=some.ndjson', '--source', 'firms.csv', 'wrong.ndjson'],
      ['retry', 'some.ndjson'],
    ].map((each, i) => ({ name: `job${i}`, schedule: '0 6 * * *', run: each }));
    folder.write('jobs.yaml', JSON.stringify({ jobs: run }));
    const { stdout } = await watch('--once');
    expect(stdout.match(/exit \d/g)).toEqual(['exit 0', 'exit 3', 'exit 3']);
    expect(readdirSync(folder.path).filter((name) => name.startsWith('none'))).toEqual([]);
    expect(JSON.parse(folder.read('some.ndjson').split('\n')[0]!)).toMatchObject({
      file: at('wrong.ndjson'),
    });
  });

  it('logs a failed run during an outage of the database, and continues after it', async () => {
    folder.write('a.ndjson', [ACME]);
    jobs({ vendor: at('a.ndjson') }, '* * * * * *');
    const stop = new AbortController();
    const io = { env: env(), stdin: (async function* () {})(), terminal: undefined, stop: stop.signal };
    const problem = engine === 'sqlite' ? 'cannot be opened' : 'not currently accepting';
    const failures: string[] = [];
    // On a busy machine, the outage may begin during a run, whose message is another.
    const hasFailed = () => failures.some((text) => text.includes(problem));
    let changing: Promise<void> | undefined;
    const out = (text: string) => {
      if (text.includes(' exit 1 ')) {
        const isOver = hasFailed();
        failures.push(text);
        if (!isOver && hasFailed()) changing = changing?.then(() => outage(false));
      } else if (text.includes(' exit 0 ')) {
        if (hasFailed()) stop.abort();
        else changing ??= outage(true);
      }
    };
    expect(await run(['watch', at('jobs.yaml')], { ...io, out, err: out })).toBe(0);
    await changing;
    expect(
      failures.filter((text) => !text.includes(problem) && !/connection .* was lost/.test(text)),
    ).toEqual([]);
  });

  it('keeps the lock of a source in a database that ends idle transactions', async () => {
    if (engine === 'postgres')
      await database.db.raw(
        `do $$ begin execute format('alter database %I set idle_in_transaction_session_timeout = 1000', current_database()); end $$`,
      );
    const [one, other] = [openDatabase(database.url), openDatabase(database.url)];
    try {
      await withSourceLock(one, 'vendor', async () => {
        await sleep(1500);
        await expect(withSourceLock(other, 'vendor', async () => {})).rejects.toThrow(/another program/);
      });
    } finally {
      await Promise.all([one.destroy(), other.destroy()]);
    }
  });

  // The rest does not depend on the database.
  if (engine === 'postgres') return;

  it('runs every job once with --once, logs a line each, and exits with the worst code', async () => {
    server.files.set('/a.ndjson', JSON.stringify(ACME));
    folder.write('wrong.ndjson', [{ name: 'Nowhere' }]);
    jobs({
      vendor: `${server.url}/a.ndjson?token=\${TOKEN}`,
      wrong: at('wrong.ndjson'),
      none: at('none.ndjson'),
    });
    const { code, stdout, stderr } = await watch('--once');
    // A failure counts for more than rejected rows.
    expect([code, stderr]).toEqual([1, '']);
    const line = (text: string) => expect.stringMatching(new RegExp(`^\\d{4}-\\S+Z ${text}`));
    expect(stdout.split('\n')).toEqual([
      line('vendor: exit 0 in [\\d.]+ s: companies: 1 row read from 1 file: 1 new'),
      line('wrong: exit 3 in [\\d.]+ s: companies: 1 row read from 1 file: 0 new'),
      line('none: exit 1 in [\\d.]+ s: There is no file or directory \\S+none.ndjson'),
      '',
    ]);
    const again = await watch('--once', '--json');
    expect(JSON.parse(again.stdout.split('\n')[0]!)).toMatchObject({
      job: 'vendor',
      code: 0,
      message: expect.stringContaining('companies: unchanged since'),
    });
    expect(stdout + again.stdout).not.toContain('geheim');
  });

  it('runs jobs on their schedule until it is stopped', async () => {
    folder.write('a.ndjson', [ACME]);
    jobs({ vendor: at('a.ndjson') }, '* * * * * *');
    const stop = new AbortController();
    let output = '';
    const out = (text: string) => {
      output += text;
      if (output.includes(' unchanged')) stop.abort();
    };
    const io = {
      env: env(),
      stdin: (async function* () {})(),
      out,
      err: out,
      terminal: undefined,
      stop: stop.signal,
    };
    expect(await run(['watch', at('jobs.yaml')], io)).toBe(0);
    expect(output).toMatch(
      // A run that takes longer than a second skips the next run.
      /^\S+ vendor: next run \S+Z\n(\S+ vendor: skipped: the run before has not ended\n)*\S+ vendor: exit 0 in [\d.]+ s: companies: 1 row .* 1 new/,
    );
  });

  it('repeats a run that was killed or stopped, and loads everything then', async () => {
    server.files.set('/a.ndjson', JSON.stringify(ACME));
    jobs({ vendor: `${server.url}/a.ndjson` });
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const asked = new Promise<void>((resolve) =>
        server.next.push((response) => {
          response.writeHead(200, { 'content-length': 1000 });
          response.write('{');
          resolve();
        }),
      );
      const { process: child, finished } = startIngest(['watch', at('jobs.yaml'), '--once'], env());
      await Promise.race([asked, once(child, 'exit')]);
      child.kill(signal);
      expect(await finished).toMatchObject(signal === 'SIGKILL' ? { signal } : { code: 8 });
      expect(await database.db('companies')).toEqual([]);
    }
    const { code, stdout } = await watch('--once');
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 new')]);
    const runs = await database.db('ingest_runs').orderBy('id').pluck<string[]>('outcome');
    expect(runs).toEqual(['running', 'stopped', 'done']);
  });

  it('edgar since continues from its last complete run, with a week of overlap', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const since = (...args: string[]) =>
      callIngest(
        [
          'edgar',
          'since',
          ...args,
          '--base-url',
          server.url,
          '--contact',
          'A a@b.example',
          '--rate',
          '10',
          '--cache',
          at('cache'),
        ],
        env(),
      );
    expect(await since()).toMatchObject({ code: 2, stderr: expect.stringContaining('Name the first day') });
    expect(await since(today)).toMatchObject({ code: 0 });
    expect(await since()).toMatchObject({ code: 0 });
    const runs = await database
      .db('ingest_runs')
      .where({ kind: 'since' })
      .orderBy('id')
      .select<{ source: string; started_at: string }[]>('source', 'started_at');
    const ranges = runs.map(({ source }) => source);
    // A day may begin between two runs.
    const [first, second] = runs.map(({ started_at }) => started_at.slice(0, 10));
    const week = new Date(Date.parse(first!) - 7 * 86_400_000).toISOString().slice(0, 10);
    expect(ranges).toEqual([`${today}..${first}`, `${week}..${second}`]);
    // A run with rejected rows is repeated.
    await database.db('ingest_runs').where({ source: ranges[1]! }).update({ outcome: 'rejects' });
    await database
      .db('ingest_runs')
      .where({ source: ranges[0]! })
      .update({ source: '2026-01-01..2026-01-12' });
    expect(await daysSince(database.db, [], new Date('2026-01-20T23:00:00Z'))).toBe('2026-01-05..2026-01-20');
  });
});

it('watch names what is wrong with a file of jobs', async () => {
  const folder = temporaryFolder();
  const problemOf = async (text: string) => {
    const path = folder.write('jobs.yaml', text);
    const { code, stderr } = await callIngest(['watch', path, '--once'], { DATABASE_URL: 'sqlite::memory:' });
    return [code, stderr.replace(`${path}: `, '').trim()];
  };
  const job = (text: string) => `jobs:\n  - { name: a, ${text} }\n`;
  expect(await problemOf(job('schedule: daily, run: [load]'))).toEqual([
    1,
    'jobs.0.schedule: must be a cron expression, such as "0 6 * * *".',
  ]);
  expect(await problemOf(job("schedule: '0 6 * * *', run: [delete, companies, a.com]"))).toEqual([
    1,
    'jobs.0.run: must begin with load, edgar, retry, index.',
  ]);
  expect(await problemOf(job("schedule: '0 6 * * *', run: ['load', '${NONE}']"))).toEqual([
    1,
    'a: the environment variable NONE is not set.',
  ]);
  expect(await problemOf('a: [')).toEqual([1, expect.stringContaining('is not YAML')]);
  folder.remove();
});
