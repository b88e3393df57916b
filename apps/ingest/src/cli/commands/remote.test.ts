import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createTestDatabase, startS3, type TestDatabase, type TestS3 } from '@dossier/store/testing';
import { shownPath } from '../../files/remote/address.ts';
import { download } from '../../files/remote/download.ts';
import { askHttp } from '../../files/remote/http.ts';
import type { Report } from '../../report/report.ts';
import { callIngest } from '../../testing/command.ts';
import { fileServer, type FileServer } from '../../testing/file-server.ts';
import { temporaryFolder, type Folder } from '../../testing/files.ts';
import type { Status } from '../runs/status.ts';

const ONE = 'domain,name,type\nacme.com,Acme,private\n';
const TWO = `${ONE}bolt.io,Bolt,private\n`;

describe('a path on a server', () => {
  let database: TestDatabase;
  let folder: Folder;
  let server: FileServer;
  beforeEach(async () => {
    database = await createTestDatabase('sqlite');
    folder = temporaryFolder();
    server = await fileServer();
    server.files.set('/a.csv', ONE);
  });
  afterEach(async () => {
    await server.close();
    await database.close();
    folder.remove();
  });

  const at = (name: string) => join(folder.path, name);
  const call = (args: string[], env: Record<string, string> = {}) =>
    callIngest(args, { DATABASE_URL: database.url, SEARCH_URL: `sqlite:${at('search.db')}`, ...env });
  const load = (path: string, ...more: string[]) =>
    call(['load', 'companies', path, '--rejects', at('rejects.ndjson'), ...more]);
  const reportOf = async (path: string, ...more: string[]) =>
    JSON.parse((await load(path, '--json', ...more)).stdout) as Report;

  it('is read again only when the file, the options or the last outcome have changed', async () => {
    const url = `${server.url}/a.csv`;
    expect(await reportOf(url)).toMatchObject({ new: 1 });
    const again = await load(url);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toMatch(
      /^companies: unchanged since the load of \S+ \S+ UTC, nothing read: http:\S+\/a\.csv\. To read it anyway, use --reload\.\n$/,
    );
    expect(await reportOf(url)).toMatchObject({ read: 0, notRead: { files: [url] } });
    expect(await reportOf(url, '--reload')).toMatchObject({ unchanged: 1 });
    // Another option may change what a row means.
    expect(await reportOf(url, '--source', 'vendor')).toMatchObject({ read: 1 });
    // So may other ranks of sources.
    const ranked = ['--source', 'vendor', '--sources', folder.write('sources.yaml', 'sources: [default]')];
    for (const read of [1, 0]) expect(await reportOf(url, ...ranked)).toMatchObject({ read });
    folder.write('sources.yaml', 'sources: [vendor]');
    for (const read of [1, 0]) expect(await reportOf(url, ...ranked)).toMatchObject({ read });
    server.files.set('/a.csv', TWO);
    expect(await reportOf(url, '--source', 'vendor')).toMatchObject({ new: 1, unchanged: 1 });
    server.files.set('/a.csv', `${TWO},No domain,private\n`);
    expect(await load(url, '--source', 'vendor')).toMatchObject({ code: 3 });
    // Rejected rows may be accepted now.
    expect(await load(url, '--source', 'vendor')).toMatchObject({ code: 3 });
    expect(server.requests.filter((line) => line.endsWith('304'))).toHaveLength(4);
  });

  it('is read with the others when one of several files has changed', async () => {
    server.files.set('/b.csv', 'domain,name,type\ncogs.io,Cogs,private\n');
    const urls = [`${server.url}/a.csv`, `${server.url}/b.csv`] as const;
    expect(await reportOf(urls[0], urls[1])).toMatchObject({ new: 2, files: 2 });
    server.files.set('/a.csv', TWO);
    expect(await reportOf(urls[0], urls[1])).toMatchObject({ new: 1, unchanged: 2, files: 2 });
    expect(await reportOf(urls[0], urls[1])).toMatchObject({ read: 0 });
  });

  it('can be planned and applied, unless it has changed', async () => {
    const plan = ['plan', 'companies', `${server.url}/a.csv`, '--out', at('plan.ndjson')];
    expect(await call(plan)).toMatchObject({ code: 6 });
    server.files.set('/a.csv', TWO);
    expect((await call(['apply', at('plan.ndjson')])).stdout).toContain(
      'has changed since the plan was made',
    );
    expect(await call(plan)).toMatchObject({ code: 6 });
    expect(await call(['apply', at('plan.ndjson')])).toMatchObject({ code: 0 });
    expect(await database.db('companies')).toHaveLength(2);
    const withUser = (user: string) => `${server.url.replace('//', `//${user}@`)}/a.csv`;
    const queries = [
      'token=geheim',
      'api-key=geheim',
      'client_secret=geheim',
      'x-amz-signature=geheim',
      'sv=1&sig=geheim',
    ];
    for (const secret of [
      ...['user:geheim', 'geheim'].map(withUser),
      ...queries.map((query) => `${server.url}/a.csv?${query}`),
    ])
      expect(await call(['plan', 'companies', secret, '--out', at('p.ndjson')])).toMatchObject({
        code: 2,
        stderr: expect.not.stringContaining('geheim'),
      });
  });

  it('can be planned and applied with addresses that differ in the query, and with --max-download', async () => {
    const body = (text: string) => (response: ServerResponse) => void response.end(text);
    const answers = [ONE, 'domain,name,type\nbolt.io,Bolt,private\n'].map(body);
    const urls = [1, 2].map((table) => `${server.url}/a.csv?table=${table}`);
    server.next.push(...answers);
    expect(await call(['plan', 'companies', ...urls, '--out', at('plan.ndjson')])).toMatchObject({ code: 6 });
    server.next.push(body(`${ONE}${'x'.repeat(1_500_000)}`));
    expect((await call(['apply', at('plan.ndjson'), '--max-download', '1'])).stderr).toContain(
      'has more than 1 MB',
    );
    server.next.push(...[...answers].reverse());
    expect(await call(['apply', at('plan.ndjson')])).toMatchObject({ code: 4 });
    server.next.push(...answers);
    expect(await call(['apply', at('plan.ndjson')])).toMatchObject({ code: 0 });
    expect(await database.db('companies')).toHaveLength(2);
  });

  it('is rejected with an unknown scheme, and shown without its user', async () => {
    const outcome = await load('ftp://user:geheim@vendor.example/a.csv');
    expect(outcome).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Addresses with ftp:// cannot be read. Write https://host/file'),
    });
    expect(JSON.stringify([outcome, await database.db('ingest_runs')])).not.toMatch(/geheim|user:/);
  });

  it('shows no password or token in reports, errors, rejects and runs', async () => {
    const secret = `${server.url.replace('//', '//user:geheim@')}/a.csv?token=geheim`;
    server.files.set('/a.csv', `${ONE},No domain,private\n`);
    const outputs = [
      await load(secret),
      await load(secret, '--json'),
      await load(secret, '--format', 'json'),
    ];
    expect(server.headers.authorization).toBe(`Basic ${Buffer.from('user:geheim').toString('base64')}`);
    server.files.clear();
    outputs.push(await load(secret));
    expect(outputs.at(-1)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('/a.csv?… answered 404'),
    });
    const shown = JSON.stringify([outputs, await database.db('ingest_runs'), folder.read('rejects.ndjson')]);
    expect(shown).toContain('/a.csv?…');
    expect(shown).not.toMatch(/geheim|user:/);
  });

  it('is another source when only its query differs', async () => {
    const urls = [1, 2].map((table) => `${server.url}/a.csv?token=geheim&table=${table}`);
    server.files.set('/a.csv?token=geheim&table=1', ONE);
    server.files.set(
      '/a.csv?token=geheim&table=2',
      'domain,name,type,description\nbolt.io,Bolt,private,Bolts\n',
    );
    for (const more of [[], ['--source', 'vendor']]) {
      for (const url of urls) expect((await reportOf(url, ...more)).drift).toBeUndefined();
      // The load of the other table does not hide the last load of this one.
      for (const url of urls) expect((await reportOf(url, ...more)).notRead).toBeDefined();
    }
    server.files.set('/a.csv?token=geheim&table=1', `${ONE},No domain,private\n`);
    await load(urls[0]!);
    await load(urls[1]!, '--reload');
    const open = async () =>
      (JSON.parse((await call(['status', '--json'])).stdout) as Status).rejects.map(({ source }) => source);
    expect(await open()).toEqual([expect.stringMatching(/\/a\.csv\?…[\da-f]{8}$/)]);
    // A new token is the same source.
    const renewed = urls[0]!.replace('token=geheim', 'token=neu');
    server.files.set('/a.csv?token=neu&table=1', TWO);
    expect((await reportOf(renewed)).drift).toMatchObject({ changes: [] });
    expect(await open()).toEqual([]);
    expect(JSON.stringify(await database.db('ingest_runs'))).not.toMatch(/geheim|neu/);
  });

  it('is read by SQL', async () => {
    const sql = folder.write('m.sql', `select domain, upper(name) as name, type from a`);
    expect(await reportOf(`${server.url}/a.csv`, '--mapping', sql)).toMatchObject({ new: 1 });
    expect(await database.db('companies').select('name')).toEqual([{ name: 'ACME' }]);
  });

  it('is requested again after an error or a broken connection, and stores nothing until it is complete', async () => {
    server.next.push(
      (response) => void response.writeHead(503, { 'retry-after': '0.001' }).end(),
      (response) => {
        response.writeHead(200, { 'content-length': 1000 });
        response.write(ONE);
        setTimeout(() => response.destroy(), 20);
      },
    );
    const { code, stdout, stderr } = await load(`${server.url}/a.csv`);
    expect([code, stdout.split(':', 2)[1]]).toEqual([0, ' 1 row read from 1 file']);
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^http:\S+ answered 503; attempt 2 of 4 in 1 s$/),
      expect.stringMatching(/^http:\S+ cannot be read \(\w+\); attempt 3 of 4 in 2 s$/),
      '',
    ]);
  });

  it('follows redirects on its host only as far as they are safe', async () => {
    const to = (location: string) => (response: ServerResponse) =>
      void response.writeHead(302, { location }).end();
    server.next.push(to('/a.csv'));
    expect(await reportOf(`${server.url}/moved.csv`)).toMatchObject({ new: 1 });
    const port = new URL(server.url).port;
    for (const location of [
      `http://localhost:${port}/a.csv`,
      `http://[::1]:${port}/a.csv`,
      'http://10.0.0.1/a.csv',
    ]) {
      server.next.push(to(location));
      const { code, stderr } = await load(`${server.url}/moved.csv`);
      expect([code, stderr]).toEqual([1, expect.stringContaining('redirects to a private network')]);
    }
    server.next.push(to('ftp://a.example/a.csv'));
    expect((await load(`${server.url}/moved.csv`)).stderr).toContain(
      'redirects to an address that is not https',
    );
    for (let i = 0; i < 6; i++) server.next.push(to('/moved.csv'));
    expect((await load(`${server.url}/moved.csv`)).stderr).toContain('redirects more than 5 times');
  });

  it('follows no redirect of a public host whose name resolves to a private address later', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const url = new URL(server.url.replace('127.0.0.1', host));
      const asked = { url: new URL('/moved.csv', url), known: undefined, env: {} };
      const redirect = (response: ServerResponse) =>
        void response.writeHead(302, { location: '/latest/meta-data' }).end();
      server.next.push(redirect);
      // The first address counts as public, the next one as private.
      let addresses = 0;
      const answer = askHttp({ ...asked, signal: new AbortController().signal }, () => addresses++ > 0);
      await expect(answer).rejects.toThrow('redirects to a private network');
    }
    expect(server.requests.map((line) => line.split(' ')[1])).toEqual(['/moved.csv', '/moved.csv']);
  });

  it('is not read beyond --max-download, whether or not the server states its size', async () => {
    const large = 'x'.repeat(1_500_000);
    server.files.set('/a.csv', large);
    const limited = () => load(`${server.url}/a.csv`, '--max-download', '1');
    const error = {
      code: 1,
      stderr: expect.stringContaining('has more than 1 MB. Allow more with --max-download.'),
    };
    expect(await limited()).toMatchObject(error);
    server.next.push((response) => {
      response.writeHead(200);
      response.write(large);
      response.end(large);
    });
    expect(await limited()).toMatchObject(error);
  });

  it('closes the connection of a file whose size is above --max-download', async () => {
    const closed = new Promise((resolve) =>
      server.next.push((response) => {
        // More than the buffers of a connection hold.
        response.writeHead(200, { 'content-length': 50_000_000 }).write('x'.repeat(40_000_000));
        response.once('close', resolve);
      }),
    );
    await expect(
      download(`${server.url}/a.csv`, { folder: folder.path, maxBytes: 1e6, env: {}, known: undefined }),
    ).rejects.toThrow('has more than 1 MB');
    await closed;
  });
});

