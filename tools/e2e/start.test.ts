import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operationsOf, readConfig, type OpenApiDocument } from '@dossier/api';
import { sharedBrowser } from '@dossier/embeds/testing';
import { dayInWords } from '@dossier/shared';
import { until } from '@dossier/shared/testing';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { paste, runProgram, startByNpm, started, startProgram, type Program } from './program.ts';

const root = resolve(import.meta.dirname, '../..');

describe.each(engines)('npm start on %s', (engine) => {
  let database: TestDatabase;
  let folder: string;
  let settings: Record<string, string>;
  let program: Program;
  beforeAll(async () => {
    database = await createTestDatabase(engine, { migrated: false });
    folder = mkdtempSync(join(tmpdir(), 'dossier-start-'));
    settings = { DATABASE_URL: database.url, SEARCH_URL: `sqlite:${join(folder, 'search.db')}` };
    program = await started(startProgram(['start'], settings));
  });
  afterAll(async () => {
    await program.stop();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const lines = () =>
    program
      .output()
      .split('\n')
      .map((line) => line.trim());
  const key = () => /Key: (\S+)/.exec(program.output())![1]!;
  const url = () => /answers at (\S+)/.exec(program.output())![1]!;

  it('prints curl lines that return data', async () => {
    const curls = lines().filter((line) => line.startsWith('curl '));
    expect(curls.length).toBeGreaterThanOrEqual(6);
    for (const line of curls) {
      const answer = JSON.parse(await paste(line)) as Record<string, unknown>;
      expect([line, answer]).toEqual([line, expect.not.objectContaining({ error: expect.anything() })]);
      const lists = Object.values(answer).filter(Array.isArray);
      for (const list of lists) expect([line, list.length > 0]).toEqual([line, true]);
    }
  });

  it('prints when the key expires, and the addresses of the site and its documentation', async () => {
    const { expires_at } = await database.db('api_keys').first('expires_at');
    expect(program.output()).toContain(`It expires on ${dayInWords(expires_at)},`);
    const site = await fetch(
      lines().find((line) => line === `${url()}/`)!,
      { headers: { accept: 'text/html' } },
    );
    expect([site.url, await site.text()]).toEqual([`${url()}/`, expect.stringContaining('Latest rounds')]);
    const page = await fetch(lines().find((line) => line.endsWith('/docs'))!);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('listNews')]);
    const [, gallery] = /Every widget: (\S+)/.exec(program.output())!;
    expect([gallery, (await fetch(gallery!)).status]).toEqual([`${url()}/embeds`, 200]);
  });

  // The contract tests send every operation to both databases.
  if (engine === 'sqlite') {
    const create = async (path: string, body: object) => {
      const headers = { authorization: `Token ${key()}`, 'content-type': 'application/json' };
      const answer = await fetch(url() + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await answer.json()) as Record<string, string>;
    };
    const snapshots = async () => {
      const answer = await fetch(`${url()}/api/v1/snapshots/`, {
        headers: { authorization: `Token ${key()}` },
      });
      return ((await answer.json()) as { snapshots: object[] }).snapshots;
    };
    const createKey = (mode: string) => create('/api/v1/keys/', { name: 'Example', scopes: ['news'], mode });
    /** Pastes a table in the builder, and returns the id of one of its columns. */
    const createColumn = async (place: number) => {
      const send = (path: string, fields: Record<string, string>, cookie = '') =>
        fetch(`${url()}/embeds/new/${path}`, {
          method: 'POST',
          redirect: 'manual',
          headers: { cookie },
          body: new URLSearchParams(fields),
        });
      const [cookie] = (await send('session', { key: key() })).headers.get('set-cookie')!.split(';');
      const text = 'Region,Staff,Offices\nEurope,10,3\nAsia,20,5';
      const stored = await send('data', { name: 'Example', text, store: 'yes' }, cookie);
      const table = new URL(stored.headers.get('location')!, url()).searchParams.get('table');
      const columns = await database
        .db('own_columns')
        .where({ table_id: table })
        .orderBy('position')
        .pluck('id');
      return { id: columns[place] as string };
    };
    /** What an organization creates itself, by the id in the examples. */
    const own: Record<string, () => Promise<Record<string, string>>> = {
      Ab12Cd34: () => createKey('live'),
      'wh_6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11': () =>
        create('/api/v1/webhooks/', { url: 'https://example.com/dossier' }),
      '7f8dbe4c-9f5e-4c52-8f57-0d1f5c1f7a11': () =>
        create('/api/v1/lists/', { name: 'Example', filter: { type: 'private' } }),
      'c1d5a7e0-3f42-4a86-b0c9-5e7d2f1a9b34': () => createColumn(0),
      '0b2c8e9e-6a53-4b8e-9a59-4f7f0d6f2f10': () => createColumn(1),
    };
    /** Returns the examples of /docs, with the ids of what an organization has just created, and of others to delete. */
    async function examplesIn(language: string): Promise<string[]> {
      const document = (await (await fetch(`${url()}/openapi.json`)).json()) as OpenApiDocument;
      const samples = operationsOf(document).flatMap(({ operation }) => operation['x-codeSamples'] ?? []);
      const created: Record<string, Record<string, string>> = {};
      for (const [id, make] of Object.entries(own)) created[id] = await make();
      const { key: testKey } = await createKey('test');
      const sources: string[] = [];
      for (const { source } of samples.filter(({ label }) => label === language)) {
        let example = source.replaceAll('<API_KEY>', source.includes('/api/v1/test/') ? testKey! : key());
        for (const [id, make] of Object.entries(own)) {
          if (!source.includes(id)) continue;
          const { id: ownId = '', feed_url } = source.includes('DELETE') ? await make() : created[id]!;
          example = example.replaceAll(id, ownId).replace('k3Jv', feed_url?.split('/').at(-2) ?? '');
        }
        sources.push(example);
      }
      return sources;
    }

    it('returns data for every curl line of /docs', async () => {
      const sources = await examplesIn('curl');
      expect(sources.length).toBeGreaterThan(30);
      // A program of its own makes the first one meanwhile.
      await until(snapshots, { holds: ({ length }) => length > 0 });
      for (const source of sources) {
        const answer = await paste(source.replace('curl ', String.raw`curl -s -w '\n%{http_code}' `));
        const [, body, status] = /^([^]*)\n(\d+)$/.exec(answer)!;
        expect([source, status]).toEqual([source, expect.stringMatching(/^(20[01]|302)$/)]);
        expect([source, status === '302' || body!.length > 2]).toEqual([source, true]);
        // Nothing was sent to a webhook yet.
        if (!body!.startsWith('{') || source.includes('/deliveries/')) continue;
        const lists = Object.values(JSON.parse(body!) as Record<string, unknown>).filter(Array.isArray);
        for (const list of lists) expect([source, list.length > 0]).toEqual([source, true]);
      }
    });

    it.each([
      [
        'TypeScript',
        (source: string) => `await (async () => {\n${source}\n})();`,
        'node --input-type=module',
      ],
      ['Python', (source: string) => source, 'python3 -'],
    ] as const)('returns data for every example of /docs in %s', async (language, wrapped, program) => {
      const sources = (await examplesIn(language)).map(wrapped);
      expect(sources.length).toBeGreaterThan(25);
      // In one process, which ends with the first error.
      const script = sources.join('\n');
      const output = await paste(`${program} <<'END_OF_EXAMPLES'\n${script}\nEND_OF_EXAMPLES`);
      expect(output.match(/^[{[]/gm)?.length ?? 0).toBeGreaterThanOrEqual(sources.length);
    });

    it('prints the address of an embed that shows its chart without JavaScript', async () => {
      const embed = lines().find((line) => line.startsWith(`${url()}/embeds/`))!;
      const context = await (await sharedBrowser()).newContext({ javaScriptEnabled: false });
      try {
        const page = await context.newPage();
        const asked: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        expect((await page.goto(embed))!.status()).toBe(200);
        expect(await page.title()).toBe('Stripe valuation');
        expect(await page.locator('svg').first().isVisible()).toBe(true);
        expect(await page.locator('svg circle, svg path').count()).toBeGreaterThan(3);
        expect(asked.filter((address) => !address.startsWith(url()))).toEqual([]);
      } finally {
        await context.close();
      }
    });
  }

  it('loads nothing twice on a restart, and accepts the previous key', async () => {
    const before = await database.db('companies').orderBy('id');
    const again = await started(
      startProgram(['start'], { ...settings, DEMO_API_KEY: 'a-key-of-our-own-choice' }),
    );
    try {
      expect(await database.db('companies').orderBy('id')).toEqual(before);
      const [, other] = /answers at (\S+)/.exec(again.output())!;
      for (const credential of [key(), 'a-key-of-our-own-choice']) {
        const answer = await fetch(`${other}/api/v1/documents`, {
          headers: { authorization: `Token ${credential}` },
        });
        expect(answer.status).toBe(200);
      }
    } finally {
      await again.stop();
    }
  });
});

describe('the key of npm start', () => {
  it('replaces the key of the previous start, which ended with npm, but no key that an operator created', async () => {
    const database = await createTestDatabase('sqlite', { migrated: false });
    const settings = { DATABASE_URL: database.url, SEARCH_URL: database.url.replace('test.db', 'search.db') };
    const keyOf = (program: Program) => /Key: (\S+)/.exec(program.output())![1]!;
    const first = await started(startByNpm('start', settings));
    first.process.kill('SIGKILL');
    // The output closes when no process has it open.
    await first.ended;
    const { stdout: own } = await runProgram(['admin', 'keys', 'create', 'Demo'], settings);
    const second = await started(startProgram(['start'], settings));
    try {
      const [, address] = /answers at (\S+)/.exec(second.output())!;
      const statuses = [keyOf(first), keyOf(second), own.trim()].map(async (key) => {
        const answer = await fetch(`${address}/api/v1/documents`, {
          headers: { authorization: `Token ${key}` },
        });
        return answer.status;
      });
      expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
    } finally {
      await second.stop();
      await database.close();
    }
  });
});

it('has npm scripts that run start, serve, ingest and admin', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const programs = ['start', 'serve', 'ingest', 'admin'];
  expect(scripts).toMatchObject(
    Object.fromEntries(programs.map((name) => [name, `node bin/dossier.cjs ${name}`])),
  );
});

describe('npm run serve', () => {
  it('listens without loading data or creating keys', async () => {
    const database = await createTestDatabase('sqlite', { migrated: false });
    const settings = { DATABASE_URL: database.url, SEARCH_URL: database.url.replace('test.db', 'search.db') };
    const program = await started(startProgram(['serve'], settings));
    try {
      const [, address] = /"url":"([^"]+)"/.exec(program.output())!;
      expect(await (await fetch(`${address}/health`)).json()).toEqual({ status: 'ok' });
      expect(await database.db('companies')).toEqual([]);
      expect(await database.db('api_keys')).toEqual([]);

      const dockerfile = readFileSync(join(root, 'docker/Dockerfile'), 'utf8');
      const [command, ...args] = JSON.parse(
        /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(dockerfile)![1]!,
      ) as string[];
      const check = (port: string) =>
        promisify(execFile)(command!, args, { env: { PATH: process.env['PATH'], PORT: port } }).then(
          () => 'healthy',
          ({ code }: { code: number }) => code,
        );
      expect([await check(new URL(address!).port), await check('1')]).toEqual(['healthy', 1]);
    } finally {
      await program.stop();
      await database.close();
    }
  });

  it('accepts every setting of .env.example as a shell exports it', async () => {
    const example = readFileSync(join(root, '.env.example'), 'utf8').replaceAll(/^#(?=[A-Z_]+=)/gm, '');
    const folder = mkdtempSync(join(tmpdir(), 'dossier-env-'));
    try {
      writeFileSync(join(folder, '.env'), example);
      const printed = await paste(`set -ae; . ${folder}/.env; set +a; env`);
      const env = Object.fromEntries(printed.split('\n').map((line) => line.split(/=(.*)/)));
      expect(env).toMatchObject({ EDGAR_CONTACT: 'Acme Research data@acme.com', HOST: '127.0.0.1' });
      expect(readConfig(env)).toMatchObject({ port: 3000, jwt: { audience: 'dossier' } });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  // config.test.ts of the API has the other settings.
  it.each(['serve', 'start'])('%s exits with one line about an invalid setting', async (script) => {
    const { code, stderr } = await runProgram([script], { PORT: 'three thousand' });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^[^\n]*PORT[^\n]*\.\n$/)]);
  });

  it('prints help, and starts nothing with an option or argument that it does not know', async () => {
    for (const script of ['serve', 'start']) {
      const help = await runProgram([script, '--help'], {});
      expect([help.code, help.stderr, help.stdout]).toEqual([0, '', expect.stringContaining('Examples:')]);
      for (const given of ['--prot=80', 'sqlite:data/other.db']) {
        const { code, stdout, stderr } = await runProgram([script, given], {});
        expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/--help for usage/)]);
      }
    }
  });

  it('exits with one line about a port in use or an unreachable database, without the password', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const folder = mkdtempSync(join(tmpdir(), 'dossier-taken-'));
    const here = { DATABASE_URL: `sqlite:${folder}/a.db`, SEARCH_URL: `sqlite:${folder}/b.db` };
    try {
      for (const script of ['serve', 'start']) {
        const onPort = await runProgram([script], { ...here, PORT: String(port) });
        expect([onPort.code, onPort.stderr]).toEqual([
          1,
          `Port ${port} is taken. Choose another one with PORT.\n`,
        ]);
        const url = 'postgres://dossier:s3cret@127.0.0.1:1/dossier';
        const apart = await runProgram([script], { ...here, DATABASE_URL: url });
        expect(apart.code).toBe(1);
        expect(apart.stderr).toMatch(/^[^\n]*DATABASE_URL[^\n]*ECONNREFUSED[^\n]*\.\n$/);
        expect(apart.stderr).not.toContain('s3cret');
      }
    } finally {
      taken.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
