import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  activeWebhooks,
  ensureOrganization,
  generateApiKey,
  newestChange,
  registerApiKey,
  suspendOrganization,
  write,
  noteChanges,
} from '@dossier/store';
import { pino } from 'pino';
import request from 'supertest';
import { MAX_READ } from '../../lists/changes.ts';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { consoleOf } from '../../testing/console.ts';
import { insertCompany } from '../../testing/fixtures.ts';
import { startReceiver } from '../../testing/receiver.ts';
import { openPoster } from '../../webhooks/poster.ts';
import { openSender } from '../../webhooks/sender.ts';
import { deleteList, listListChanges, listLists, MAX_LISTS, moveFeed } from './contract.ts';

describe.each(['sqlite', 'postgres'] as const)('lists on %s', (engine) => {
  let api: TestApi;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    api = await startTestApi(engine);
    for (const [slug, country] of [
      ['monzo', 'United Kingdom'],
      ['wise', 'United Kingdom'],
      ['stripe', 'United States'],
    ] as const)
      ids[slug] = await insertCompany(api.db, {
        ...{ domain: `${slug}.com`, slug, name: slug, headquarters_country: country },
      });
  });
  afterAll(() => api.close());

  async function member(name: string) {
    const key = generateApiKey();
    await registerApiKey(api.db, key, await ensureOrganization(api.db, name, 'Platforms'));
    const send = (method: 'get' | 'post' | 'delete', path: string, body?: object) =>
      request(api.url)[method](`/api/v1/lists${path}`).set('Authorization', `Token ${key}`).send(body);
    return { key, send };
  }
  type Noted = Omit<Partial<Parameters<typeof noteChanges>[2][number]>, 'record'> & {
    record: number;
    companies: number[];
  };
  const note = (run: number | undefined, ...changes: Noted[]) =>
    write(
      api.db,
      (trx, now) =>
        noteChanges(
          trx,
          now,
          changes.map((change) => ({
            ...{ op: 'upsert', kind: 'news', fields: null, key: [String(change.record)] },
            ...change,
          })),
        ),
      run,
    );
  const runOf = async (command: string, counts: object, outcome = 'done') => {
    const now = new Date().toISOString();
    const run = { command, kind: 'news', source: 'x', started_at: now, seen_at: now, outcome };
    const [row] = await api
      .db('ingest_runs')
      .insert({ ...run, counts_json: JSON.stringify(counts) })
      .returning<{ id: number }[]>('id');
    return row!.id;
  };
  const recordsOf = (body: { changes: { id: string }[] }) => body.changes.map(({ id }) => Number(id));

  it('show the newest change of each record of their companies, newest first, and go on before a seq', async () => {
    const { send } = await member('Readers');
    const made = await send('post', '', { name: 'UK', filter: { country: 'United Kingdom' } });
    expect([made.status, made.body.filter]).toEqual([201, { country: 'United Kingdom' }]);
    const own = await send('post', '', { name: 'Two', company_ids: [ids['monzo'], ids['stripe']] });
    const from = await newestChange(api.db);
    await note(
      undefined,
      { record: 1, companies: [ids['monzo']!, ids['wise']!] },
      { record: 2, companies: [ids['stripe']!] },
    );
    await note(
      undefined,
      { record: 3, companies: [ids['wise']!] },
      { record: 1, companies: [ids['monzo']!], fields: ['headline'] },
    );
    const changes = (id: string, query = '') => send('get', `/${id}/changes?after=${from}${query}`);
    const all = await changes(made.body.id);
    expect(recordsOf(all.body)).toEqual([1, 3]);
    expect(all.body).toMatchObject({ seq: from + 4, before: null, list: { name: 'UK' } });
    expect(recordsOf((await changes(own.body.id)).body)).toEqual([1, 2]);
    const first = await changes(made.body.id, '&limit=1');
    expect(recordsOf(first.body)).toEqual([1]);
    expect(recordsOf((await changes(made.body.id, `&before=${first.body.before}`)).body)).toEqual([3, 1]);
    expect((await send('get', '')).body.lists.map(({ name }: { name: string }) => name)).toEqual([
      'Two',
      'UK',
    ]);
  });

  it('read a bounded number of changes, say so, and go on before them', async () => {
    const { key, send } = await member('Rare');
    const filter = { country: 'United Kingdom' };
    const made = [{ filter }, { company_ids: [ids['wise']] }].map((content) =>
      send('post', '', { name: 'Rare', ...content }),
    );
    const from = await newestChange(api.db);
    const companies = [ids['wise']!];
    await note(undefined, { record: 21, companies });
    const run = await runOf('undo', {});
    const fields = ['link'];
    for (let first = 0; first < MAX_READ; first += 10_000)
      await note(
        run,
        ...Array.from({ length: 10_000 }, (_, i) => ({ record: 1e6 + first + i, companies, fields })),
      );
    const page = await consoleOf(api).signIn(key);
    for (const { body } of await Promise.all(made)) {
      const changes = (query: string) => send('get', `/${body.id}/changes?after=${from}${query}`);
      const { body: newest } = await changes('');
      expect([recordsOf(newest), newest.before]).toEqual([[], from + 2]);
      const { body: earlier } = await changes(`&before=${newest.before}`);
      expect([recordsOf(earlier), earlier.before]).toEqual([[21], null]);
      const { text } = await page.get(`/lists/${body.id}`);
      expect(text).toMatch(/No changes among the 50,000 that this page read[^]*Earlier changes/);
    }
  });

  it('show what a run changed when it is over', async () => {
    const { send } = await member('Settled');
    const { body: list } = await send('post', '', { name: 'Wise', company_ids: [ids['wise']] });
    const from = await newestChange(api.db);
    const run = await runOf('load', {}, 'running');
    await note(run, { record: 31, companies: [ids['wise']!] });
    const read = async () => {
      const { body } = await send('get', `/${list.id}/changes?after=${from}`);
      const feed = await request(api.url).get(list.feed_url.replace(PUBLIC_URL, ''));
      return [recordsOf(body), body.seq, feed.text.includes('changes/news/31/')];
    };
    expect(await read()).toEqual([[], from, false]);
    await api.db('ingest_runs').where({ id: run }).update({ outcome: 'done' });
    expect(await read()).toEqual([[31], from + 1, true]);
  });

  it('follow the merges of their companies, and reject unknown companies', async () => {
    const { send } = await member('Merged');
    const merged = await insertCompany(api.db, { domain: 'tw.com', slug: 'tw', name: 'tw' });
    const { body: list } = await send('post', '', { name: 'TW', company_ids: [merged] });
    const since = new Date().toISOString();
    const alias = { kind: 'slug', name: 'tw', company_id: ids['wise'], merged_id: merged, since };
    await api.db('companies').where({ id: merged }).delete();
    await api.db('company_aliases').insert(alias);
    const from = await newestChange(api.db);
    await note(undefined, { record: 41, companies: [ids['wise']!] });
    expect(recordsOf((await send('get', `/${list.id}/changes?after=${from}`)).body)).toEqual([41]);
    expect((await send('post', '', { name: 'TW', company_ids: [merged] })).status).toBe(201);
    const unknown = await send('post', '', { name: 'X', company_ids: [ids['wise'], 987654] });
    expect([unknown.status, unknown.body.error]).toEqual([404, 'Company not found for id: 987654']);
  });

  it('name companies that were merged and deleted by their domains', async () => {
    const { key, send } = await member('Gone');
    const wise = ids['wise']!;
    const gone = await insertCompany(api.db, { domain: 'gone.com', slug: 'gone', name: 'Gone' });
    const { body: list } = await send('post', '', { name: 'Gone', company_ids: [gone, wise] });
    await api.db('companies').where({ id: gone }).delete();
    const deleted = { op: 'delete', kind: 'company', record: gone } as const;
    await note(
      undefined,
      { ...deleted, key: ['gone.com'], companies: [gone] },
      { ...deleted, record: 987655, key: ['tw.com'], companies: [987655, wise] },
    );
    const feed = await request(api.url).get(list.feed_url.replace(PUBLIC_URL, ''));
    expect(feed.text).toContain('<title>Company gone.com deleted</title>');
    expect(feed.text).toContain('<title>wise: Company tw.com merged into this one</title>');
    const { text } = await (await consoleOf(api).signIn(key)).get(`/lists/${list.id}`);
    expect(text).toMatch(/Company tw.com merged into this one[^]*Company gone.com deleted/);
  });

  it('reject a range that is inverted, an epoch of another state, and a seq that the log does not have', async () => {
    const { send } = await member('Wrong');
    const filter = { updated_at_gte: '2026-02-01', updated_at_lte: '2026-01-01' };
    const inverted = await send('post', '', { name: 'X', filter });
    expect([inverted.status, inverted.body.details[0].field]).toEqual([400, 'updated_at_gte']);
    const { body: list } = await send('post', '', { name: 'Wise', company_ids: [ids['wise']] });
    const codeOf = async (query: string) => {
      const { status, body } = await send('get', `/${list.id}/changes?${query}`);
      return [status, body.code];
    };
    const { body } = await send('get', `/${list.id}/changes`);
    expect(await codeOf(`epoch=${body.epoch}&after=${body.seq}`)).toEqual([200, undefined]);
    expect(await codeOf('epoch=another')).toEqual([410, 'epoch_changed']);
    expect(await codeOf(`after=${body.seq + 1}`)).toEqual([410, 'changes_not_kept']);
  });

  it('are at most 100 for an organization', async () => {
    const { send } = await member('Many');
    const make = () => send('post', '', { name: 'X', company_ids: [ids['wise']] });
    const { body: first } = await make();
    const row = await api.db('lists').where({ id: first.id }).first<object>();
    for (let count = 1; count < MAX_LISTS - 1; count++)
      await api.db('lists').insert({ ...row, id: randomUUID() });
    const made = await Promise.all([make(), make(), make()]);
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('declare the 409 of a token whose organization is unknown', async () => {
    const caller = { organization: 'Unknown', plan: 'Platforms' };
    const other = await startTestApi(engine, { verifyJwt: async () => caller });
    try {
      const { status, body } = await request(other.url).get('/api/v1/lists').set('Authorization', 'Bearer x');
      expect(status).toBe(409);
      for (const { errors } of [listLists, deleteList, moveFeed, listListChanges])
        expect(errors).toContain(body.code);
    } finally {
      await other.close();
    }
  });

  it('leave out corrections in bulk unless they ask for them', async () => {
    const { send } = await member('Quiet');
    const [quiet, loud] = await Promise.all(
      [false, true].map(async (corrections) => {
        const made = await send('post', '', { name: 'Wise', company_ids: [ids['wise']], corrections });
        return made.body.id as string;
      }),
    );
    const from = await newestChange(api.db);
    const companies = [ids['wise']!];
    await note(await runOf('load', { changed: 501 }), { record: 11, companies, fields: ['link'] });
    await note(await runOf('load', { changed: 501 }), { record: 12, companies });
    await note(await runOf('undo', {}), { record: 13, companies, fields: ['link'] });
    await note(await runOf('load', { changed: 500 }), { record: 14, companies, fields: ['link'] });
    const read = async (id: string | undefined) =>
      recordsOf((await send('get', `/${id}/changes?after=${from}`)).body);
    expect([await read(quiet), await read(loud)]).toEqual([
      [14, 12],
      [14, 13, 12, 11],
    ]);
  });

  it('belong to their organization alone, and their feed needs its address only', async () => {
    const [ana, other] = [await member('News'), await member('Others')];
    const { body: made } = await ana.send('post', '', { name: '<b>Ours</b>', company_ids: [ids['wise']] });
    for (const [method, path] of [
      ['get', '/changes'],
      ['post', '/feed'],
      ['delete', ''],
    ] as const)
      expect((await other.send(method, `/${made.id}${path}`)).status).toBe(404);
    expect((await other.send('get', '')).body.lists).toEqual([]);
    const read = (address: string) => request(api.url).get(address.replace(PUBLIC_URL, ''));
    const feed = await read(made.feed_url);
    expect([feed.status, feed.headers['cache-control']]).toEqual([200, 'private, max-age=300']);
    expect(feed.text).toMatch(/<id>tag:[^<]+:changes\/news\/\d+\/\d+<\/id>/);
    expect(feed.text).not.toContain('<b>');
    expect(/<feed[^]*?<id>([^<]+)/.exec(feed.text)![1]).not.toContain(made.feed_url.split('/').at(-2));
    const moved = await ana.send('post', `/${made.id}/feed`);
    expect([(await read(made.feed_url)).status, (await read(moved.body.feed_url)).status]).toEqual([
      404, 200,
    ]);
    await suspendOrganization(api.db, 'News');
    expect((await read(moved.body.feed_url)).status).toBe(404);
  });

  it('push their changes to a webhook: at most 50 in a message, after the load is over', async () => {
    const { key, send } = await member('Push');
    const list = await send('post', '', { name: 'UK', filter: { country: 'United Kingdom' } });
    const allow = { hosts: new Set(['127.0.0.1']), networks: [] };
    const poster = openPoster(allow, { timeoutMs: 60_000 });
    const receiver = await startReceiver(() => new Date());
    try {
      const { body: hook } = await request(api.url)
        .post('/api/v1/webhooks')
        .set('Authorization', `Token ${key}`)
        .send({ url: 'https://receiver.example/x', list_id: list.body.id });
      await api.db('webhooks').where({ id: hook.id }).update({ url: receiver.url });
      receiver.state.secret = hook.secret;
      const sender = openSender(api.db, poster, pino({ level: 'silent' }));
      const pass = async () => {
        await sender.pass();
        await sender.idle();
      };
      await note(undefined, { record: 1000, companies: [ids['stripe']!] });
      await pass();
      expect(receiver.received).toEqual([]);
      const run = await runOf('load', { changed: 1 }, 'running');
      const both = [ids['monzo']!, ids['wise']!];
      await note(run, ...Array.from({ length: 60 }, (_, i) => ({ record: 1001 + i, companies: both })));
      await pass();
      expect(receiver.received).toEqual([]);
      await api.db('ingest_runs').where({ id: run }).update({ outcome: 'done' });
      await pass();
      expect(
        receiver.received.map(({ data }) => [data.company_id, data.changes.length, data.has_more]),
      ).toEqual([[null, 50, true]]);
      const { after, before, changes } = receiver.received[0]!.data;
      const seqs = changes.map(({ seq }) => seq);
      expect([seqs, new Set(seqs).size]).toEqual([seqs.toSorted((a, b) => a - b), 50]);
      const { body: others } = await send('get', `/${list.body.id}/changes?after=${after}&before=${before}`);
      expect([others.changes.length, others.before]).toEqual([10, null]);
      await sender.stop();
      const wrong = await request(api.url)
        .patch(`/api/v1/webhooks/${hook.id}`)
        .set('Authorization', `Token ${key}`)
        .send({ kinds: ['news'] });
      expect(wrong.status).toBe(400);
      await send('delete', `/${list.body.id}`);
      expect((await activeWebhooks(api.db)).some(({ id }) => id === hook.id)).toBe(false);
    } finally {
      await receiver.close();
      await poster.close();
    }
  });

  it('cost webhooks without a list no read of the runs', async () => {
    const { key } = await member('Plain');
    const ofKey = { Authorization: `Token ${key}` };
    const hooks = '/api/v1/webhooks';
    const { body: hook } = await request(api.url)
      .post(hooks)
      .set(ofKey)
      .send({ url: 'https://receiver.example/x' });
    const poster = openPoster({ hosts: new Set(), networks: [] }, { timeoutMs: 60_000 });
    const asked: string[] = [];
    const listen = ({ sql }: { sql: string }) => asked.push(sql);
    api.db.on('query', listen);
    await openSender(api.db, poster, pino({ level: 'silent' })).pass();
    api.db.off('query', listen);
    await poster.close();
    await request(api.url).delete(`${hooks}/${hook.id}`).set(ofKey);
    expect(asked.filter((sql) => sql.includes('ingest_runs'))).toEqual([]);
    expect(asked).not.toEqual([]);
  });

  it('are made in the console from the filter of the page of companies, or from names', async () => {
    const { key } = await member('Pages');
    const { signIn, operator } = consoleOf(api);
    await note(undefined, { record: 99, companies: [ids['monzo']!] });
    for (const visitor of [await signIn(key), await operator('Ola', 'editor')]) {
      const filter = 'country=United+Kingdom&sort=country&columns=type';
      const page = await visitor.get(`/lists?filter=${encodeURIComponent(filter)}`);
      expect(page.text).toContain('Companies from United Kingdom.');
      const made = await visitor.post('/lists/create', { name: 'UK', filter });
      const own = made.headers['location']!.replace('/console', '');
      expect((await visitor.get(own)).text).toMatch(/<h1><bdi>UK<\/bdi><\/h1>[^]*monzo/);
      const named = await visitor.post('/lists/create', { name: 'Wise', companies: 'wise, monzo.com' });
      expect((await visitor.get('/lists')).text).toContain('2 companies');
      expect(named.status).toBe(303);
      const wrong = await visitor.post('/lists/create', { name: 'Wise', companies: 'nobody' });
      expect([
        wrong.status,
        wrong.text.includes('must be slugs or domains of companies, unlike nobody'),
      ]).toEqual([400, true]);
      await visitor.post(`${own}/delete`, {});
      expect((await visitor.get(own)).status).toBe(404);
    }
    const actors = await api.db('audit_log').where({ action: 'lists create' }).distinct().pluck('actor');
    expect(actors).toContain('operator Ola');
  });

  it('of operators are read by all of them, and changed by those who are more than readers', async () => {
    const { operator } = consoleOf(api);
    const [editor, reader] = [await operator('Eva', 'editor'), await operator('Rik', 'reader')];
    const list = { name: 'Shared', companies: 'wise' };
    const made = await editor.post('/lists/create', list);
    const own = made.headers['location']!.replace('/console', '');
    const button = 'Delete the list';
    expect(
      [(await editor.get(own)).text, (await reader.get(own)).text].map((page) => page.includes(button)),
    ).toEqual([true, false]);
    expect((await reader.get('/lists')).text).not.toContain('action="/console/lists/create"');
    const stored = () => api.db('lists').orderBy('id').select('id', 'name', 'feed_key');
    const before = await stored();
    for (const path of ['/lists/create', `${own}/feed`, `${own}/delete`]) {
      const { status, text } = await reader.post(path, list);
      expect([path, status, text.includes('needs the role editor')]).toEqual([path, 403, true]);
    }
    expect(await stored()).toEqual(before);
    expect((await editor.post(`${own}/delete`, {})).status).toBe(303);
  });
});