describe('a path in S3', () => {
  let folder: Folder;
  let database: TestDatabase;
  let s3: TestS3;
  let env: Record<string, string>;
  let client: S3Client;
  beforeAll(async () => {
    folder = temporaryFolder();
    database = await createTestDatabase('sqlite');
    s3 = await startS3('vendor');
    env = {
      ...s3.env,
      DATABASE_URL: database.url,
      SEARCH_URL: `sqlite:${join(folder.path, 'search.db')}`,
    };
    client = new S3Client({
      endpoint: env['AWS_ENDPOINT_URL_S3']!,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    });
  });
  afterAll(async () => {
    client.destroy();
    await s3.close();
    await database.close();
    folder.remove();
  });

  const put = (Body: string) =>
    client.send(new PutObjectCommand({ Bucket: 'vendor', Key: 'daily/firms 1.csv', Body }));
  const load = (path: string, more: Record<string, string> = {}) =>
    callIngest(['load', 'companies', path, '--rejects', join(folder.path, 'r.ndjson')], { ...env, ...more });
  const path = 's3://vendor/daily/firms 1.csv';

  it('is read once for each of its versions', async () => {
    await put(ONE);
    expect(
      await client.send(new GetObjectCommand({ Bucket: 'vendor', Key: 'daily/firms 1.csv' })),
    ).toMatchObject({
      ETag: expect.stringMatching(/^"/),
    });
    expect((await load(path)).stdout).toContain('1 new');
    expect((await load(path)).stdout).toContain('unchanged since');
    await put(TWO);
    expect((await load(path)).stdout).toContain('1 new, 0 changed, 1 unchanged');
  });

  it('reports a missing key and wrong credentials, without the secret', async () => {
    expect(await load('s3://vendor/none.csv')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('s3://vendor/none.csv cannot be read (NoSuchKey). Check the bucket'),
    });
    const wrong = await load(path, { AWS_ACCESS_KEY_ID: 'nobody', AWS_SECRET_ACCESS_KEY: 'geheim' });
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('InvalidAccessKeyId') });
    expect(JSON.stringify(wrong)).not.toContain('geheim');
    expect(await load('s3://vendor/daily/')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('names no file'),
    });
  });
});

