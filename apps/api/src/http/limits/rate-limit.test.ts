import { afterEach, describe, expect, it } from '@jest/globals';
import { ensureOrganization, generateApiKey, registerApiKey } from '@dossier/store';
import { engines } from '@dossier/store/testing';
import request from 'supertest';
import { readConfig } from '../../config.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany, insertDataset } from '../../testing/fixtures.ts';
import { parseRateLimits, rateLimiter } from './rate-limit.ts';

const LIMITS = 'Platforms=5/60, Funds=2/60';

describe.each(engines)('rate limits on %s', (engine) => {
  let api: TestApi;
  let now: number;
  const start = async (limits: string | undefined) => {
    now = Date.parse('2026-01-13T00:00:00Z');
    const rateLimits = limits === undefined ? undefined : parseRateLimits(limits)!;
    api = await startTestApi(engine, { clock: () => new Date(now), ...(rateLimits && { rateLimits }) });
    await insertCompany(api.db, { domain: 'acme.com' });
  };
  afterEach(() => api.close());

  const keyOf = async (organization: string, plan: string) => {
    const key = generateApiKey();
    await registerApiKey(api.db, key, await ensureOrganization(api.db, organization, plan));
    return key;
  };
  const ask = (key: string, path = '/api/v1/documents', headers = {}) =>
    request(api.url)
      .get(path)
      .set({ authorization: `Token ${key}`, ...headers });
  const times = async (n: number, key: string, path?: string) => {
    const statuses: number[] = [];
    for (let i = 0; i < n; i++) statuses.push((await ask(key, path)).status);
    return statuses;
  };

  it('vary by plan, and count all keys of an organization together [R-LIMIT-01]', async () => {
    await start(LIMITS);
    const [first, second] = [await keyOf('House', 'Funds'), await keyOf('House', 'Funds')];
    expect([...(await times(1, first)), ...(await times(2, second))]).toEqual([200, 200, 429]);
    expect(await times(6, api.key)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await times(1, await keyOf('Another house', 'Funds'))).toEqual([200]);
  });

  it('return 429 with Retry-After and the remaining tasks, and reset with their window [R-LIMIT-01]', async () => {
    await start(LIMITS);
    const key = await keyOf('House', 'Funds');
    const first = await ask(key);
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"Funds";q=2;w=60',
      ratelimit: '"Funds";r=1;t=60',
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '1',
      'x-ratelimit-reset': '60',
    });
    now += 15_000;
    await ask(key);
    const over = await ask(key);
    expect([over.status, over.headers['retry-after'], over.headers['ratelimit']]).toEqual([
      429,
      '45',
      '"Funds";r=0;t=45',
    ]);
    expect(over.body).toMatchObject({
      error: 'Rate limit exceeded for your plan. Try again in 45 seconds.',
      code: 'too_many_requests',
    });
    const problem = await ask(key, '/api/v1/documents', { accept: 'application/problem+json' });
    expect([problem.type, problem.body.status]).toEqual(['application/problem+json', 429]);
    now += 45_000;
    expect(await times(3, key)).toEqual([200, 200, 429]);
  });

  it('count one task for each requested company, and none for errors and 304', async () => {
    await start(LIMITS);
    const left = async (path: string, headers = {}) => {
      const response = await ask(api.key, path, headers);
      return [response.status, response.headers['x-ratelimit-remaining']];
    };
    const events = '/api/v1/events/?company_domains=acme.com,nobody.com,other.com';
    expect(await left('/api/v1/documents/nothing')).toEqual([404, '5']);
    expect(await left('/api/v1/documents?page_size=0')).toEqual([400, undefined]);
    expect(await left(events)).toEqual([200, '2']);
    const { headers } = await ask(await keyOf('Other', 'Platforms'), '/api/v1/documents');
    expect(await left('/api/v1/documents', { 'if-none-match': headers['etag'] })).toEqual([304, '2']);
    expect(await left('/api/v1/documents')).toEqual([200, '1']);
    // The last request of a window may take more than is left.
    expect(await left(events)).toEqual([200, '0']);
    expect((await left(events))[0]).toBe(429);
  });

  it('count the companies of a lookup and of a comparison', async () => {
    await start('Platforms=100/60');
    const { headers } = await api.send('post', '/api/v1/lookup/companies', {
      ids: [1],
      domains: ['acme.com', 'nobody.com'],
      slugs: ['acme'],
      ciks: ['42'],
    });
    expect(headers['x-ratelimit-remaining']).toBe('95');
    const data_json = JSON.stringify([{ x: '2024-01-31T00:00:00.000Z', y: 1e9, type: 'historical' }]);
    for (const slug of ['bolt', 'werke']) {
      const company_id = await insertCompany(api.db, { domain: `${slug}.com`, slug });
      await insertDataset(api.db, { company_id, data_type: 'Valuation', metric: 'USD', data_json });
    }
    const compared = await ask(api.key, '/api/v1/embed/company-data-ranking?company_slugs=bolt,werke');
    expect([compared.status, compared.headers['x-ratelimit-remaining']]).toEqual([200, '93']);
  });

  it('are off, and send no headers, when none are configured', async () => {
    await start(undefined);
    const response = await ask(api.key);
    expect(Object.keys(response.headers).filter((name) => name.includes('ratelimit'))).toEqual([]);
  });
});

describe('windows of different lengths', () => {
  it('are dropped when they have ended, and not before', () => {
    const limiter = rateLimiter(parseRateLimits('Platforms=1/3600,Funds=1/1')!);
    const start = Date.parse('2026-01-13T00:00:00Z');
    const take = (organization: string, plan: string, seconds: number) =>
      limiter.charge({ organization, plan }, 1, new Date(start + seconds * 1000));
    take('House', 'Platforms', 0);
    for (let i = 0; i < 10_000; i++) take(`House ${i}`, 'Funds', 0);
    take('Another', 'Funds', 5);
    expect(() => take('House', 'Platforms', 6)).toThrow('Try again in 3594 seconds.');
  });
});

describe('the RATE_LIMITS setting', () => {
  it('rejects an unknown plan', () => {
    expect(readConfig({ RATE_LIMITS: LIMITS }).rateLimits?.size).toBe(2);
    expect(() => readConfig({ RATE_LIMITS: 'Platforms=5/60,Fund=2/60' })).toThrow(
      /^The environment variable RATE_LIMITS is invalid .*: there is no plan Fund; the plans are Platforms and Funds\.$/,
    );
  });

  it('is parsed into plans with their tasks and seconds', () => {
    expect(parseRateLimits(LIMITS)).toEqual(
      new Map([
        ['Platforms', { tasks: 5, seconds: 60 }],
        ['Funds', { tasks: 2, seconds: 60 }],
      ]),
    );
  });

  it.each([
    '',
    'Funds',
    'Funds=0/60',
    'Funds=5',
    'Funds=5/0',
    'Funds=5/60,Funds=6/60',
    'Funds=5/60;Platforms=5/60',
  ])('rejects %j', (text) => {
    expect(parseRateLimits(text)).toBeUndefined();
  });
});
