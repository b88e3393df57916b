import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { takenByNpm } from '@dossier/shared';
import { openDatabase } from '@dossier/store';
import type { Command } from 'commander';
import { callIngest, runIngest } from '../testing/command.ts';
import { temporaryFolder, type Folder } from '../testing/files.ts';
import { ingestProgram } from './program.ts';

const HEAD = 'domain,name,type';

describe('incomplete and malformed feeds on the command line', () => {
  let folder: Folder;
  let env: { DATABASE_URL: string; SEARCH_URL: string };
  const at = (name: string) => join(folder.path, name);
  beforeEach(async () => {
    folder = temporaryFolder();
    env = { DATABASE_URL: `sqlite:${at('d.db')}`, SEARCH_URL: `sqlite:${at('s.db')}` };
    await load(folder.write('all.csv', `${HEAD}\na.com,A,private\nb.com,B,private\n`));
  });
  afterEach(() => folder.remove());

  const load = (...args: string[]) =>
    callIngest(['load', 'companies', ...args, '--rejects', at('r.ndjson')], env);
  const rows = async () => (await callIngest(['status'], env)).stdout.match(/companies \d+/)![0];

  it('stores nothing if npm has taken an option, because -- was missing', async () => {
    const path = folder.write('more.csv', `${HEAD}\nc.com,C,private\n`);
    const byNpm = { ...env, npm_lifecycle_event: 'ingest' };
    const call = (more: Record<string, string>) =>
      callIngest(['load', 'companies', path], { ...byNpm, ...more });
    const taken = await call({ npm_config_dry_run: 'true' });
    expect([taken.code, taken.stderr]).toEqual([2, expect.stringMatching(/--dry-run\..*npm run ingest -- /)]);
    expect(await rows()).toBe('companies 2');
    expect(await call({ npm_config_json: 'true', npm_config_dry_run: '' })).toMatchObject({ code: 0 });
    expect(await rows()).toBe('companies 3');
  });

  it('runs whatever npm sets for itself in these variables', () => {
    const listed = execFileSync('npm', ['config', 'list', '--long', '--json'], {
      ...{ cwd: folder.path, encoding: 'utf8' },
    });
    const known = Object.keys(JSON.parse(listed) as object).filter((name) => name !== 'dry-run');
    const variables = known.map((name) => [`npm_config_${name.replaceAll('-', '_')}`, 'x']);
    const npm = { ...Object.fromEntries(variables), npm_lifecycle_event: 'ingest' };
    const optionsOf = ({ options, commands }: Command): Command['options'] => [
      ...options,
      ...commands.flatMap(optionsOf),
    ];
    const options = optionsOf(ingestProgram(async () => {}));
    expect(options.map(({ long }) => long)).toContain('--cache');
    expect(takenByNpm('ingest', options, npm)).toBeUndefined();
  });

  it('stores and deletes nothing for an incomplete feed, and exits with 5 for any limits', async () => {
    const cut = folder.write('cut.csv', `${HEAD}\na.com,"A,private\n`);
    for (const flags of [
      ['--full', '--max-deletes', '100%', '--max-errors', '9'],
      ['--max-errors', '50%'],
    ]) {
      expect(await load(cut, ...flags)).toMatchObject({
        code: 5,
        stdout: expect.stringMatching(
          /^Load rejected, nothing stored: .*cut\.csv row 2: truncated file: a quote/,
        ),
      });
    }
    const unread = folder.write('x.ndjson', '{"domain":"a.com"}\n{"domain":"b .com"}\n');
    const full = ['--full', '--max-deletes', '50%', '--max-errors', '1'];
    expect(await load(unread, ...full)).toMatchObject({
      code: 5,
      stdout: expect.stringMatching(/but 1 rejected row whose key cannot be read may be some of them/),
    });
    expect(await rows()).toBe('companies 2');
    expect(await load(unread, ...full.with(2, '100%'))).toMatchObject({ code: 3 });
    expect(await rows()).toBe('companies 1');
  });

  it('prints rows without control characters, rejects a row that is nested too deeply and exits with 3', async () => {
    const deep = `${'['.repeat(9000)}${']'.repeat(9000)}`;
    const odd = '{"domain":"d.com","\\u001b[31mred":1}';
    const feed = folder.write(
      'f.ndjson',
      `${deep}\n${odd}\n{"domain":"c.com","name":"C","type":"private"}\n`,
    );
    const { code, stdout } = await load(feed);
    expect([code, stdout]).toEqual([3, expect.stringContaining('2 rejected')]);
    expect(stdout).toContain('\\u{1b}[31mred');
    expect(stdout).not.toContain('\u001b');
    expect(folder.read('r.ndjson').split('\n')).toHaveLength(3);
    expect(await rows()).toBe('companies 3');
  });

  it('ends with a message when the database fails before the first row', async () => {
    const db = openDatabase(env.DATABASE_URL);
    await db.schema.dropTable('sources');
    await db.destroy();
    const feed = folder.write('f.csv', `${HEAD}\nc.com,C,private\n`);
    const { code, stderr } = await runIngest(['load', 'companies', feed], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining('no such table: sources')]);
    expect(await rows()).toBe('companies 2');
  });
});