it('a path is shown without what may be secret', () => {
  expect(shownPath('https://user:pw@vendor.example:8443/a.csv?sig=x#y')).toBe(
    'https://vendor.example:8443/a.csv?…',
  );
  const shown = [1, 2].map((table) => shownPath(`https://vendor.example/a.csv?table=${table}&token=x`));
  expect(shown).toEqual(
    Array(2).fill(expect.stringMatching(/^https:\/\/vendor\.example\/a\.csv\?…[\da-f]{8}$/)),
  );
  expect(new Set(shown).size).toBe(2);
  expect(shownPath('https://vendor.example/a.csv?table=1&token=y')).toBe(shown[0]);
  const azure = 'https://vendor.example/a.csv?sp=r&st=2026-01-01&se=2026-01-02&spr=https&sv=2024-11-04&sr=b';
  for (const signed of [
    `${azure}&sig=x`,
    'https://vendor.example/a.csv?AWSAccessKeyId=a&Expires=1&Signature=x',
  ])
    expect(shownPath(signed)).toBe('https://vendor.example/a.csv?…');
  // Without a signature of Azure, such a parameter may name a table.
  expect(shownPath('https://vendor.example/a.csv?sp=r&sig=x')).toMatch(/\?…[0-9a-f]{8}$/);
  expect(shownPath('ftp://user:pw@vendor.example/a.csv')).toBe('ftp://…');
  expect(shownPath('data/a.csv')).toBe('data/a.csv');
});
