import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ensureOrganization, generateApiKey, registerApiKey } from '@dossier/store';
import request from 'supertest';
import { openApiDocument, operationsOf, resolve } from '../openapi/index.ts';
import { routes } from '../resources/index.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { insertCompany } from '../testing/fixtures.ts';
import { callerSlots } from './caller-slots.ts';
import { openGate } from './gate.ts';
import { createPressure } from './pressure.ts';

describe('requests in flight', () => {
  let api: TestApi;
  const sockets: Socket[] = [];
  let onAsked: (() => void) | undefined;
  let answerLate: (() => void) | undefined;
  const verifyJwt = () =>
    new Promise<undefined>((resolved) => {
      answerLate = () => resolved(undefined);
      onAsked?.();
    });
  afterEach(async () => {
    answerLate?.();
    for (const socket of sockets.splice(0)) socket.destroy();
    await api.close();
  });

  /** Sends the head of a request, and returns once the server waits for its body. */
  async function begin(
    path = '/api/v1/search/',
    type = 'application/json',
  ): Promise<{ finish: () => Promise<number> }> {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    sockets.push(socket);
    const status = () =>
      new Promise<number>((resolved) =>
        socket.once('data', (data) => resolved(Number(/^HTTP\/1\.1 (\d+)/.exec(String(data))![1]))),
      );
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Token ${api.key}`,
      `Content-Type: ${type}`,
      'Content-Length: 15',
      'Expect: 100-continue',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    expect(await status()).toBe(100);
    return {
      finish: () => {
        const answered = status();
        socket.write('{"query":"abc"}');
        return answered;
      },
    };
  }

  /** Sends a request that takes a place until its identity provider answers. */
  async function occupy(): Promise<{ finish: () => Promise<number> }> {
    const asked = new Promise<void>((resolved) => (onAsked = resolved));
    const status = request(api.url)
      .get('/api/v1/documents')
      .set('authorization', 'Bearer late')
      .then((response) => response.status);
    await asked;
    return {
      finish: () => {
        answerLate?.();
        return status;
      },
    };
  }

  it('above the limit get a 503 with Retry-After at once, while /live, /ready and /health answer', async () => {
    api = await startTestApi('sqlite', { inFlight: 1, verifyJwt });
    const first = await occupy();
    const { status, body, headers } = await api.get('/api/v1/documents', { 'request-id': 'mine' });
    expect([status, body, headers['retry-after'], headers['cache-control']]).toEqual([
      503,
      {
        error: 'The service has more requests than it can answer in time. Try again in 2 seconds.',
        code: 'overloaded',
        request_id: 'mine',
      },
      '2',
      'no-store',
    ]);
    for (const [path, answer] of [
      ['/live', { status: 'live' }],
      ['/ready/', { status: 'ready', search: 'ready' }],
      ['/health', { status: 'ok' }],
    ] as const)
      expect([path, (await api.get(path)).body]).toEqual([path, answer]);
    expect(await first.finish()).toBe(401);
    expect((await api.get('/api/v1/documents')).status).toBe(200);
  });

  it('take no place while their body arrives, and need one then', async () => {
    api = await startTestApi('sqlite', { inFlight: 1, verifyJwt });
    await begin('/embeds/new/session', 'application/x-www-form-urlencoded');
    const [second, third] = [await begin(), await begin()];
    expect((await api.get('/api/v1/documents')).status).toBe(200);
    expect(await second.finish()).toBe(200);
    const other = await occupy();
    expect(await third.finish()).toBe(503);
    expect(await other.finish()).toBe(401);
  });

  it('take no place while their response is read', async () => {
    api = await startTestApi('sqlite', { inFlight: 1 });
    const description = 'x'.repeat(32 * 1024 * 1024);
    await insertCompany(api.db, { domain: 'acme.com', description });
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    sockets.push(socket);
    const head = [
      'GET /api/v1/companies/acme-com HTTP/1.1',
      'Host: localhost',
      `Authorization: Token ${api.key}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const data = await new Promise((resolved) => socket.once('data', resolved));
    socket.pause();
    expect(String(data)).toMatch(/^HTTP\/1\.1 200/);
    expect((await api.get('/api/v1/documents')).status).toBe(200);
  });

  it('are rejected in the forms that the API reference declares', async () => {
    api = await startTestApi('sqlite', { inFlight: 1, verifyJwt });
    const first = await occupy();
    const document = openApiDocument(routes, 'https://dossier.example');
    for (const { method, path, operation } of operationsOf(document)) {
      if (['/health', '/live', '/ready'].includes(path)) continue;
      const sent = request(api.url)[method.toLowerCase() as 'get'](path.replaceAll(/\{\w+\}/g, 'x'));
      const { status, headers, type, text } = await sent;
      expect([path, status, headers['retry-after']]).toEqual([path, 503, '2']);
      const { content, headers: declared } = resolve(document, operation.responses['503']!);
      expect(declared).toHaveProperty('Retry-After');
      expect([path, Object.keys(content!)]).toEqual([path, expect.arrayContaining([type])]);
      if (type === 'application/json') {
        expect(JSON.parse(text)).toMatchObject({ code: 'overloaded' });
        expect([path, JSON.stringify(content)]).toEqual([path, expect.stringContaining('"overloaded"')]);
      }
    }
    const problem = await api.get('/api/v1/documents', { accept: 'application/problem+json' });
    expect([problem.type, problem.body.code]).toEqual(['application/problem+json', 'overloaded']);
    expect(await first.finish()).toBe(401);
  });

  it('of one organization wait for their turn, and those of others do not', async () => {
    api = await startTestApi('sqlite', { callerInFlight: 1 });
    const other = generateApiKey();
    await registerApiKey(api.db, other, await ensureOrganization(api.db, 'Another house', 'Funds'));
    const first = await begin();
    const order: string[] = [];
    const waiting = api.get('/api/v1/documents').then(({ status }) => order.push(`waited ${status}`));
    expect((await api.get('/api/v1/documents', { authorization: `Token ${other}` })).status).toBe(200);
    order.push('another');
    expect(await first.finish()).toBe(200);
    await waiting;
    expect(order).toEqual(['another', 'waited 200']);
  });

  it('of one organization get a 429 if no turn comes, and take no place from others', async () => {
    api = await startTestApi('sqlite', { callerInFlight: 1, inFlight: 2 });
    const first = await begin();
    const waiting = [api.get('/api/v1/documents'), api.get('/api/v1/documents')];
    for (const { status, body, headers } of await Promise.all(waiting)) {
      expect([status, body.code, headers['retry-after']]).toEqual([429, 'too_many_in_flight', '2']);
    }
    expect(await first.finish()).toBe(200);
    expect((await api.get('/api/v1/documents')).status).toBe(200);
  });

  it('free their turn when the client disconnects', async () => {
    api = await startTestApi('sqlite', { callerInFlight: 1 });
    await begin();
    const waiting = api.get('/api/v1/documents');
    sockets[0]!.destroy();
    expect((await waiting).status).toBe(200);
  });
});

