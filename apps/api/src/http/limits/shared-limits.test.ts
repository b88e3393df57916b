import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  addToWindows,
  addUsage,
  deleteEndedWindows,
  ensureOrganization,
  generateApiKey,
  openDatabase,
  registerApiKey,
} from '@dossier/store';
import { engines } from '@dossier/store/testing';
import request from 'supertest';
import { readConfig } from '../../config.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { consoleOf } from '../../testing/console.ts';
import { usageMeter } from '../observe/usage.ts';
import { parseRateLimits, rateLimiter } from './rate-limit.ts';
import { parseRequestLimits } from './request-limit.ts';
import { countedWindows } from '../windows.ts';

const LIMITS = parseRateLimits('Platforms=5/60,Funds=2/60')!;

describe.each(engines)('limits that processes share on %s', (engine) => {
  let api: TestApi;
  let now: number;
  beforeEach(async () => {
    now = Date.parse('2026-01-13T00:00:00Z');
    api = await startTestApi(engine, {
      clock: () => new Date(now),
      rateLimits: LIMITS,
      requestLimits: parseRequestLimits('key=7/60,address=9/60')!,
    });
  });
  afterEach(() => api.close());

  const from = (address: string, path = '/api/v1/documents', authorization = `Token ${api.key}`) =>
    request(api.url).get(path).set({ authorization, 'x-forwarded-for': address });
  const statuses = async (n: number, ask: () => PromiseLike<{ status: number }>) => {
    const all: number[] = [];
    for (let i = 0; i < n; i++) all.push((await ask()).status);
    return all;
  };
  const times = (n: number, status: number) => Array.from({ length: n }, () => status);

  it('count the tasks of two processes together, and start again when their window ends', async () => {
    const windows = countedWindows();
    const other = { limiter: rateLimiter(LIMITS, windows), usage: usageMeter(api.db, windows) };
    const caller = { organization: 'Test partner', plan: 'Platforms' };
    expect(await statuses(3, () => api.get('/api/v1/documents'))).toEqual(times(3, 200));
    await api.usage.share(new Date(now));
    now += 10_000;
    other.limiter.charge(caller, 1, new Date(now));
    await other.usage.share(new Date(now));
    // The window of the first process, which has used three tasks, began ten seconds ago.
    expect(other.limiter.standing(caller, new Date(now))).toMatchObject({ used: 4, wait: 50 });
    other.limiter.charge(caller, 1, new Date(now));
    expect(() => other.limiter.charge(caller, 1, new Date(now))).toThrow('Try again in 50 seconds.');
    await other.usage.share(new Date(now));
    // The first process learns of it with its next share.
    expect((await api.get('/api/v1/documents')).status).toBe(200);
    await api.usage.share(new Date(now));
    expect((await api.get('/api/v1/documents')).status).toBe(429);
    now += 50_000;
    expect((await api.get('/api/v1/documents')).status).toBe(200);
    await api.usage.share(new Date(now));
    expect(await api.db('limit_windows').where('key', 'like', 'tasks %').pluck('used')).toEqual(
      [1].map((used) => (engine === 'postgres' ? String(used) : used)),
    );
    await deleteEndedWindows(api.db, now + 60_000);
    expect(await api.db('limit_windows')).toEqual([]);
  });

  it('do not reject requests for a day after a clock was a day ahead', async () => {
    now += 86_400_000;
    expect(await statuses(6, () => api.get('/api/v1/documents'))).toEqual([...times(5, 200), 429]);
    await api.usage.share(new Date(now));
    now -= 86_400_000;
    // Also with a new process, which has only the counts of the database.
    const windows = countedWindows();
    const other = rateLimiter(LIMITS, windows);
    const caller = { organization: 'Test partner', plan: 'Platforms' };
    other.charge(caller, 1, new Date(now));
    await usageMeter(api.db, windows).share(new Date(now));
    expect(other.standing(caller, new Date(now))).toMatchObject({ used: 1, wait: 60 });
    expect((await api.get('/api/v1/documents')).status).toBe(200);
    await api.usage.share(new Date(now));
    expect(await statuses(4, () => api.get('/api/v1/documents'))).toEqual([...times(3, 200), 429]);
  });

  it('keep counts that cannot be stored, and store them later', async () => {
    await api.get('/api/v1/documents');
    const windows = countedWindows();
    windows.at('tasks a', 60_000, new Date(now)).add(3);
    const fails = windows.share(() => Promise.reject(new Error('down')), new Date(now));
    await expect(fails).rejects.toThrow('down');
    const sent: number[] = [];
    const take = windows.share((all) => {
      sent.push(...all.map(({ used }) => used));
      return Promise.resolve(all);
    }, new Date(now));
    await take;
    expect(sent).toEqual([3]);
  });

  it('keep the counts of each family of an operation', async () => {
    const usage = usageMeter(api.db, countedWindows());
    for (const tag of ['News', 'Events'])
      usage.count('Test partner', { tag, operationId: 'listNews' }, 1, 1, new Date(now));
    const families = async () =>
      (await usage.read('Test partner', 1, new Date(now), 'family')).map(({ family }) => family);
    expect(await families()).toEqual(['Events', 'News']);
    await usage.share(new Date(now));
    expect(await families()).toEqual(['Events', 'News']);
  });

  it('store all counts or none', async () => {
    const day = { organization: 'Test partner', day: '2026-01-13', requests: 1, tasks: 1, family: 'News' };
    const usage = Array.from({ length: 501 }, (_, i) => ({ ...day, operation: String(i).padStart(3, '0') }));
    usage[500]!.tasks = null as never;
    // An error of native code is not always an `Error` of Jest's own realm.
    const fails = (writing: Promise<unknown>) =>
      writing.then(
        () => false,
        () => true,
      );
    expect(await fails(addUsage(api.db, usage))).toBe(true);
    const windows = usage.map(({ operation, tasks }) => ({
      key: operation,
      endsMs: now + 1000,
      latestMs: now + 1000,
      used: tasks,
    }));
    expect(await fails(addToWindows(api.db, windows, now))).toBe(true);
    expect([await api.db('usage_operations'), await api.db('limit_windows')]).toEqual([[], []]);
  });

  it('begin a new window when the limit changes', () => {
    const windows = countedWindows();
    const caller = { organization: 'House', plan: 'Funds' };
    const charge = (limits: string) =>
      rateLimiter(parseRateLimits(limits)!, windows).charge(caller, 1, new Date(now));
    charge('Funds=1/86400');
    expect(() => charge('Funds=1/86400')).toThrow('Try again in 86400 seconds.');
    expect(charge('Funds=1/60')(false)['X-RateLimit-Reset']).toBe('60');
  });

  it('forget the oldest of 100,000 windows', () => {
    const windows = countedWindows();
    const count = (i: number) => windows.at(`address ${i}`, 60_000, new Date(now)).add(1);
    for (let i = 0; i <= 100_000; i++) count(i);
    expect([count(100_000), count(1), count(0)]).toEqual([2, 2, 1]);
  });

  it('GET /api/v1/usage/ includes counts that cannot be stored while another process writes', async () => {
    await api.get('/api/v1/documents');
    await api.usage.share(new Date(now));
    await api.get('/api/v1/documents');
    const writer = openDatabase(api.databaseUrl);
    try {
      await writer.transaction(async (trx) => {
        if (engine === 'sqlite') await trx('limit_windows').delete();
        const { status, body } = await api.get('/api/v1/usage/');
        expect([status, body.days[0]]).toEqual([
          200,
          { date: '2026-01-13', family: 'Documents', requests: 2, tasks: 2 },
        ]);
      });
    } finally {
      await writer.destroy();
    }
  });

  it('GET /api/v1/usage/ reports tasks used and left, by day and family, and costs nothing', async () => {
    await api.get('/api/v1/documents');
    await api.get('/api/v1/documents/nothing');
    await api.get('/api/v1/events/?company_domains=a.com,b.com');
    const usage = await api.get('/api/v1/usage/');
    expect(usage.body).toEqual({
      organization: 'Test partner',
      plan: 'Platforms',
      tasks: { limit: 5, window_seconds: 60, used: 3, left: 2, resets_at: '2026-01-13T00:01:00.000Z' },
      days: [
        { date: '2026-01-13', family: 'Documents', requests: 1, tasks: 1 },
        { date: '2026-01-13', family: 'Events', requests: 1, tasks: 2 },
      ],
    });
    const operations = await api.get('/api/v1/usage/?by=operation');
    expect(operations.body.days).toEqual([
      { ...usage.body.days[0], operation: 'listDocuments' },
      { ...usage.body.days[1], operation: 'listEvents' },
    ]);
    expect(usage.headers).toMatchObject({ ratelimit: '"Platforms";r=2;t=60', 'x-ratelimit-remaining': '2' });
    now += 86_400_000;
    await api.get('/api/v1/documents');
    const { body } = await api.get('/api/v1/usage/');
    expect(body.days.map(({ date }: { date: string }) => date)).toEqual([
      '2026-01-14',
      '2026-01-13',
      '2026-01-13',
    ]);
    expect((await api.get('/api/v1/usage/?days=1')).body.days).toHaveLength(1);
    const other = generateApiKey();
    await registerApiKey(api.db, other, await ensureOrganization(api.db, 'Other', 'Funds'));
    const { body: theirs } = await api.get('/api/v1/usage/', { authorization: `Token ${other}` });
    expect([theirs.organization, theirs.days]).toEqual(['Other', []]);
  });

  it('count every request of a key: 304, 404 and 200 alike', async () => {
    const { headers } = await from('192.0.2.1', '/api/v1/usage/');
    const etag = { 'if-none-match': (await from('192.0.2.1')).headers['etag']! };
    expect(await statuses(3, () => from('192.0.2.2').set(etag))).toEqual(times(3, 304));
    expect(await statuses(2, () => from('192.0.2.3', '/api/v1/documents/x'))).toEqual(times(2, 404));
    // However the scheme is written.
    const other = `tOKEN   ${api.key}`;
    const { status, body, headers: over } = await from('192.0.2.4', '/api/v1/documents', other);
    expect([status, body.code, body.error, over['retry-after'], over['ratelimit-policy']]).toEqual([
      429,
      'request_limit',
      'Too many requests from this API key. Try again in 60 seconds.',
      '60',
      '"key";q=7;w=60',
    ]);
    expect(headers).toHaveProperty('request-id');
  });

  it('count the requests of a session with those of the key that began it', async () => {
    const { body: other } = await api.send('post', '/api/v1/keys/', {});
    // Signing in reads a page.
    const visitor = await consoleOf(api).signIn(api.key);
    expect(await statuses(3, () => visitor.get(''))).toEqual(times(3, 200));
    expect(await statuses(2, () => from('192.0.2.1', '/api/v1/usage/'))).toEqual(times(2, 200));
    expect((await from('192.0.2.1', '/api/v1/usage/')).status).toBe(429);
    expect((await visitor.get('')).status).toBe(429);
    expect((await from('192.0.2.1', '/api/v1/usage/', `Token ${other.key}`)).status).toBe(200);
  });

  it('count every request of an address: 401, unknown paths and embeds, but not /live', async () => {
    expect(await statuses(3, () => from('192.0.2.1', '/api/v1/documents', 'Token x'))).toEqual(times(3, 401));
    expect(await statuses(3, () => from('192.0.2.1', '/embeds/nothing'))).toEqual(times(3, 404));
    expect(await statuses(3, () => from('192.0.2.1', '/nothing'))).toEqual(times(3, 404));
    const { status, headers } = await from('192.0.2.1', '/nothing');
    expect([status, headers['ratelimit-policy']]).toEqual([429, '"address";q=9;w=60']);
    expect((await from('192.0.2.1', '/embeds/nothing')).type).toBe('text/html');
    expect((await from('192.0.2.1', '/live')).status).toBe(200);
    expect((await from('192.0.2.2', '/nothing')).status).toBe(404);
    // An IPv6 customer has 2^64 addresses. The leftmost address is the client's own claim.
    expect(await statuses(9, () => from('2001:db8::1', '/nothing'))).toEqual(times(9, 404));
    expect((await from('2001:db8:0:ff::ffff:2', '/nothing')).status).toBe(429);
    expect((await from('[2001:db8::2]:5123', '/nothing')).status).toBe(429);
    expect((await from('2001:db8:0:100::1', '/nothing')).status).toBe(404);
    expect((await from('192.0.2.1:5123', '/nothing')).status).toBe(429);
    expect(await statuses(9, () => from('_hidden', '/nothing'))).toEqual(times(9, 404));
    expect((await from('unknown', '/nothing')).status).toBe(429);
    expect((await from('192.0.2.9, 192.0.2.1', '/nothing')).status).toBe(429);
    now += 60_000;
    expect((await from('192.0.2.1', '/nothing')).status).toBe(404);
  });
});

describe('the settings of limits', () => {
  it('are on by default, and switched off by name', () => {
    const { rateLimits, requestLimits } = readConfig({});
    expect([...rateLimits!.keys()]).toEqual(['Platforms', 'Funds']);
    expect(Object.keys(requestLimits!)).toEqual(['key', 'address']);
    expect(readConfig({ RATE_LIMITS: 'off', REQUEST_LIMITS: 'off' })).toMatchObject({
      rateLimits: undefined,
      requestLimits: undefined,
    });
  });

  it.each([
    [{ REQUEST_LIMITS: 'user=1/60' }, 'REQUEST_LIMITS is invalid'],
    [{ TRUST_PROXY: 'everyone' }, 'TRUST_PROXY is invalid'],
    [{ MAX_IN_FLIGHT: '0' }, 'MAX_IN_FLIGHT is invalid (it is "0"): must be a whole number from 1 to 100000'],
  ])('stop startup for %j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1, uniquelocal' }).trustProxy).toHaveLength(3);
  });
});
