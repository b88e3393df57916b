import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { edgarServer, type EdgarServer, type Misbehaviour } from '../testing/edgar-server.ts';
import { temporaryFolder, type Folder } from '../testing/files.ts';
import { LoadError } from '../rows/types.ts';
import { Unreadable } from './ask.ts';
import type { Retry } from '../files/remote/retry.ts';
import { edgarClient, type ClientOptions, type EdgarClient } from './client.ts';
import { pacer } from './pacer.ts';

const CONTACT = 'Acme Research data@acme.com';
const json = (body: Buffer) => JSON.parse(body.toString()) as unknown;

describe('the EDGAR client', () => {
  let server: EdgarServer;
  let folder: Folder;
  let clients: EdgarClient[];
  beforeEach(async () => {
    server = await edgarServer();
    server.put('/a.json', { letter: 'a' });
    folder = temporaryFolder();
    clients = [];
  });
  afterEach(async () => {
    clients.forEach((client) => client.close());
    await server.close();
    folder.remove();
  });

  const open = (options: Partial<ClientOptions> = {}) => {
    const client = edgarClient({ contact: CONTACT, rate: 10, cache: folder.path, backoff: 4, ...options });
    clients.push(client);
    return client;
  };
  const get = (client = open(), path = '/a.json') => client.get(server.url + path, json);

  it('spaces requests evenly across all hosts', async () => {
    const other = await edgarServer();
    try {
      const paths = Array.from({ length: 8 }, (_, i) => `/${i}.json`);
      for (const path of paths) for (const each of [server, other]) each.put(path, {});
      const client = open({ rate: 10 });
      const hosts = [server.url, other.url];
      // The first request of all takes time to be sent.
      for (const host of hosts) await client.get(`${host}/warm.json`, json);
      server.requests.length = other.requests.length = 0;
      const begun = performance.now();
      await Promise.all(paths.map((path, i) => client.get(hosts[i % 2]! + path, json)));
      const times = [...server.requests, ...other.requests].map(({ at }) => at).sort((a, b) => a - b);
      expect(times).toHaveLength(8);
      // Measured from before the first request: a busy machine receives a request late, but never early.
      expect(times.filter((at, i) => at - begun < 100 * i - 5)).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('sends the contact in the User-Agent', async () => {
    await get();
    expect(server.requests[0]!.headers['user-agent']).toBe('Dossier Acme Research data@acme.com');
  });

  it.each([
    [{ contact: undefined }, /The SEC wants to know who asks: .*--contact .*EDGAR_CONTACT/],
    [{ contact: ' ' }, /The SEC wants to know who asks/],
    [{ contact: 'Acme' }, /must contain an e-mail address/],
    [{ contact: 'Äcme a@b.de' }, /plain ASCII/],
    [{ contact: 'a@b.de\r\nX: y' }, /plain ASCII/],
    [{ rate: 11 }, /at most 10/],
    [{ rate: 0 }, /above 0/],
  ])('rejects the options %j', (options, problem) => {
    expect(() => open(options)).toThrow(problem);
    expect(server.requests).toEqual([]);
  });

  it('revalidates a body by ETag, and uses the cached body if it is current', async () => {
    expect(await get()).toEqual({ letter: 'a' });
    const second = open();
    expect(await get(second)).toEqual({ letter: 'a' });
    expect(server.requests.map(({ status }) => status)).toEqual([200, 304]);
    expect(second.counts).toEqual({ sent: 1, notModified: 1, retried: 0 });
    server.put('/a.json', { letter: 'b' });
    expect(await get()).toEqual({ letter: 'b' });
    expect(await get()).toEqual({ letter: 'b' });
    expect(server.requests.map(({ status }) => status)).toEqual([200, 304, 200, 304]);
  });

  it('revalidates a body without an ETag by its date', async () => {
    const date = 'Wed, 18 Mar 2020 22:10:00 GMT';
    server.misbehave('/a.json', { status: 200, headers: { 'last-modified': date }, body: '{"letter":"c"}' });
    await get();
    server.misbehave('/a.json', { status: 304 });
    expect(await get()).toEqual({ letter: 'c' });
    expect(server.requests[1]!.headers['if-modified-since']).toBe(date);
  });

  it('does not request read or missing files again', async () => {
    const client = open();
    await get(client);
    await get(client);
    expect(await get(client, '/none.json')).toBeUndefined();
    expect(await get(client, '/none.json')).toBeUndefined();
    expect(server.paths()).toEqual(['/a.json', '/none.json']);
  });

  it('requests a body again when the cached copy is damaged', async () => {
    await get();
    const [kept] = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    writeFileSync(join(kept!.parentPath, kept!.name), 'nonsense');
    expect(await get()).toEqual({ letter: 'a' });
    expect(server.requests[1]!.headers['if-none-match']).toBeUndefined();
  });

  it.each<[string, Misbehaviour]>([
    ['429', { status: 429 }],
    ['403', { status: 403, body: '<h1>Request Rate Threshold Exceeded</h1>' }],
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['a body that breaks off', { breakOffAt: 5 }],
    ['an empty body', { breakOffAt: 0 }],
    ['a truncated body', { cutAt: 5 }],
    ['an HTML page instead of the file', { status: 200, body: '<html>' }],
    ['a response that takes too long', { delay: 60_000 }],
  ])('retries after %s', async (_, misbehaviour) => {
    server.misbehave('/a.json', misbehaviour, misbehaviour);
    const retries: Retry[] = [];
    // Long enough for the last response on a busy machine.
    const timeout = misbehaviour.delay === undefined ? 60_000 : 3000;
    const client = open({ timeout, onRetry: (retry) => retries.push(retry) });
    const begun = performance.now();
    expect(await get(client)).toEqual({ letter: 'a' });
    expect(client.counts).toEqual({ sent: 3, notModified: 0, retried: 2 });
    expect(retries.map(({ attempt, of }) => [attempt, of])).toEqual([
      [2, 7],
      [3, 7],
    ]);
    expect(retries[0]!.problem).toContain('/a.json');
    // From before the first was sent: a request may be seen late, and never early.
    expect(server.requests.at(-1)!.at - begun).toBeGreaterThan(120);
  });

  it('delays every request by the time in Retry-After', async () => {
    server.put('/b.json', {});
    server.misbehave('/a.json', { status: 429, headers: { 'retry-after': '1' } });
    const client = open();
    const refused = get(client);
    while (client.counts.retried === 0) await sleep(5);
    await Promise.all([refused, get(client, '/b.json')]);
    expect(server.paths().sort()).toEqual(['/a.json', '/a.json', '/b.json']);
    expect(server.requests[1]!.at - server.requests[0]!.at).toBeGreaterThan(950);
  });

  it('waits until the date in Retry-After', async () => {
    const soon = new Date(Date.now() + 3000).toUTCString();
    server.misbehave('/a.json', { status: 503, headers: { 'retry-after': soon } });
    await get();
    expect(performance.timeOrigin + server.requests[1]!.at).toBeGreaterThan(Date.parse(soon) - 50);
  });

  it('fails when Retry-After is very long', async () => {
    server.misbehave('/a.json', { status: 429, headers: { 'retry-after': '7200' } });
    await expect(get()).rejects.toThrow(/a\.json answered 429 and asks to wait 120 minutes/);
  });

  /** What a request for a path is given up with; what it is told by is its message. */
  const failure = async (client: EdgarClient, path = '/a.json') =>
    (await get(client, path).catch((thrown: unknown) => thrown)) as Error;
  const always = (misbehaviour: Misbehaviour) => Array<Misbehaviour>(20).fill(misbehaviour);

  it('fails after 7 attempts for a body, and does not request it again', async () => {
    server.misbehave('/a.json', ...always({ status: 502 }));
    const client = open();
    for (let i = 0; i < 2; i++) {
      const error = await failure(client);
      expect(error).toBeInstanceOf(Unreadable);
      expect(error.message).toMatch(/a\.json answered 502; gave up after 7 attempts$/);
    }
    expect(server.requests).toHaveLength(7);
  });

  it('stops the run when the server returns 429 for every attempt', async () => {
    server.misbehave('/a.json', ...always({ status: 429, headers: { 'retry-after': '0' } }));
    const error = await failure(open());
    expect(error).toBeInstanceOf(LoadError);
    expect(error).not.toBeInstanceOf(Unreadable);
    expect(error.message).toMatch(/answered 429; gave up after 7 attempts\. The same command goes on/);
    expect(server.requests).toHaveLength(7);
  });

  it('treats the server as down after three failed bodies in a row', async () => {
    for (const path of ['/1', '/2', '/3', '/4', '/5']) server.misbehave(path, { status: 400 });
    const client = open();
    expect(await failure(client, '/1')).toBeInstanceOf(Unreadable);
    expect(await failure(client, '/2')).toBeInstanceOf(Unreadable);
    // It answers: what comes is not the third in a row.
    await get(client);
    expect(await failure(client, '/3')).toBeInstanceOf(Unreadable);
    expect(await failure(client, '/4')).toBeInstanceOf(Unreadable);
    const error = await failure(client, '/5');
    expect(error).not.toBeInstanceOf(Unreadable);
    expect(error.message).toMatch(/\/5 answered 400, as were those .*seems to be down\. The same command/);
  });

  it('does not treat the server as down while other requests succeed', async () => {
    const paths = ['/1', '/2', '/3', '/4'];
    let fail!: () => void;
    const delay = new Promise<void>((resolve) => (fail = resolve));
    for (const path of paths) server.misbehave(path, { status: 400, delay });
    const client = open();
    const failures = paths.map((path) => failure(client, path));
    await get(client);
    fail();
    for (const error of await Promise.all(failures)) expect(error).toBeInstanceOf(Unreadable);
  });

  it.each<[Misbehaviour, RegExp]>([
    [
      { status: 403, body: 'Your Request Originates from an Undeclared Automated Tool' },
      /the SEC requires a name/,
    ],
    [{ status: 400 }, /answered 400$/],
    [{ status: 301, headers: { location: '/b.json' } }, /answered 301$/],
  ])('does not retry after %j', async (misbehaviour, problem) => {
    server.misbehave('/a.json', misbehaviour);
    await expect(get()).rejects.toThrow(problem);
    expect(server.requests).toHaveLength(1);
  });

  it('treats a 403 from the archive as a missing file', async () => {
    server.misbehave('/a.json', { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' });
    expect(await get()).toBeUndefined();
  });

  it('stops waiting when the client is closed', async () => {
    server.misbehave('/a.json', { status: 503, headers: { 'retry-after': '60' } });
    const client = open();
    const asked = get(client);
    const outcome = expect(asked).rejects.toMatchObject({ message: expect.stringMatching(/abort/i) });
    while (server.requests[0]?.status === undefined) await sleep(5);
    setTimeout(() => client.close(), 20);
    await outcome;
  });
});

describe('the pacer', () => {
  it('does not accumulate turns while idle', async () => {
    const pace = pacer(20);
    const times: number[] = [];
    const turn = async () => {
      await pace.next();
      times.push(performance.now());
    };
    await turn();
    await sleep(300);
    const begun = performance.now();
    await Promise.all([turn(), turn(), turn(), turn()]);
    // Measured from before the first request: a busy machine records a turn late, but never early.
    expect(times.slice(2).map((time, i) => time - begun >= 50 * (i + 1))).toEqual([true, true, true]);
  });
});
