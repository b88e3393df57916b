import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import type { RunCounts } from '../../report/report.ts';
import type { Run, Status } from './status.ts';
import { callIngest, startIngest, type Running } from '../../testing/command.ts';
import { temporaryFolder, type Folder } from '../../testing/files.ts';

/** Two batches, and some of a third, which waits for more. One row of the first is wrong. */
const INPUT = Array.from({ length: 4800 }, (_, i) =>
  JSON.stringify(
    i === 7 ? { name: 'Nowhere' } : { domain: `c${i}.example`, name: `C ${i}`, type: 'private' },
  ),
).join('\n');

/** Make a row of the third batch fail: on Postgres its connection ends. */
const FAILS_LATER = {
  sqlite: [
    `create trigger burn before insert on companies when new.name = 'C 4100' begin select raise(abort, 'it burns'); end`,
  ],
  postgres: [
    `create function burn() returns trigger language plpgsql as
      $$ begin if new.name = 'C 4100' then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$`,
    'create trigger burn before insert on companies for each row execute function burn()',
  ],
};

describe.each(engines)('an incomplete load into %s', (engine) => {
  let database: TestDatabase;
  let folder: Folder;
  let env: Record<string, string>;
  let rejects: string;
  let running: Running | undefined;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    folder = temporaryFolder();
    rejects = join(folder.path, 'r.ndjson');
    env = { DATABASE_URL: database.url, SEARCH_URL: `sqlite:${join(folder.path, 'search.db')}` };
  });
  afterEach(async () => {
    running?.process.kill('SIGKILL');
    await running?.finished;
    running = undefined;
    await database.close();
    folder.remove();
  });

  const start = (...more: string[]): Running => {
    const args = ['load', 'companies', '-', '--format', 'ndjson', '--rejects', rejects, ...more];
    return (running = startIngest(args, env, INPUT, { isEndless: true }));
  };
  const status = async () => JSON.parse((await callIngest(['status', '--json'], env)).stdout) as Status;
  const printed = async () => (await callIngest(['status'], env)).stdout.split('\n')[1];
  async function runOnce(isReached: (run: Run | undefined) => boolean): Promise<Run> {
    for (;;) {
      const [run] = (await status()).runs;
      if (isReached(run)) return run!;
      await sleep(50);
    }
  }
  const twoBatches = () => runOnce((run) => (run?.counts as RunCounts | null)?.read === 4000);
  const stored = async () => Number((await database.db('companies').count({ n: '*' }).first())!.n);

  it('stores nothing when the load is one transaction', async () => {
    const { process: child, finished } = start('--max-errors', '10');
    // Its rejects come with the first batch, inside of the transaction.
    while (!existsSync(rejects) || readFileSync(rejects).length === 0) await sleep(50);
    child.kill('SIGINT');
    expect(await finished).toMatchObject({
      code: 8,
      stdout: '',
      stderr: 'Stopped.\nNothing was stored. Run the command again.\n',
    });
    expect(await status()).toMatchObject({ runs: [{ outcome: 'stopped', counts: null }] });
    expect(await stored()).toBe(0);
  });

  it('reports the stored rows when the load fails or loses its database connection', async () => {
    for (const statement of FAILS_LATER[engine]) await database.db.raw(statement);
    const args = ['load', 'companies', folder.write('a.ndjson', INPUT), '--rejects', rejects];
    const { code, stderr } = await callIngest(args, env);
    const [sentence, more, end] = stderr.split('\n');
    expect([code, end]).toEqual([1, '']);
    expect(sentence).toMatch(
      engine === 'sqlite'
        ? /^The command failed: .*it burns/
        : /^The connection to the database was lost \([^)]*Connection terminated unexpectedly\)\.$/,
    );
    expect(more).toBe(
      'Stored so far: 3999 rows (3999 new), 1 rejected. Run the command again to load the rest.',
    );
    expect(await status()).toMatchObject({
      runs: [{ outcome: 'failed', counts: { read: 4000, new: 3999, rejected: 1 }, rejects_file: rejects }],
    });
    expect(await stored()).toBe(3999);
  });

  // What follows is between the program, its signals and its output: the database only stores the run.
  if (engine === 'postgres') return;

  it('shows the load as running with its counts, and as killed after a kill', async () => {
    const { process: child, finished } = start();
    expect(await twoBatches()).toMatchObject({ outcome: 'running', pid: child.pid, ended_at: null });
    expect(await printed()).toMatch(
      /load companies -: running as process \d+, last seen \d+ s ago, 4000 read: 3999 new, 0 changed, 0 unchanged, 0 deleted, 1 rejected \(/,
    );
    child.kill('SIGKILL');
    await finished;
    const { runs, rejects: open } = await status();
    expect(runs).toMatchObject([
      { outcome: 'killed', ended_at: null, counts: { read: 4000, new: 3999, rejected: 1 } },
    ]);
    expect(open).toMatchObject([{ outcome: 'killed', rejects_file: rejects }]);
    expect(readFileSync(rejects, 'utf8')).toContain('Nowhere');
    expect(await printed()).toMatch(/: killed, last seen \d+ s ago; run it again, 4000 read: 3999 new/);
    expect(await stored()).toBe(3999);
    await database.db('ingest_runs').update({ message: 'Undone by run 2.' });
    expect(await printed()).toMatch(/: killed, last seen \d+ s ago, 4000 read: 3999 new/);
    // What is of another machine is not to be seen from here.
    await database.db('ingest_runs').update({ host: 'elsewhere' });
    expect(await printed()).toMatch(/: unfinished: running or killed on elsewhere, last seen /);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'exits with 8 after %s, and reports the stored rows',
    async (signal) => {
      const { process: child, finished } = start('--json');
      await twoBatches();
      child.kill(signal);
      const said =
        'Stopped.\nStored so far: 3999 rows (3999 new), 1 rejected. Run the command again to load the rest.';
      const { code, stdout, stderr } = await finished;
      expect({ code, stderr }).toEqual({ code: 8, stderr: `${said}\n` });
      expect(JSON.parse(stdout)).toEqual({ error: said, exitCode: 8 });
      expect(await status()).toMatchObject({
        runs: [{ outcome: 'stopped', ended_at: expect.any(String), counts: { read: 4000, new: 3999 } }],
        rejects: [{ rejects_file: rejects }],
      });
      expect(await stored()).toBe(3999);
    },
  );

  it('names the dead-letter file when the load stored nothing', async () => {
    const wrong = `${JSON.stringify({ name: 'Nowhere' })}\n`.repeat(2800);
    const args = ['load', 'companies', '-', '--format', 'ndjson', '--rejects', rejects];
    running = startIngest(args, env, wrong, { isEndless: true });
    await runOnce((run) => (run?.counts as RunCounts | null)?.read === 2000);
    running.process.kill('SIGINT');
    expect(await running.finished).toMatchObject({
      code: 8,
      stderr: `Stopped.\nNothing was stored, 2000 rejected (${rejects}). Run the command again.\n`,
    });
  });

  it('prints only the error when nothing was stored', async () => {
    const { code, stderr } = await callIngest(['load', 'companies', 'missing.ndjson'], env);
    expect([code, stderr]).toEqual([
      1,
      'There is no file or directory missing.ndjson. Check its name and the current directory.\n',
    ]);
  });
});
