import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createSigningKey,
  remakeKept,
  noteChanges,
  openDatabase,
  revokeApiKey,
  write,
  type LogEntry,
  type Db,
  type Trx,
} from '@dossier/store';
import { engines } from '@dossier/store/testing';
import express from 'express';
import { pino } from 'pino';
import { z } from 'zod';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import {
  insertCompany,
  insertDocument,
  insertEvent,
  insertFiling,
  insertInto,
  insertMetric,
  insertNews,
} from '../../testing/fixtures.ts';
import { Answer, endpoint, routesWith, type RequestContext } from '../endpoint.ts';
import { createPlainAdapter } from '../plain-adapter.ts';
import { keptAnswers } from './kept-answers.ts';
import type { HttpServices } from '../services.ts';

const COMPANIES = 6;
const COMMITS = 20;
const slugOf = (id: number) => `kept-${id}`;
/** The company of the rows of lists. */
const LISTED = 6;
const IN = '2031-01-02T00:00:00.000Z';
const WINDOW = 'updated_at_gte=2031-01-01&updated_at_lte=2031-01-03';
const ofCompany = (kind: string): Partial<LogEntry> => ({ kind, companies: [LISTED] });

type Add = (trx: Trx) => Promise<unknown>;

/** Lists that are empty, or have no row of a kind, with a write that adds a row and its entry in the change log. */
const lists: [what: string, address: string, add: Add, change: Partial<LogEntry>][] = [
  [
    'news of a company',
    `news/company/?company_id=${LISTED}`,
    (trx) => insertNews(trx, { company_id: LISTED }),
    ofCompany('news'),
  ],
  [
    'news of a window',
    `news/company/?${WINDOW}`,
    (trx) => insertNews(trx, { company_id: LISTED, updated_at: IN }),
    ofCompany('news'),
  ],
  [
    'metrics of a company',
    `metrics/?company_id=${LISTED}`,
    (trx) => insertMetric(trx, { company_id: LISTED }),
    ofCompany('metric'),
  ],
  [
    'metrics of a window',
    `metrics/?${WINDOW}`,
    (trx) => insertMetric(trx, { company_id: LISTED, updated_at: IN }),
    ofCompany('metric'),
  ],
  [
    'all events',
    'events/?',
    (trx) => insertEvent(trx, { company_id: LISTED, type: 'corporate_action' }),
    ofCompany('event'),
  ],
  [
    'funding rounds of a company',
    `funding-rounds/?company_id=${LISTED}`,
    (trx) => insertEvent(trx, { company_id: LISTED, type: 'funding_round' }),
    ofCompany('event'),
  ],
  [
    'events of companies, one of them not stored yet',
    `events/?company_domains=kept-1.com,later.com`,
    async (trx) => {
      await insertCompany(trx, { id: 900, domain: 'later.com' });
      await insertEvent(trx, { company_id: 900, type: 'corporate_action' });
    },
    { kind: 'company', companies: [900] },
  ],
  [
    'filings of a company',
    `filings/?company_domain=kept-${LISTED}.com`,
    (trx) => insertFiling(trx, { company_id: LISTED }),
    ofCompany('filing'),
  ],
  [
    'filings of a window',
    `filings/?${WINDOW}`,
    (trx) => insertFiling(trx, { company_id: LISTED, updated_at: IN }),
    ofCompany('filing'),
  ],
  ['all documents', 'documents/?', (trx) => insertDocument(trx, { slug: 'kept-a' }), { kind: 'document' }],
  [
    'documents of a company',
    `documents/?company_id=${LISTED}`,
    (trx) => insertDocument(trx, { slug: 'kept-b' }, [{ company_id: LISTED, relation: 'subject' }]),
    ofCompany('document'),
  ],
  [
    'a ranking',
    'companies/rankings/?',
    (trx) =>
      insertInto(trx, 'company_financials', {
        company_id: LISTED,
        name: 'latest_estimated_valuation',
        value: 5,
      }),
    ofCompany('company'),
  ],
  [
    'items of a category',
    'categories/c/items/?',
    (trx) => insertInto(trx, 'company_categories', { company_id: LISTED, category_id: 1 }),
    { kind: 'category' },
  ],
  [
    'categories of a company',
    'categories/?company_id=5',
    (trx) => insertInto(trx, 'company_categories', { company_id: 5, category_id: 1 }),
    { kind: 'company', companies: [5] },
  ],
  [
    'companies by country',
    'search/companies/?country=Iceland',
    (trx) => trx('companies').where({ id: LISTED }).update({ headquarters_country: 'Iceland' }),
    ofCompany('company'),
  ],
];

