import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '@dossier/api';
import { createTestDatabase, type TestDatabase } from '@dossier/store/testing';
import { parse } from 'yaml';
import { runProgram } from './program.ts';

interface Service {
  environment: Record<string, string>;
  [field: string]: unknown;
}
const AWS = ['ENDPOINT_URL_S3', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map((name) => `AWS_${name}`);
const root = resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const servicesOf = (name: string) =>
  (parse(read(`docker/${name}`), { merge: true }) as { services: Record<string, Service> }).services;

/** The settings that the API reads, and those that only ingest and `npm start` read. */
function settings(): string[] {
  const names = new Set(['EDGAR_CONTACT', 'DEMO_API_KEY']);
  readConfig(new Proxy({}, { get: (_, name) => (names.add(String(name)), undefined) }));
  return [...names].sort();
}

it('.env.example lists every setting that the programs read', () => {
  const listed = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(settings());
});

it('docker/compose.citus.yml starts a coordinator and two workers of one exact version', () => {
  const services = servicesOf('compose.citus.yml');
  expect(Object.keys(services)).toEqual(['coordinator', 'worker1', 'worker2', 'cluster']);
  const images = new Set(Object.values(services).map(({ image }) => image));
  expect([...images]).toEqual([expect.stringMatching(/^citusdata\/citus:\d+\.\d+\.\d+$/)]);
});

describe.each(['compose.yml', 'compose.full.yml'])('docker/%s', (name) => {
  const { api, ingest } = servicesOf(name);
  /** Set by the image or the file itself: where a container listens and where it keeps its data. */
  const fixed = ['HOST', 'PORT', 'DATABASE_URL', 'SEARCH_URL', 'SEARCH_KEY', 'DEMO_API_KEY'];

  it('passes every other setting through to the API and to ingest', () => {
    for (const service of [api!, ingest!]) {
      for (const setting of settings().filter((each) => !fixed.includes(each)))
        expect(service.environment[setting]).toMatch(new RegExp(`^\\$\\{${setting}:-`));
      // The packages of OpenTelemetry and of S3 read theirs, which may hold a secret, without our program.
      const known = [...settings(), 'PGPASSWORD', 'OTEL_EXPORTER_OTLP_HEADERS', ...AWS];
      expect(Object.keys(service.environment).filter((each) => !known.includes(each))).toEqual([]);
    }
  });

  it('runs with a read-only root, an init process, no capabilities and no new privileges', () => {
    const hardened = {
      init: true,
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    };
    expect([api, ingest]).toEqual([expect.objectContaining(hardened), expect.objectContaining(hardened)]);
  });

  it('limits the memory and the processes of each service, and gives none of them new privileges', () => {
    for (const service of Object.values(servicesOf(name)))
      expect(service).toMatchObject({
        mem_limit: expect.stringMatching(/^\$\{\w*MEMORY_LIMIT:-\dg\}$/),
        pids_limit: expect.any(Number),
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
  });

  it('loads files of a mounted folder with the service ingest, which `up` does not start', () => {
    expect(ingest).toMatchObject({ profiles: ['ingest'], entrypoint: ['node', 'bin/dossier.cjs', 'ingest'] });
    expect(ingest!['volumes']).toContain('${FEED_FOLDER:-../feed}:/feed');
  });
});

describe('docker/Dockerfile', () => {
  const dockerfile = read('docker/Dockerfile');

  it('installs packages from every package.json before it copies the source', () => {
    const [before] = dockerfile.split('COPY . .');
    const folders = ['apps', 'libs'].flatMap((group) =>
      readdirSync(join(root, group))
        .map((name) => `${group}/${name}`)
        .filter((folder) => existsSync(join(root, folder, 'package.json'))),
    );
    for (const folder of [...folders, 'tools'])
      expect(before).toContain(`COPY ${folder}/package.json ${folder}/`);
    expect(before).toContain('npm ci');
  });

  it('is built from an image with a digest', () => {
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:24\.[\w.-]+@sha256:[0-9a-f]{64}$/m);
    expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual([
      '${NODE_IMAGE}',
      '${NODE_IMAGE}',
    ]);
  });

  it('copies the build and every file that it reads', async () => {
    const { assets } = (await import(join(root, 'tools/build/programs.mjs'))) as {
      assets: Record<string, string[]>;
    };
    const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) \1$/gm)].map(([, path]) => path!);
    expect(copied).toEqual(expect.arrayContaining(['bin', 'dist']));
    for (const path of Object.values(assets).flat())
      expect([path, copied.some((each) => `${path}/`.startsWith(`${each}/`))]).toEqual([path, true]);
  });
});

describe.each([
  ['nginx.conf', ['proxy_next_upstream error timeout', 'buffers 4 64k', 'X-Forwarded-For $remote_addr']],
  ['Caddyfile', ['lb_try_duration 5s', 'health_uri /ready', 'X-Forwarded-For {remote_host}']],
])('docker/%s', (file, settings) => {
  it('tries the other replica during a restart, and takes the address of a client from the connection', () => {
    for (const setting of settings) expect(read(`docker/${file}`)).toContain(setting);
  });

  it('closes idle connections before the service does, after 65 seconds', () => {
    const [, seconds] = /keepalive(?:_timeout)? (\d+)s/.exec(read(`docker/${file}`))!;
    expect(Number(seconds)).toBeLessThan(65);
  });
});

describe('a Postgres password with special characters', () => {
  const password = "p/@ss:w#rd%'";
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase('postgres');
    await database.db.raw(`create role odd superuser login password '${password.replace("'", "''")}'`);
  });
  afterAll(async () => {
    await database.db.raw('drop role odd');
    await database.close();
  });

  it('is read from PGPASSWORD, as docker/compose.full.yml sets it', async () => {
    const url = new URL(database.url);
    [url.username, url.password] = ['odd', ''];
    const run = (given: string) =>
      runProgram(['admin', 'orgs', 'list'], { DATABASE_URL: url.href, PGPASSWORD: given });
    expect(await run(password)).toEqual({ code: 0, stdout: 'None.\n', stderr: '' });
    expect(servicesOf('compose.full.yml')['api']!.environment).toMatchObject({
      DATABASE_URL: 'postgres://dossier@postgres/dossier',
      PGPASSWORD: expect.stringContaining('${POSTGRES_PASSWORD:'),
    });
  });
});
