import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toTimestamp } from '@dossier/shared';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { callAdmin, runProgram, started, startProgram, type Program } from './program.ts';

/** The secret part of a key; it may contain underscores. */
const secretOf = (key: string) => key.replace(/^dsr_live_[^_]+_/, '');

describe.each(engines)('npm run admin on %s', (engine) => {
  let database: TestDatabase;
  let folder: string;
  let settings: Record<string, string>;
  let program: Program;
  beforeAll(async () => {
    database = await createTestDatabase(engine, { migrated: false });
    folder = mkdtempSync(join(tmpdir(), 'dossier-admin-'));
    settings = { DATABASE_URL: database.url, SEARCH_URL: `sqlite:${join(folder, 'search.db')}` };
    program = await started(startProgram(['serve'], settings));
  });
  afterAll(async () => {
    await program.stop();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const outputOf = async (run: typeof callAdmin, args: string[]) => {
    const { code, stdout, stderr } = await run(args, settings);
    expect([args, code, stderr]).toEqual([args, 0, '']);
    return stdout.trim();
  };
  const admin = (...args: string[]) => outputOf(callAdmin, args);
  const runAdmin: typeof callAdmin = (args, given) => runProgram(['admin', ...args], given);
  const statusWith = async (key: string) => {
    const [, address] = /"url":"([^"]+)"/.exec(program.output())!;
    const { status } = await fetch(`${address}/api/v1/documents`, {
      headers: { authorization: `Token ${key}` },
    });
    return status;
  };

  it('makes no backup with --keep and the name of a file', async () => {
    const path = join(folder, 'backup.db');
    const { code, stderr } = await callAdmin(['backup', path, '--keep', '7'], settings);
    expect([code, stderr]).toEqual([1, expect.stringContaining('--keep needs a folder or a bucket')]);
    expect(existsSync(path)).toBe(false);
  });

  it('signs an operator in to the console once with a link, and ends the session', async () => {
    const { link } = JSON.parse(await admin('console-link', 'Ann', '--role', 'reader', '--json')) as {
      link: string;
    };
    const [, address] = /"url":"([^"]+)"/.exec(program.output())!;
    const signIn = () =>
      fetch(`${address}/console/session`, {
        ...{ method: 'POST', redirect: 'manual' },
        body: new URLSearchParams({ link: new URL(link).searchParams.get('link')! }),
      });
    const cookie = (await signIn()).headers.get('set-cookie')!.split(';')[0]!;
    expect((await signIn()).status).toBe(401);
    const page = async () => (await fetch(`${address}/console`, { headers: { cookie } })).text();
    expect(await page()).toContain('Ann');
    const [session] = JSON.parse(await admin('sessions', 'list', '--json')) as { id: string }[];
    // A hyphen at its beginning would make it an option.
    expect(session!.id).toMatch(/^[0-9a-f]{18}$/);
    await admin('sessions', 'end', session!.id);
    expect(await page()).toContain('API key');
  });

  it('creates, lists, rotates and revokes API keys, with immediate effect [R-AUTH-06 R-AUTH-05]', async () => {
    await outputOf(runAdmin, ['orgs', 'create', 'Example Capital', '--plan', 'Funds']);
    expect(await outputOf(runAdmin, ['orgs', 'list'])).toMatch(/Example Capital +Funds/);
    const key = await admin('keys', 'create', 'Example Capital');
    const id = key.split('_')[2]!;
    expect(await statusWith(key)).toBe(200);

    const listed = JSON.parse(await admin('keys', 'list', '--json')) as { id: string }[];
    expect(listed.map((row) => row.id)).toEqual([id]);
    expect(JSON.stringify(listed)).not.toContain(secretOf(key));

    const next = await admin('keys', 'rotate', id, '--overlap', '1');
    expect([await statusWith(key), await statusWith(next)]).toEqual([200, 200]);
    await admin('keys', 'revoke', next.split('_')[2]!);
    expect([await statusWith(key), await statusWith(next)]).toEqual([200, 401]);

    await admin('orgs', 'plan', 'Example Capital', 'Platforms');
    expect(await statusWith(key)).toBe(200);
    await database.db('organizations').update({ plan: 'Readers' });
    expect(await statusWith(key)).toBe(403);
    // The log contains no credentials.
    for (const credential of [key, next]) expect(program.output()).not.toContain(secretOf(credential));
  });

  // The rest is about options and messages.
  if (engine === 'postgres') return;

  it('prints when a key expires, as text and as JSON; a rotated key keeps the expiry', async () => {
    await admin('orgs', 'create', 'Ending', '--plan', 'Funds');
    const end = '2199-01-01T00:00:00.000Z';
    const created = await callAdmin(['keys', 'create', 'Ending', '--expires', end], settings);
    expect([created.code, created.stderr]).toEqual([0, `It expires at ${end}.\n`]);
    const id = created.stdout.trim().split('_')[2]!;
    const rotated = JSON.parse(await admin('keys', 'rotate', id, '--json'));
    expect(rotated).toEqual({ key: expect.stringMatching(/^dsr_live_/), expires_at: end });
    const later = ['keys', 'rotate', rotated.key.split('_')[2], '--expires', '2199-06-01', '--json'];
    expect(JSON.parse(await admin(...later))).toMatchObject({
      expires_at: expect.stringMatching(/^2199-06-01/),
    });
    const revoked = JSON.parse(await admin('keys', 'revoke', id, '--json'));
    expect(revoked).toEqual({ message: `Revoked ${id}.` });
  });

  it('creates keys for test mode, with --test', async () => {
    await admin('orgs', 'create', 'Tester', '--plan', 'Funds');
    expect((await admin('keys', 'create', 'Tester')).trim()).toMatch(/^dsr_live_/);
    const key = (await admin('keys', 'create', 'Tester', '--test')).trim();
    expect(key).toMatch(/^dsr_test_/);
    const listed = JSON.parse(await admin('keys', 'list', '--json')) as {
      id: string;
      test_step: number | null;
    }[];
    expect(listed.find(({ id }) => id === key.split('_')[2])).toMatchObject({ test_step: 0 });
  });

  it('changes scopes, suspends, renames and deletes at once, and lists who did it', async () => {
    await admin('orgs', 'create', 'House', '--plan', 'Funds');
    const by = ['--actor', 'Ada'];
    const key = await admin(...by, 'keys', 'create', 'House', '--name', 'Sync', '--scopes', 'news,documents');
    const id = key.split('_')[2]!;
    expect(await statusWith(key)).toBe(200);
    await admin(...by, 'keys', 'change', id, '--scopes', 'news');
    expect(await statusWith(key)).toBe(403);
    await admin('keys', 'change', id, '--scopes', 'all');
    await admin('orgs', 'suspend', 'House');
    expect(await statusWith(key)).toBe(403);
    await admin('orgs', 'resume', 'House');
    const used = { day: toTimestamp(Date.now()).slice(0, 10), family: 'News', requests: 2, tasks: 3 };
    await database.db('usage_operations').insert({ organization: 'House', operation: 'listNews', ...used });
    await admin('orgs', 'rename', 'House', 'Villa');
    expect(await statusWith(key)).toBe(200);
    const usage = await admin('orgs', 'usage', 'House', '--days', '2', '--json');
    expect(JSON.parse(usage)).toContainEqual({ ...used, operation: 'listNews' });
    await admin(...by, 'orgs', 'delete', 'Villa');
    expect(await statusWith(key)).toBe(401);
    const log = JSON.parse(await admin('audit', '--json', '--limit', '8')) as Record<string, string>[];
    expect(log.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'orgs delete Villa',
      'orgs rename House',
      'orgs resume House',
      'orgs suspend House',
      `keys change ${id}`,
      `keys change ${id}`,
      `keys create ${id}`,
      'orgs create House',
    ]);
    expect([log[0]!['actor'], log[6]!['actor']]).toEqual(['Ada', 'Ada']);
    expect(JSON.parse(log[6]!['details']!)).toMatchObject({ name: 'Sync', scopes: ['news', 'documents'] });
    expect(JSON.stringify(log)).not.toContain(secretOf(key));
  });

  it('reports an unknown organization or key in one line', async () => {
    for (const args of [
      ['keys', 'create', 'Nobody'],
      ['keys', 'revoke', 'nothing'],
      ['keys', 'rotate', 'nothing'],
      ['orgs', 'suspend', 'Nobody'],
      ['orgs', 'delete', 'Nobody'],
      ['orgs', 'usage', 'Nobody'],
      ['keys', 'change', 'nothing', '--name', 'x'],
    ]) {
      const { code, stdout, stderr } = await callAdmin(args, settings);
      expect([args, code, stdout]).toEqual([args, 1, '']);
      expect(stderr).toMatch(/^[^\n]+\n$/);
    }
  });

  it('rejects a plan without the API, and an expiry in the past', async () => {
    for (const [args, sentence] of [
      [['orgs', 'create', 'Another', '--plan', 'Fund'], 'Allowed choices are Platforms, Funds.'],
      [['orgs', 'plan', 'Example Capital', 'Readers'], 'Allowed choices are Platforms, Funds.'],
      [['keys', 'create', 'Example Capital', '--expires', '2020-01-01'], 'Give a time in the future.'],
    ] as const) {
      const { code, stdout, stderr } = await runAdmin([...args], settings);
      expect([args, code, stdout, stderr]).toEqual([args, 1, '', expect.stringContaining(sentence)]);
    }
    expect(await admin('orgs', 'list')).not.toContain('Another');
  });
});