describe('the pressure of requests that wait', () => {
  /** Notes a wait every ten milliseconds, each until a time. */
  function after(...waits: [delay: number, until: number][]): boolean {
    const pressure = createPressure(0);
    let now = 0;
    for (const [delay, until] of waits) for (; now < until; now += 10) pressure.note(delay, now);
    return pressure.isHigh();
  }

  it('is high once all requests of a tenth of a second have waited too long', () => {
    expect(after([50, 100])).toBe(false);
    expect(after([50, 150])).toBe(true);
    expect(after([50, 90], [1, 100], [50, 190])).toBe(false);
    expect(after([4, 1000])).toBe(false);
  });

  it('is no longer high once most of a tenth of a second passes without such waits', () => {
    expect(after([50, 200], [1, 250])).toBe(true);
    expect(after([50, 200], [1, 330])).toBe(false);
    const often: [number, number][] = [300, 400, 500].flatMap((from) => [
      [1, from + 30],
      [50, from + 100],
    ]);
    expect(after([50, 300], ...often)).toBe(true);
    const rarely: [number, number][] = [300, 400, 500].flatMap((from) => [
      [1, from + 80],
      [50, from + 100],
    ]);
    expect(after([50, 300], ...rarely)).toBe(false);
  });

  it('is not high after a tenth of a second without requests', () => {
    const pressure = createPressure(0);
    for (let now = 0; now < 200; now += 10) pressure.note(50, now);
    pressure.rest(190, 250);
    expect(pressure.isHigh()).toBe(true);
    pressure.rest(190, 300);
    expect(pressure.isHigh()).toBe(false);
  });
});

