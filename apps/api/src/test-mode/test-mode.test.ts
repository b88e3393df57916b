import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testSteps } from '@dossier/shared';
import { engines } from '@dossier/store/testing';
import { PUBLIC_URL, startTestApi, type TestApi } from '../testing/api.ts';
import { consoleOf } from '../testing/console.ts';

interface Place {
  seq: number;
  epoch: string;
}

interface Page {
  events: { event_id: string }[];
  pagination: { next_link?: string | null; next?: string | null };
}

describe.each(engines)('test mode on %s', (engine) => {
  let api: TestApi;
  let key: string;
  beforeAll(async () => {
    api = await startTestApi(engine);
    key = await newKey();
  });
  afterAll(() => api.close());

  const newKey = async () => (await api.send('post', '/api/v1/keys/', { mode: 'test' })).body.key as string;
  const ask = async (path: string, options: RequestInit = {}, credential = key) => {
    const headers = { authorization: `Token ${credential}`, 'content-type': 'application/json' };
    const response = await fetch(api.url + path, {
      ...options,
      headers: { ...headers, ...(options.headers as Record<string, string>) },
    });
    return { status: response.status, body: (await response.json()) as Record<string, never>, response };
  };
  const advance = (body: object = {}, credential = key) =>
    ask('/api/v1/test/advance/', { method: 'POST', body: JSON.stringify(body) }, credential);
  const company = async (domain: string, credential = key) =>
    (await ask(`/api/v1/companies/?company_domain=${domain}`, {}, credential)).status;
  const latest = async () => (await ask('/api/v1/changes/latest/')).body as unknown as Place;
  const changesAfter = async ({ seq, epoch }: Place) => {
    const { status, body } = await ask(`/api/v1/changes/?after=${seq}&epoch=${epoch}`);
    const changes = (body['changes'] ?? []) as unknown as { kind: string; op: string }[];
    return { status, kinds: changes.map(({ kind, op }) => `${kind} ${op}`) };
  };
  const withFault = (fault: string, path = '/api/v1/changes/latest/') =>
    ask(path, { headers: { 'dossier-test': fault } });

  it('shows the sample to a test key, and the data to all others', async () => {
    expect(key).toMatch(/^dsr_test_/);
    expect([await company('stripe.com'), await company('stripe.com', api.key)]).toEqual([200, 404]);
    expect((await ask('/api/v1/search/', { method: 'POST', body: '{"query":"payments"}' })).status).toBe(200);
    expect(await company('stripe.com', `${key}x`)).toBe(401);
  });

  it('rejects what a sample does not have: keys, webhooks, embeds and the console', async () => {
    const paths = ['/api/v1/keys/', '/api/v1/webhooks/'];
    for (const path of paths)
      expect(await ask(path)).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    await expect(consoleOf(api).signIn(key)).rejects.toThrow();
  });

  it('advances by a deletion, a merge, a correction and a new round, and begins again', async () => {
    const seen: unknown[] = [];
    for (let n = 0; n < testSteps.length; n++) {
      const place = await latest();
      const { status, body } = await advance();
      expect(status).toBe(200);
      seen.push([body['change'], await changesAfter(place)]);
    }
    expect(seen).toEqual([
      ['deletion', { status: 200, kinds: ['company delete'] }],
      ['merge', { status: 200, kinds: ['company delete', 'company upsert'] }],
      ['correction', { status: 200, kinds: ['company upsert'] }],
      ['round', { status: 200, kinds: ['event upsert'] }],
      ['start', { status: 410, kinds: [] }],
    ]);
    expect((await advance({ to: 9 })).status).toBe(400);
  });

  it('advances each key on its own, and no key that sees the data', async () => {
    const other = await newKey();
    expect((await advance({ to: 1 })).body).toMatchObject({ step: 1, change: 'deletion' });
    expect([await company('craigslist.org'), await company('craigslist.org', other)]).toEqual([404, 200]);
    await advance({ to: 0 });
    expect(await advance({}, api.key)).toMatchObject({ status: 409, body: { code: 'test_key_needed' } });
  });

  it('answers with the fault that a request asks for', async () => {
    const limited = await withFault('429');
    expect([limited.status, limited.response.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await withFault('503')).status).toBe(503);
    expect(await withFault('other')).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    for (const fault of ['lost', 'cut']) await expect(withFault(fault)).rejects.toThrow();
    for (const encoding of ['identity', 'gzip'])
      await expect(
        ask('/api/v1/events/?page_size=50', {
          headers: { 'dossier-test': 'cut', 'accept-encoding': encoding },
        }),
      ).rejects.toThrow();
    const live = await ask('/api/v1/changes/latest/', { headers: { 'dossier-test': '503' } }, api.key);
    expect(live.status).toBe(200);
  });

  it('changes a list between its pages, where cursors repeat nothing and numbers do', async () => {
    await advance({ to: 3 });
    const walk = async (pagination: string) => {
      const ids: string[] = [];
      let path: string | undefined = `/api/v1/events/?pagination=${pagination}&page_size=50`;
      while (path) {
        const { body } = await withFault('changed', path);
        const { events, pagination: place } = body as unknown as Page;
        ids.push(...events.map(({ event_id }) => event_id));
        path = (place.next_link ?? place.next)?.replace(PUBLIC_URL, '');
      }
      return { repeated: ids.length - new Set(ids).size, events: ids.length };
    };
    const [byCursor, byNumber] = [await walk('cursor'), await walk('page')];
    expect([byCursor.repeated, byNumber.repeated]).toEqual([0, 1]);
    expect(byNumber.events).toBe(byCursor.events + 1);
  });

  it('keeps its mode when it is rotated, and lists it', async () => {
    const id = key.split('_')[2];
    const { body } = await api.send('post', `/api/v1/keys/${id}/rotate/`, {});
    expect(body.key).toMatch(/^dsr_test_/);
    const listed = (await api.get('/api/v1/keys/')).body.keys as { id: string; mode: string }[];
    expect(listed.map(({ mode }) => mode).sort()).toContain('live');
    expect(listed.find((one) => one.id === id)).toMatchObject({ mode: 'test' });
  });
});
