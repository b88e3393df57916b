import { execFile, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, DossierError, mirror, openStore, verify, type Client } from '@dossier/client';
import { testSteps } from '@dossier/shared';
import { until } from '@dossier/shared/testing';
import { randomOf } from '../random.ts';
import { startSample, type SampleService } from './sample-service.ts';

/** Random calls through faults; fewer in Python, where each begins without a pool of connections. */
const CALLS = Number(process.env['CLIENT_CALLS'] ?? 300);
const PYTHON_CALLS = Number(process.env['CLIENT_CALLS'] ?? 100);
const { TEST_SEED = '20260113' } = process.env;

const PYTHON = dirname(join(import.meta.dirname, '../../clients/python/dossier_client.py'));
/** Compares the answers to random calls with and without faults, and prints the number of items. */
const PROGRAM = `
import os, random, sys
from dossier_client import Client, DossierError
key = os.environ['DOSSIER_KEY']
url = os.environ['DOSSIER_URL']
direct = Client(url, key)
faulty = Client(url, key, tries=12, timeout=9, longest_wait=0.02, headers={'dossier-test': 'mixed'})
calls = [
    lambda client, size: list(client.list('/api/v1/documents', page_size=size)),
    lambda client, size: list(client.list('/api/v1/news/company/', company_domain='stripe.com', page_size=size)),
    lambda client, size: list(client.list('/api/v1/events/', pagination='cursor', page_size=size)),
    lambda client, size: list(client.list('/api/v1/filings/', company_domain='apple.com', page_size=size)),
    lambda client, size: [client.company(company_domain='stripe.com', fields=['name', 'financials'])],
    lambda client, size: client.post('/api/v1/search/', {'query': 'payments', 'limit': size})['results'],
    lambda client, size: list(client.records('company', [1, 2, 3, size])),
]
random.seed(1)
known, items = {}, 0
for _ in range(int(sys.argv[1])):
    asked = random.randrange(len(calls)), random.choice([20, 30, 40, 50])
    if asked not in known:
        known[asked] = calls[asked[0]](direct, asked[1])
    found = calls[asked[0]](faulty, asked[1])
    assert found == known[asked], asked
    items += len(found)
try:
    Client(url, key, tries=1, timeout=1, headers={'dossier-test': 'slow'}).get('/api/v1/documents')
except OSError as error:
    print('timed out' in str(error), end=', ')
try:
    Client(url, 'wrong').get('/api/v1/documents')
except DossierError as error:
    print(f'equal {items}, {error.status} {error.code}')
`;
const itPython = spawnSync('python3', ['--version']).status === 0 ? it : it.skip;
const LATEST = '/api/v1/changes/latest/';
const SLOW = { 'dossier-test': 'slow' };
const MIXED = { 'dossier-test': 'mixed' };

describe('the clients in test mode, whose service sends faults', () => {
  let service: SampleService;
  let url: string;
  let key: string;
  let direct: Client;
  let faulty: Client;

  beforeAll(async () => {
    service = await startSample({ SNAPSHOT_EVERY: 'off' });
    ({ url, key } = service);
    ({ key } = await post('keys/', { mode: 'test' }));
    direct = createClient({ url, key });
    // The first request makes the sample of test mode.
    await until(() => direct.get(LATEST));
    faulty = createClient({ url, key, headers: MIXED, tries: 12, longestWaitMs: 20, timeoutMs: 9000 });
  });
  afterAll(() => service?.stop());

  const post = async (path: string, body: object) => {
    const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' };
    const options = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(`${url}/api/v1/${path}`, options)).json()) as { key: string };
  };

  it('fails without further tries', async () => {
    const once = createClient({ url, key, headers: MIXED, tries: 1 });
    let failed = 0;
    const one = () =>
      once.get(LATEST).catch((error: unknown) => {
        // A lost or cut connection has no status.
        if (error instanceof DossierError) expect([429, 503]).toContain(error.status);
        failed += 1;
      });
    for (let sent = 0; sent < 100; sent += 4) await Promise.all([one(), one(), one(), one()]);
    expect(failed).toBeGreaterThan(5);
    expect(failed).toBeLessThan(60);
  });

  it('ends a slow try', async () => {
    // A slow response takes ten seconds.
    const impatient = createClient({ url, key, headers: SLOW, tries: 2, timeoutMs: 1000, longestWaitMs: 20 });
    await expect(impatient.get(LATEST)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('answers random calls through faults as without them: no item is lost or repeated', async () => {
    const draw = randomOf(Number(TEST_SEED));
    const all = async (client: Client, call: number, size: number) => {
      const page_size = size;
      const collect = async <T>(items: AsyncIterable<T>) => {
        const found: T[] = [];
        for await (const item of items) found.push(item);
        return found;
      };
      switch (call) {
        case 0:
          return collect(client.list('/api/v1/documents', { page_size }));
        case 1:
          return collect(client.list('/api/v1/news/company/', { company_domain: 'stripe.com', page_size }));
        case 2:
          return collect(client.list('/api/v1/events/', { pagination: 'cursor', page_size }));
        case 3:
          return collect(client.list('/api/v1/filings/', { company_domain: 'apple.com', page_size }));
        case 4:
          return [await client.company({ company_domain: 'stripe.com', fields: ['name', 'financials'] })];
        case 5:
          return [await client.post('/api/v1/search/', { query: 'payments', limit: size })];
        default:
          return client.records('company', [1, 2, 3, size]);
      }
    };
    const known = new Map<string, unknown>();
    let items = 0;
    const one = async () => {
      const [call, size] = [Math.floor(draw() * 7), 20 + Math.floor(draw() * 4) * 10];
      const asked = `${call} ${size}`;
      if (!known.has(asked)) known.set(asked, await all(direct, call, size));
      const found = await all(faulty, call, size);
      items += found.length;
      expect(found).toEqual(known.get(asked));
    };
    for (let done = 0; done < CALLS; done += 4) await Promise.all([one(), one(), one(), one()]);
    expect(items).toBeGreaterThan(CALLS);
  });

  itPython('answers random calls of Python through faults as without them', async () => {
    const env = {
      ...process.env,
      ...{ DOSSIER_URL: url, DOSSIER_KEY: key, PYTHONPATH: PYTHON, PYTHONDONTWRITEBYTECODE: '1' },
    };
    const { stdout } = await promisify(execFile)('python3', ['-c', PROGRAM, String(PYTHON_CALLS)], { env });
    expect(stdout).toMatch(/^True, equal [1-9]\d*, 401 unauthenticated\n$/);
  });

  it('mirrors each step of the sample through faults, and begins again after the last', async () => {
    const to = await openStore(`folder:${join(service.folder, 'copy')}`);
    for (let n = 0; n <= testSteps.length; n++) {
      await mirror({ client: faulty, to });
      expect(await verify({ client: direct, to })).toEqual([]);
      await post('test/advance/', {});
    }
    await to.close();
  });
});