describe('the gate under pressure', () => {
  let now = 0;
  const clock = () => now;
  /** Ends a turn of the event loop. */
  const turn = () => new Promise((resolved) => setImmediate(resolved));

  it('rejects requests in a late turn of the event loop, but never the first few in flight', async () => {
    const gate = openGate(100, () => 0, clock);
    for (let turns = 0; turns < 20; turns++) {
      gate.enter()!.leave();
      now += 20;
      await turn();
    }
    expect(gate.allowed()).toBe(16);
    const early = Array.from({ length: 16 }, () => gate.enter());
    now += 20;
    expect([early.includes(undefined), gate.enter()]).toEqual([false, undefined]);
    for (const pass of early) pass!.leave();
    await turn();
    expect(gate.enter()).toBeDefined();
  });

  it('rejects requests while others wait for the database, and accepts them afterwards', async () => {
    let waited = 50;
    const gate = openGate(100, () => waited, clock);
    const passes = Array.from({ length: 16 }, () => gate.enter());
    for (let turns = 0; turns < 20; turns++) {
      gate.enter()?.leave();
      now += 10;
      await turn();
    }
    expect(gate.enter()).toBeUndefined();
    waited = 0;
    for (let turns = 0; turns < 200; turns++) {
      gate.enter()?.leave();
      now += 1;
      await turn();
    }
    expect([gate.allowed(), gate.enter() !== undefined]).toEqual([100, true]);
    for (const pass of passes) pass!.leave();
    await turn();
  });

  it('limits the requests in flight to the number that ends in twenty milliseconds', async () => {
    let waited = 50;
    const gate = openGate(100, () => waited, clock);
    for (let turns = 0; turns < 30; turns++) {
      const passes = Array.from({ length: 20 }, () => gate.enter());
      for (const pass of passes) pass?.leave();
      now += 10;
      await turn();
    }
    // Sixteen requests ended in each turn of ten milliseconds, as the database kept more of them waiting.
    waited = 0;
    const passes = Array.from({ length: 40 }, () => gate.enter());
    expect(passes.filter((pass) => pass !== undefined)).toHaveLength(32);
    await turn();
  });

  it('rejects requests in turns that are longer than the interval', async () => {
    const gate = openGate(100, () => 0, clock);
    for (let turns = 0; turns < 3; turns++) {
      for (let place = 0; place < 16; place++) gate.enter()?.leave();
      now += 300;
      await turn();
    }
    for (let place = 0; place < 16; place++) gate.enter();
    now += 300;
    expect(gate.enter()).toBeUndefined();
    await turn();
  });

  it('accepts everything after a single late turn', async () => {
    const gate = openGate(100, () => 0, clock);
    for (let place = 0; place < 16; place++) gate.enter();
    now += 90;
    expect(gate.enter()).toBeDefined();
    await turn();
    expect([gate.allowed(), gate.enter() !== undefined]).toEqual([100, true]);
  });
});

describe('the slots of a caller', () => {
  const isHere = () => false;

  it('are fewer while the caller takes much of the time and others send requests too', async () => {
    let now = 0;
    const slots = callerSlots(8, 1, () => now);
    const take = (caller: string) => slots.take(caller, isHere);
    slots.spend('busy', 500);
    slots.spend('other', 100);
    // Nobody else has sent a request yet.
    const first = await Promise.all([take('busy'), take('busy')]);
    const other = await take('other');
    const third = take('busy');
    let hasBegun = false;
    void third.then(() => (hasBegun = true));
    first[0]();
    await Promise.resolve();
    expect(hasBegun).toBe(false);
    first[1]();
    (await third)();
    other();
    // The time that a caller has spent decays within a few seconds.
    now += 5_000;
    const later = await Promise.all([take('other'), take('busy'), take('busy')]);
    expect(later).toHaveLength(3);
  });

  it('are not fewer for callers that take as much of the time as others', async () => {
    const slots = callerSlots(8, 1, () => 0);
    const callers = ['a', 'b', 'c', 'd', 'e'];
    for (const caller of callers) slots.spend(caller, 500);
    const taken = await Promise.all([...callers, ...callers].map((caller) => slots.take(caller, isHere)));
    expect(taken).toHaveLength(10);
  });
});
