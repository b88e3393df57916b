import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testSteps } from '@dossier/shared';
import { until } from '@dossier/shared/testing';
import { createSigningKey, revokeSigningKey } from '@dossier/store';
import { usualEngines } from '@dossier/store/testing';
import { pino } from 'pino';
import { openGate } from '../http/limits/gate.ts';
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

interface Made {
  snapshots: { seq: number; epoch: string; files: { kind: string; rows: number; url: string }[] }[];
}

interface Found {
  companies: { domain: string }[];
  pagination: { next_link: string | null; prev_link: string | null };
}

describe.each(usualEngines)('test mode on %s', (engine) => {
  let api: TestApi;
  let key: string;
  beforeAll(async () => {
    api = await startTestApi(engine);
    key = await newKey();
    // A program makes the sample. A busy machine may need longer than a connection may be silent.
    await until(() => company('stripe.com'), { holds: (status) => status === 200 });
  });
  afterAll(() => api.close());

  const newKey = async (more: object = {}) =>
    (await api.send('post', '/api/v1/keys/', { mode: 'test', ...more })).body.key as string;
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

  /** Asks for the snapshots again while they are made: on a busy machine, that takes longer than a request waits. */
  const madeSnapshots = async () => {
    const { body } = await until(() => ask('/api/v1/snapshots/'), { holds: ({ status }) => status !== 503 });
    return (body as unknown as Made).snapshots;
  };
  const fileUrl = async () => (await madeSnapshots())[0]!.files[0]!.url;

  it('shows the sample to a test key, and the data to all others', async () => {
    expect(key).toMatch(/^dsr_test_/);
    expect([await company('stripe.com'), await company('stripe.com', api.key)]).toEqual([200, 404]);
    expect((await ask('/api/v1/search/', { method: 'POST', body: '{"query":"payments"}' })).status).toBe(200);
    expect(await company('stripe.com', `${key}x`)).toBe(401);
  });

  it('rejects what a sample does not have: keys, lists, webhooks, embeds and the console', async () => {
    const denied = { status: 403, body: { code: 'scope_missing' } };
    for (const path of ['/api/v1/keys/', '/api/v1/lists/', '/api/v1/webhooks/'])
      expect(await ask(path)).toMatchObject(denied);
    const scopes = ['companies', 'embeds', 'lists'];
    const limited = await newKey({ scopes });
    const chart = { method: 'PUT', body: '{}' };
    expect(await ask('/api/v1/embed/charts/', chart, limited)).toMatchObject(denied);
    expect(await ask('/api/v1/lists/', {}, limited)).toMatchObject(denied);
    expect(await ask('/api/v1/events/', {}, limited)).toMatchObject(denied);
    expect(await company('stripe.com', limited)).toBe(200);
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

  it('makes a snapshot of each step, whose files have the rows of the sample', async () => {
    for (const to of [0, 1]) {
      await advance({ to });
      const [{ files, ...place }, ...others] = (await madeSnapshots()) as [Made['snapshots'][0]];
      expect(others).toEqual([]);
      expect(place).toMatchObject(await latest());
      const file = files.find(({ kind }) => kind === 'company')!;
      const sent = await fetch(file.url.replace(PUBLIC_URL, api.url), {
        headers: { authorization: `Token ${key}` },
      });
      const lines = gunzipSync(Buffer.from(await sent.arrayBuffer()))
        .toString()
        .trimEnd()
        .split('\n');
      expect([lines.length, lines.some((line) => line.includes('"craigslist.org"'))]).toEqual([
        file.rows,
        to === 0,
      ]);
    }
  });

  it('signs other addresses than the service, which need a test key', async () => {
    const url = (await fileUrl()).replace(PUBLIC_URL, api.url);
    const statusOf = async (path: string, headers = {}) => (await fetch(path, { headers })).status;
    expect(await statusOf(url)).toBe(404);
    const headers = { authorization: `Token ${key}` };
    expect([await statusOf(url, headers), await statusOf(`${url}x`, headers)]).toEqual([200, 404]);
  });

  it('signs addresses of files with the newest key, until that is revoked', async () => {
    const headers = { authorization: `Token ${key}` };
    const statusOf = async (url: string) =>
      (await fetch(url.replace(PUBLIC_URL, api.url), { headers })).status;
    const before = await fileUrl();
    const id = await createSigningKey(api.db);
    const after = await fileUrl();
    expect(after).toContain(`/${id}.`);
    expect([await statusOf(before), await statusOf(after)]).toEqual([200, 200]);
    await revokeSigningKey(api.db, id);
    expect([await statusOf(await fileUrl()), await statusOf(after)]).toEqual([200, 404]);
  });

  it('rejects slow requests of an organization beyond 20 at once, until their clients disconnect', async () => {
    const other = await newKey();
    const slow = (credential: string, signal?: AbortSignal) =>
      ask('/api/v1/changes/latest/', { signal, headers: { 'dossier-test': 'slow' } }, credential);
    const leaving = new AbortController();
    const left = Array.from({ length: 21 }, (_, n) => slow(n % 2 ? key : other, leaving.signal));
    const ended = Promise.allSettled(left);
    const { status, body } = await Promise.race(left);
    expect({ status, body }).toMatchObject({ status: 429, body: { code: 'request_limit' } });
    expect(body['error']).toContain('organization with "Dossier-Test: slow"');
    leaving.abort();
    expect((await ended).filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    expect((await ask('/api/v1/changes/latest/')).status).toBe(200);
    const again = await Promise.all(Array.from({ length: 20 }, () => slow(key)));
    expect(again.filter((each) => each.status === 200)).toHaveLength(20);
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

  it('reads the pages of cursors from the next step, unless it is at the last one', async () => {
    const read = async (path: string | null, fault = '') => {
      const { body } = await withFault(fault, path!.replace(PUBLIC_URL, ''));
      const { companies, pagination } = body as unknown as Found;
      return { ...pagination, hasDeleted: companies.some(({ domain }) => domain === 'craigslist.org') };
    };
    await advance({ to: 0 });
    const first = await read('/api/v1/search/companies/?page_size=10');
    const second = await read(first.next_link);
    const third = await read(second.next_link);
    expect([first, second, third].map(({ hasDeleted }) => hasDeleted)).toEqual([false, true, false]);
    expect((await read(first.next_link, 'changed')).hasDeleted).toBe(false);
    expect((await read(third.prev_link, 'changed')).hasDeleted).toBe(false);
    await advance({ to: testSteps.length - 1 });
    expect((await read(first.next_link, 'changed')).hasDeleted).toBe(false);
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

it('returns 503 if the sample cannot be made, 500 for a defect, and logs the cause', async () => {
  const place = join(mkdtempSync(join(tmpdir(), 'dossier-test-mode-')), 'file');
  writeFileSync(place, '');
  const lines: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const api = await startTestApi('sqlite', { testPlace: place, logger });
  try {
    const { key } = (await api.send('post', '/api/v1/keys/', { mode: 'test' })).body as { key: string };
    const ask = (path: string) => fetch(api.url + path, { headers: { authorization: `Token ${key}` } });
    const response = await ask('/api/v1/changes/latest/');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await response.json()).toMatchObject({ code: 'database_unavailable' });
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ place, reason: expect.stringMatching(/EEXIST|ENOTDIR/) as unknown }),
    ]);
    const page = await ask('/embeds/company/stripe/-/k1.unknown');
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    await api.db.schema.dropTable('api_keys');
    const other = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
    const defect = await fetch(`${api.url}/api/v1/changes/latest/`, {
      headers: { authorization: `Token ${other}` },
    });
    expect([defect.status, defect.headers.get('retry-after')]).toEqual([500, null]);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ msg: 'request failed' });
  } finally {
    await api.close();
    rmSync(dirname(place), { recursive: true });
  }
});

it('rejects a request before it looks for its key, and sends the error of the database as to other keys', async () => {
  let now = 0;
  const gate = openGate(1, 8, () => now);
  const api = await startTestApi('postgres', {
    ...{ gate, requestLimits: { address: { tasks: 2, seconds: 60 } } },
    database: { pool: 1, acquireMs: 300 },
  });
  try {
    // The first connection may take longer than a statement waits for one.
    await until(() => api.db.raw('select 1'));
    await api.db.transaction(async (trx) => {
      await trx.raw('select 1');
      const answer = async () => {
        const headers = { authorization: 'Token dsr_test_unknown', 'x-forwarded-for': '192.0.2.1' };
        const response = await fetch(`${api.url}/api/v1/documents`, { headers });
        const { code } = (await response.json()) as { code: string };
        return [response.status, code, response.headers.get('x-content-type-options')];
      };
      expect(await answer()).toEqual([503, 'database_busy', 'nosniff']);
      expect(await answer()).toEqual([429, 'request_limit', 'nosniff']);
      const leave = await gate.begin(undefined);
      now += 101;
      expect(await answer()).toEqual([503, 'overloaded', null]);
      leave();
    });
  } finally {
    await api.close();
  }
});