const addressOf = (id: number) => `/api/v1/companies/${slugOf(id)}`;

describe.each(engines)('kept answers on %s', (engine) => {
  let api: TestApi;
  /** As another process: with connections of its own. */
  let other: Db;
  let ids: number[];
  beforeAll(async () => {
    api = await startTestApi(engine, { answerBytes: 4 * 1024 * 1024 });
    other = openDatabase(api.databaseUrl);
    ids = [];
    for (let i = 1; i <= COMPANIES; i++)
      ids.push(await insertCompany(api.db, { id: i, slug: slugOf(i), domain: `kept-${i}.com` }));
    const [category] = await api
      .db('categories')
      .insert({ id: 1, slug: 'c', name: 'Before' })
      .returning('id');
    await insertInto(api.db, 'company_categories', { company_id: 1, category_id: category.id });
  });
  afterAll(async () => {
    await other.destroy();
    await api.close();
  });

  const commit = (change: Partial<LogEntry>, work: (trx: Trx) => Promise<unknown>) =>
    write(other, async (trx, now) => {
      await work(trx);
      const all: LogEntry = {
        op: 'upsert',
        kind: 'company',
        record: 1,
        key: ['x'],
        companies: [],
        fields: null,
      };
      await noteChanges(trx, now, [{ ...all, ...change }]);
    });
  const describeAs = (id: number, description: string) =>
    commit({ record: id, companies: [id] }, (trx) => trx('companies').where({ id }).update({ description }));
  const descriptionOf = async (id: number) =>
    (await api.get(addressOf(id))).body.company.description as string | null;

  /** Returns how many answers are read from the database while work runs. */
  async function readsOf(work: () => Promise<unknown>, of = /key_people/): Promise<number> {
    let reads = 0;
    const count = ({ sql }: { sql: string }) => void (of.test(sql) && reads++);
    api.db.on('query', count);
    await work();
    api.db.removeListener('query', count);
    return reads;
  }

  it('are never stale, while another program commits and others read', async () => {
    const committed = new Map(ids.map((id) => [id, 0]));
    let stale = 0;
    let isDone = false;
    const check = async (id: number) => {
      const least = committed.get(id)!;
      const text = await descriptionOf(id);
      if (Number(text ?? 0) < least) stale += 1;
    };
    const reader = async (first: number) => {
      for (let i = first; !isDone; i++) await check(ids[i % ids.length]!);
    };
    await readsOf(async () => {
      const readers = [0, 2, 4].map(reader);
      for (let i = 1; i <= COMMITS; i++) {
        const id = ids[(i * 5) % ids.length]!;
        await describeAs(id, String(i));
        committed.set(id, i);
        await check(ids[(i * 5 + 1) % ids.length]!);
        await check(id);
      }
      isDone = true;
      await Promise.all(readers);
    });
    expect(stale).toBe(0);
  });

  it('are dropped for the companies that a change names, and for no others', async () => {
    const all = () => Promise.all(ids.map(descriptionOf));
    await all();
    expect(await readsOf(all)).toBe(0);
    await describeAs(2, 'changed');
    expect(await readsOf(all)).toBe(1);
    expect(await descriptionOf(2)).toBe('changed');
  });

  it('are dropped when a category is renamed, which names no company', async () => {
    const nameOf = async () => (await api.get(addressOf(1))).body.company.categories[0].name as string;
    expect(await nameOf()).toBe('Before');
    await commit({ kind: 'category' }, (trx) => trx('categories').update({ name: 'After' }));
    expect(await nameOf()).toBe('After');
  });

  const itemsOf = async (address: string) => {
    const { status, body } = await api.get(`/api/v1/${address}`);
    expect(status).toBe(200);
    return Object.values(body as object).find((field) => Array.isArray(field)) as unknown[];
  };
  const TABLES =
    /from .(news|metrics|events|filings|documents|document_companies|ranked|category_items|categories|companies)\b/;

  it.each(lists)('of %s are dropped by a write that adds a row', async (_, address, add, change) => {
    const items = () => itemsOf(address);
    const before = (await items()).length;
    expect(await readsOf(items, TABLES)).toBe(0);
    await commit(change, add);
    expect(await items()).toHaveLength(before + 1);
    expect(await readsOf(items, TABLES)).toBe(0);
  });

  it('are dropped by a repair of totals, which the change log does not contain', async () => {
    const total = async () => (await api.get('/api/v1/companies/rankings/')).body.meta.total_ranked as number;
    const right = await total();
    await commit({ kind: 'company', companies: [1] }, (trx) =>
      trx('counters').where('name', 'ranked latest_estimated_valuation private').update({ n: 99 }),
    );
    expect(await total()).toBe(99);
    await remakeKept(other);
    expect(await total()).toBe(right);
  });

  it('of one company stay when other companies change', async () => {
    const items = () => itemsOf(`news/company/?company_id=${LISTED}`);
    await items();
    await commit({ kind: 'news', companies: [1] }, (trx) => insertNews(trx, { company_id: 1 }));
    expect(await readsOf(items, TABLES)).toBe(0);
  });

  it('of lists with a window that ends now are never kept', async () => {
    const items = () => itemsOf(`news/company/?updated_at_gte=${new Date().toISOString()}`);
    await items();
    expect(await readsOf(items, TABLES)).toBeGreaterThan(0);
  });

  it('of lists are never stale, while another program commits and others read', async () => {
    const totals = new Map([
      ['news/company/?company_id=3', 0],
      ['news/company/?release_date_start=2032-01-01&release_date_end=2032-01-03', 0],
    ]);
    let stale = 0;
    let isDone = false;
    const check = async (address: string) => {
      const least = totals.get(address)!;
      const { body } = await api.get(`/api/v1/${address}`);
      if (body.pagination.total_items < least) stale += 1;
    };
    const all = () => Promise.all([...totals.keys()].map(check));
    const reader = async () => {
      while (!isDone) await all();
    };
    const readers = [reader(), reader()];
    for (let i = 1; i <= COMMITS; i++) {
      const fields = { company_id: 3, release_date: '2032-01-02T00:00:00.000Z' };
      await commit({ kind: 'news', companies: [3] }, (trx) => insertNews(trx, fields));
      for (const address of totals.keys()) totals.set(address, i);
      await all();
    }
    isDone = true;
    await Promise.all(readers);
    expect(stale).toBe(0);
  });

  it('are dropped with their signing keys, and after more changes than are read at once', async () => {
    const one = () => descriptionOf(3);
    await one();
    await createSigningKey(other);
    expect([await readsOf(one), await readsOf(one)]).toEqual([1, 0]);
    const changes = Array.from({ length: 2001 }, (_, i) => ({
      op: 'upsert' as const,
      kind: 'company',
      record: 100 + i,
      key: ['x'],
      companies: [100 + i],
      fields: null,
    }));
    await write(other, (trx, now) => noteChanges(trx, now, changes));
    expect([await readsOf(one), await readsOf(one)]).toEqual([1, 0]);
  });

  it('need a valid key: one that another program revokes gets a 401 at once', async () => {
    expect((await api.get(addressOf(4))).status).toBe(200);
    const id = api.key.split('_')[2]!;
    await revokeApiKey(other, id);
    expect((await api.get(addressOf(4))).status).toBe(401);
    await other('api_keys').where({ id }).update({ revoked_at: null });
    expect((await api.get(addressOf(4))).status).toBe(200);
  });

  it('stay within their budget', async () => {
    const kept = keptAnswers(api.db, 256 * 1024);
    const small = await startedWith(kept, async (_, { n }) => ({ n, text: 'x'.repeat(4000) }), true);
    for (let i = 0; i < 200; i++)
      await fetch(`${small.url}?n=${i}`, { headers: { 'accept-encoding': 'gzip' } });
    expect(kept.bytes()).toBeGreaterThan(128 * 1024);
    expect(kept.bytes()).toBeLessThanOrEqual(256 * 1024);
    await small.close();
  });

  it('keep those that are requested again, once the budget is used up', async () => {
    const kept = keptAnswers(api.db, 256 * 1024);
    let reads = 0;
    const answer: Handle = async (_, { n }) => ({ n: `${n} ${(reads += 1)}`, text: 'x'.repeat(4000) });
    const server = await startedWith(kept, answer, true);
    const readsOfEach = async (...asked: string[]) => {
      const before = reads;
      for (const n of asked) await fetch(`${server.url}?n=${n}`);
      return reads - before;
    };
    await readsOfEach('popular');
    for (let i = 0; i < 200; i++) await readsOfEach(`once-${i}`);
    expect(await readsOfEach('popular')).toBe(0);
    expect(await readsOfEach('again', 'again', 'again', 'again')).toBe(2);
    // A client that reads as many as fit, in the same order each time, finds them in the third round.
    const round = Array.from({ length: 38 }, (_, i) => `round-${i}`);
    const rounds = [await readsOfEach(...round), await readsOfEach(...round), await readsOfEach(...round)];
    expect(rounds).toEqual([38, 38, 0]);
    await server.close();
  });

  it('contain only those that declare what they depend on, and do not read the time', async () => {
    let asked = 0;
    const count = async () => ({ n: String((asked += 1)), text: '' });
    const ask = async (handle: Handle, declares: boolean) => {
      const server = await startedWith(keptAnswers(api.db, 1024 * 1024), handle, declares);
      asked = 0;
      for (let i = 0; i < 3; i++) await fetch(`${server.url}?n=1`);
      await server.close();
      return asked;
    };
    expect(await ask(count, true)).toBe(1);
    expect(await ask(count, false)).toBe(3);
    expect(await ask(({ now }) => (now === '' ? count() : count()), true)).toBe(3);
    expect(await ask(({ headers }) => (headers.origin === '' ? count() : count()), true)).toBe(3);
  });

  it('do not include addresses with ignored parameters', async () => {
    const kept = keptAnswers(api.db, 1024 * 1024);
    const server = await startedWith(
      kept,
      async (_, { n }) => ({ n, text: '' }),
      true,
      z.object(strict.shape),
    );
    for (let i = 0; i < 3; i++) await fetch(`${server.url}?n=1&utm_source=${i}`);
    expect(kept.bytes()).toBe(0);
    await fetch(`${server.url}?n=1`);
    expect(kept.bytes()).toBeGreaterThan(0);
    await server.close();
  });

  const strict = z.strictObject({ n: z.string() });

  type Handle = (
    context: Pick<RequestContext, 'now' | 'headers'>,
    input: { n: string },
  ) => Promise<{ n: string; text: string }>;

  /** Starts a server with one public endpoint. */
  async function startedWith(
    answers: ReturnType<typeof keptAnswers>,
    handle: Handle,
    declares: boolean,
    input: z.ZodObject<{ n: z.ZodString }> = strict,
  ) {
    const contract = endpoint({
      method: 'GET',
      path: '/kept',
      operationId: 'getKept',
      summary: 'A response that may be kept',
      description: 'For these tests.',
      tag: 'Test',
      access: 'public',
      input,
      output: { 200: z.object({ n: z.string(), text: z.string() }) },
    });
    const route = routesWith<HttpServices>()(contract, async (context, input) => {
      const body = await handle(context, input);
      return declares ? new Answer(body, { dependsOn: { kinds: ['company'] } }) : body;
    });
    const services = {
      clock: () => new Date(),
      observers: [],
      committed: async () => ({ mark: 1, seq: 0, base: '' }),
      answers,
      publicUrl: '',
    } as unknown as HttpServices;
    const server: Server = createServer(
      createPlainAdapter(express(), [route], services, pino({ level: 'silent' })),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/kept`,
      close: () =>
        new Promise((resolve) => {
          server.close(resolve);
          server.closeAllConnections();
        }),
    };
  }
});
