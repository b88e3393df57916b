import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@dossier/shared/testing';
import {
  ensureOrganization,
  generateApiKey,
  newestChange,
  openDatabase,
  pruneChanges,
  registerApiKey,
  write,
} from '@dossier/store';
import { engines } from '@dossier/store/testing';
import { pino } from 'pino';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { insertChanges } from '../../testing/fixtures.ts';
import { startReceiver, type Received } from '../../testing/receiver.ts';
import { openPoster } from '../../webhooks/poster.ts';
import { openSender, type Sender } from '../../webhooks/sender.ts';
import * as contract from './contract.ts';

const MINUTE_MS = 60_000;
const allow = { hosts: new Set(['127.0.0.1']), networks: [] };
const logger = pino({ level: 'silent' });
describe.each(engines)('webhooks on %s', (engine) => {
  let api: TestApi;
  let theirs: string;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let sender: Sender;
  const poster = openPoster(allow, { timeoutMs: 60 * MINUTE_MS });
  let now = Date.now();
  const clock = () => new Date(now);

  beforeAll(async () => {
    api = await startTestApi(engine, { clock });
    theirs = generateApiKey();
    await registerApiKey(api.db, theirs, await ensureOrganization(api.db, 'Other partner', 'Platforms'));
  });
  afterAll(async () => {
    await poster.close();
    await api.close();
  });
  beforeEach(async () => {
    await api.db('webhooks').delete();
    receiver = await startReceiver(clock);
    sender = openSender(api.db, poster, logger, clock);
  });
  afterEach(async () => {
    await sender.stop();
    await receiver.close();
  });

  const ask = async (method: string, path: string, body?: object, key = api.key) => {
    const response = await fetch(`${api.url}/api/v1/webhooks/${path}`, {
      method,
      headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const create = async (settings: object = {}) => {
    const made = await ask('POST', '', { url: receiver.url, ...settings });
    expect(made.status).toBe(201);
    const { id, secret } = contract.createWebhook.output[201].parse(made.body);
    receiver.state.secret = secret;
    return id;
  };
  const note = (companies: number[], record = 1, kind = 'company') =>
    insertChanges(api.db, [{ kind, record, key: ['acme.com'], companies }]);
  /** Passes and sends at a later time of the clock. */
  const after = async (minutes: number, senders = [sender]) => {
    now += minutes * MINUTE_MS;
    await Promise.all(
      senders.map(async (each) => {
        await each.pass();
        await each.idle();
      }),
    );
  };
  const deliveries = async (id: string, query = '') => {
    const { body } = await ask('GET', `${id}/deliveries/${query}`);
    return contract.listDeliveries.output[200].parse(body).deliveries;
  };
  const first = async () => {
    const { body } = await ask('GET', '');
    return contract.listWebhooks.output[200].parse(body).webhooks[0]!;
  };
  /** Checks that the messages of a company follow one another without a gap, and that no id comes twice. */
  const expectWhole = (messages: Received[], company: number, from: number, to: number) => {
    const own = messages.filter(({ data }) => data.company_id === company);
    expect(own[0]!.data.after).toBeGreaterThanOrEqual(from);
    expect(own.at(-1)!.data.seq).toBeGreaterThanOrEqual(to);
    for (const [index, { data }] of own.entries())
      if (index > 0) expect(data.after).toBeGreaterThanOrEqual(own[index - 1]!.data.seq);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
    expect(receiver.problems).toEqual([]);
  };

  it('send each change once, signed, with the change as the feed shows it', async () => {
    const id = await create();
    const from = await newestChange(api.db);
    await note([7], 7);
    await note([], 70, 'category');
    await after(0);
    await after(1);
    expect(receiver.received.map(({ type, data }) => [type, data.company_id])).toEqual(
      expect.arrayContaining([
        ['changes', 7],
        ['changes', null],
      ]),
    );
    expect(receiver.received).toHaveLength(2);
    const feed = await api.get(`/api/v1/changes/?after=${from}`);
    const sent = receiver.received.flatMap(({ data }) => data.changes).sort((a, b) => a.seq - b.seq);
    expect(sent).toEqual(feed.body.changes);
    expect((await deliveries(id)).map(({ state, tries, status }) => [state, tries, status])).toEqual([
      ['delivered', 1, 204],
      ['delivered', 1, 204],
    ]);
    expect(await first()).toMatchObject({ waiting: 0, parked: 0, seq: from + 2 });
  });

  it('send only the kinds and the companies of their filters', async () => {
    await create({ kinds: ['event', 'company'], company_ids: [7, 8] });
    await note([7], 1, 'news');
    await note([9], 2, 'company');
    await note([7, 9], 3, 'company');
    await after(0);
    expect(receiver.received.map(({ data }) => data)).toMatchObject([
      { company_id: 7, changes: [{ id: 3, company_ids: [7, 9] }] },
    ]);
  });

  it('deliver all of an hour without a receiver, in the order of each company and once by id', async () => {
    await create();
    const from = await newestChange(api.db);
    receiver.state.respond = () => 503;
    const companies = [1, 2, 3, 4, 5, 6];
    for (let minute = 0; minute < 60; minute++) {
      await note([companies[minute % 6]!, companies[(minute * 5 + 1) % 6]!], minute);
      await after(1);
    }
    const to = await newestChange(api.db);
    expect(receiver.received).toEqual([]);
    receiver.state.respond = () => 204;
    for (let pass = 0; pass < 4; pass++) await after(130);
    for (const company of companies) expectWhole(receiver.received, company, from, to - 6);
    // The second message of a company has all that came while the first was retried.
    expect(receiver.received.length).toBe(companies.length * 2);
    const seqs = new Set(receiver.received.flatMap(({ data }) => data.changes.map(({ seq }) => seq)));
    expect(seqs.size).toBe(60);
    expect(await first()).toMatchObject({ waiting: 0, parked: 0 });
  });

  it('hold back only the company whose message fails, and park it after eight tries in 24 hours', async () => {
    const id = await create();
    let tries = 0;
    const began = now;
    receiver.state.respond = ({ type, data }) =>
      type === 'changes' && data.company_id === 1 ? (tries++, 500) : 204;
    await note([1], 1);
    await after(0);
    await note([2], 2);
    await note([1], 3);
    for (let step = 0; step < 24 * 12 + 2; step++) await after(5);
    expect(tries).toBe(8);
    expect(now - began).toBeGreaterThan(24 * 60 * MINUTE_MS);
    expect(receiver.received.map(({ type, data }) => [type, data.company_id])).toEqual([
      ['changes', 2],
      ['parked', 1],
    ]);
    expect(await first()).toMatchObject({ waiting: 1, parked: 1 });
    const [parked] = await deliveries(id, '?state=parked');
    expect(parked).toMatchObject({ tries: 8, status: 500, problem: 'The receiver responded with 500.' });
    receiver.state.respond = () => 204;
    await after(600);
    expect(receiver.received).toHaveLength(2);
    const resumed = await ask('POST', `${id}/replay/`, {});
    expect(resumed.body).toMatchObject({ resumed: 1 });
    await after(0);
    const own = receiver.received.filter(({ type, data }) => type === 'changes' && data.company_id === 1);
    expect(own.map((message) => message.id)[0]).toBe(parked!.id);
    expect(own.map(({ data }) => data.changes.length)).toEqual([1, 1]);
    expect(await first()).toMatchObject({ waiting: 0, parked: 0 });
  });

  it('plan the eight tries over 24 hours', async () => {
    const id = await create();
    receiver.state.respond = () => 500;
    await note([1]);
    const began = now;
    await after(0);
    const at = [0];
    for (let tries = 1; tries < 8; tries++) {
      const [{ next_at }] = (await deliveries(id)) as unknown as [{ next_at: string }];
      at.push((Date.parse(next_at) - began) / MINUTE_MS);
      now = Date.parse(next_at);
      await after(0);
    }
    expect(at.map(Math.round)).toEqual([0, 1, 6, 36, 156, 396, 816, 1440]);
  });

  it('are sent by one of several processes, also after one was killed while it sent', async () => {
    const id = await create();
    const from = await newestChange(api.db);
    const databases = [1, 2, 3].map(() => openDatabase(api.databaseUrl, { lockWait: 0 }));
    const senders = databases.map((db) => openSender(db, poster, logger, clock));
    for (let record = 1; record <= 60; record++) await note([(record % 10) + 1], record);
    await after(0, senders);
    for (let company = 1; company <= 10; company++) expectWhole(receiver.received, company, from, from + 50);
    expect(receiver.received.length).toBe(10);
    // As the process would leave it: the try is counted, and nobody knows how it ended.
    await note([1], 61);
    receiver.state.respond = () => undefined;
    const killed = senders[0]!.pass();
    await killed;
    await senders[0]!.stop();
    receiver.state.respond = () => 204;
    expect((await deliveries(id, '?state=retrying')).map(({ tries }) => tries)).toEqual([1]);
    await after(0, senders.slice(1));
    expect(receiver.received.length).toBe(10);
    await after(1, senders.slice(1));
    expect(receiver.received.length).toBe(11);
    for (const db of databases) await db.destroy();
  });

  it('are not slowed by a receiver that does not respond', async () => {
    await create();
    const slow = receiver;
    slow.state.respond = () => undefined;
    receiver = await startReceiver(clock);
    try {
      await create();
      for (let company = 1; company <= 20; company++) await note([company], company);
      await sender.pass();
      // The slow one holds its connections for longer than this test may take.
      await until(() => receiver.received.length, { holds: (count) => count >= 20 });
      expect(receiver.received).toHaveLength(20);
      expect(slow.received).toEqual([]);
    } finally {
      await sender.stop();
      await slow.close();
    }
  });

  it('sign with both secrets during a rotation, and then with the new one', async () => {
    const id = await create();
    const old = receiver.state.secret;
    const rotated = await ask('POST', `${id}/rotate/`, { overlap_hours: 1 });
    const { secret } = contract.rotateWebhook.output[201].parse(rotated.body);
    expect(secret).not.toBe(old);
    await note([1], 1);
    await after(0);
    receiver.state.secret = secret;
    await note([2], 2);
    await after(1);
    expect([receiver.received.length, receiver.problems]).toEqual([2, []]);
    receiver.state.secret = old;
    await note([3], 3);
    await after(60);
    expect([receiver.received.length, receiver.problems.length]).toEqual([2, 1]);
  });

  it('replay the changes after a seq in new messages', async () => {
    const id = await create();
    const from = await newestChange(api.db);
    await note([1], 1);
    await after(0);
    await note([1], 2);
    await after(0);
    expect((await ask('POST', `${id}/replay/`, { after: from })).status).toBe(200);
    await after(0);
    expect(receiver.received).toHaveLength(3);
    expect(receiver.received[2]!.data.changes.map(({ seq }) => seq)).toEqual([from + 1, from + 2]);
    expect(new Set(receiver.received.map((each) => each.id)).size).toBe(3);
    const late = await ask('POST', `${id}/replay/`, { after: from + 1000 });
    expect([late.status, late.body['code']]).toEqual([410, 'changes_not_kept']);
    await write(api.db, (trx) => pruneChanges(async (step) => step(trx), '2999-01-01T00:00:00.000Z'));
    expect((await ask('POST', `${id}/replay/`, { after: from })).status).toBe(410);
  });

  it('test a receiver at once, follow no redirect, and show nothing of a response', async () => {
    const id = await create();
    expect((await ask('POST', `${id}/test/`, {})).body).toEqual({
      delivered: true,
      status: 204,
      problem: null,
    });
    expect(receiver.received.map(({ type }) => type)).toEqual(['test']);
    receiver.state.respond = () => 302;
    const redirected = await ask('POST', `${id}/test/`, {});
    expect(redirected.body).toEqual({
      delivered: false,
      status: 302,
      problem: 'The receiver responded with 302.',
    });
    await receiver.close();
    expect((await ask('POST', `${id}/test/`, {})).body).toMatchObject({
      problem: 'The receiver could not be reached.',
    });
  });

  it('go on with the epoch of a restored database', async () => {
    const id = await create();
    await note([1], 1);
    await after(0);
    await api.db('webhooks').where({ id }).update({ after_seq: 1_000_000, epoch: 'former' });
    await after(0);
    await note([1], 2);
    await after(0);
    expect(receiver.received).toHaveLength(2);
    expect((await first()).seq).toBe(await newestChange(api.db));
  });

  it('change and end at once, and look unknown to another organization', async () => {
    const id = await create();
    const changed = await ask('PATCH', `${id}/`, { kinds: ['event'], company_ids: [3] });
    expect(contract.changeWebhook.output[200].parse(changed.body)).toMatchObject({
      kinds: ['event'],
      company_ids: [3],
    });
    expect((await ask('PATCH', `${id}/`, { clear: ['kinds'] })).body).toMatchObject({
      kinds: null,
      company_ids: [3],
    });
    for (const [method, path, body] of [
      ['PATCH', '', {}],
      ['POST', 'rotate/', {}],
      ['POST', 'test/', {}],
      ['POST', 'replay/', {}],
      ['GET', 'deliveries/', undefined],
      ['DELETE', '', undefined],
    ] as const) {
      const refused = await ask(method, `${id}/${path}`, body, theirs);
      expect([method, refused.status, refused.body['code']]).toEqual([method, 404, 'webhook_not_found']);
    }
    expect((await ask('GET', '', undefined, theirs)).body).toEqual({ webhooks: [] });
    expect(JSON.stringify((await ask('GET', '')).body)).not.toContain('whsec_');
    expect((await ask('DELETE', `${id}/`)).body).toEqual({ id });
    await note([3], 1, 'event');
    await after(0);
    expect(receiver.received).toEqual([]);
  });

  it('have public addresses, and are at most ten', async () => {
    for (const url of ['http://example.com/', 'https://10.0.0.1/', 'https://[::1]/', 'https://localhost/'])
      expect([url, (await ask('POST', '', { url })).status]).toEqual([url, 400]);
    for (let made = 0; made < 8; made++) await create();
    const made = await Promise.all(Array.from({ length: 8 }, () => ask('POST', '', { url: receiver.url })));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = made.filter(({ body }) => body['code'] === 'too_many_webhooks');
    expect(refused.map(({ status }) => status)).toEqual(Array(6).fill(409));
  });
});
