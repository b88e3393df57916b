import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ensureOrganization, generateApiKey, registerApiKey } from '@dossier/store';
import request from 'supertest';
import { openApiDocument, operationsOf, resolve } from '../../openapi/index.ts';
import { routes } from '../../resources/index.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany } from '../../testing/fixtures.ts';
import { callerSlots } from '../limits/caller-slots.ts';
import { openGate, type Gate } from '../limits/gate.ts';
import { createPressure } from '../limits/pressure.ts';
import { createTurns } from '../limits/turns.ts';

describe('requests in flight', () => {
  let api: TestApi;
  const sockets: Socket[] = [];
  let onAsked: (() => void) | undefined;
  let answerLate: (() => void) | undefined;
  const verifyJwt = () =>
    new Promise<string>((resolved) => {
      answerLate = () => resolved('late');
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

  it('that get a 429 at the limit of their organization do not raise the limit of the gate', async () => {
    let now = 0;
    const gate = openGate(
      1000,
      1,
      () => 50,
      () => now,
    );
    api = await startTestApi('sqlite', { callerInFlight: 1, gate });
    const first = await begin();
    // A hundred wait for a turn, and the others are rejected at once.
    const all = await Promise.all(Array.from({ length: 200 }, () => api.get('/api/v1/documents')));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([429]));
    for (; now <= 150; now += 10) gate.enter()!.leave();
    // Eleven other requests ended in the first tenth of a second. A hundred more would allow five.
    expect(gate.allowed()).toBe(1);
    expect(await first.finish()).toBe(200);
  });

  it('free their turn when the client disconnects', async () => {
    api = await startTestApi('sqlite', { callerInFlight: 1 });
    await begin();
    const waiting = api.get('/api/v1/documents');
    sockets[0]!.destroy();
    expect((await waiting).status).toBe(200);
  });

  it('are neither answered nor charged if the client disconnects before they begin', async () => {
    let begin: (() => void) | undefined;
    let onWait: (() => void) | undefined;
    let onAborted: (() => void) | undefined;
    const waits = new Promise<void>((resolved) => (onWait = resolved));
    const aborted = new Promise<void>((resolved) => (onAborted = resolved));
    /** Keeps the first request waiting. */
    const wait = () =>
      begin
        ? undefined
        : new Promise<number>((resolved) => {
            begin = () => resolved(0);
            onWait!();
          });
    api = await startTestApi('sqlite', {
      turns: { ...createTurns(), begin: wait },
      observers: [{ begin: () => (finished) => finished.isAborted && onAborted!() }],
    });
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    const head = ['GET /api/v1/documents HTTP/1.1', 'Host: localhost', `Authorization: Token ${api.key}`];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await waits;
    socket.destroy();
    await aborted;
    begin!();
    const { status, headers } = await api.get('/api/v1/documents');
    const [limit, left] = [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']].map(Number);
    expect([status, left]).toEqual([200, limit! - 1]);
  });
});

describe('the pressure of requests that wait', () => {
  const late = 50;
  const short = 1;
  /** Notes the arrival of a request every ten milliseconds, each until a time. */
  function after(
    ...waits: [delay: number, until: number, isRejected?: (place: number) => boolean][]
  ): boolean {
    const pressure = createPressure(0);
    let now = 0;
    for (const [delay, until, isRejected = () => false] of waits)
      for (; now < until; now += 10) {
        pressure.note(delay, now);
        if (isRejected(now / 10)) pressure.reject();
      }
    return pressure.isHigh(now);
  }

  it('is high once all requests of a tenth of a second have waited too long', () => {
    expect(after([late, 100])).toBe(false);
    expect(after([late, 150])).toBe(true);
    expect(after([late, 90], [short, 100], [late, 190])).toBe(false);
    expect(after([4, 1000])).toBe(false);
  });

  it('stays high while many requests are rejected, however short the waits of the others', () => {
    expect(after([late, 150], [short, 500, () => true])).toBe(true);
    expect(after([late, 150], [short, 500, (place) => place % 5 === 0])).toBe(true);
    expect(after([late, 150], [short, 500, (place) => place % 20 === 0])).toBe(false);
    expect(after([late, 150], [short, 500])).toBe(false);
  });

  it('is not high after a tenth of a second without requests', () => {
    const pressure = createPressure(0);
    let now = 0;
    for (; now < 200; now += 10) pressure.note(late, now);
    expect(pressure.isHigh(now)).toBe(true);
    expect(pressure.isHigh(now + 100)).toBe(false);
    pressure.note(late, now + 100);
    expect(pressure.isHigh(now + 100)).toBe(false);
  });
});

describe('the gate under pressure', () => {
  let now = 0;
  let waited = 0;
  const openAt = (most: number) => {
    [now, waited] = [0, 0];
    return openGate(
      most,
      16,
      () => waited,
      () => now,
    );
  };
  /** Lets requests arrive, this many every ten milliseconds, and leave at once. Returns how many were accepted. */
  function pass(gate: Gate, each: number, milliseconds: number): number {
    let accepted = 0;
    for (const end = now + milliseconds; now < end; now += 10)
      for (const entered of Array.from({ length: each }, () => gate.enter())) {
        if (entered) accepted += 1;
        entered?.leave();
      }
    return accepted;
  }

  it('accepts everything until all requests of a tenth of a second have waited', () => {
    const gate = openAt(100);
    waited = 50;
    expect([pass(gate, 50, 100), gate.allowed()]).toEqual([500, 100]);
    waited = 0;
    pass(gate, 50, 10);
    waited = 50;
    expect([pass(gate, 50, 100), gate.allowed()]).toEqual([500, 100]);
  });

  it('never rejects the first few requests in flight', () => {
    const gate = openAt(100);
    waited = 50;
    pass(gate, 1, 300);
    expect(gate.allowed()).toBe(16);
    const passes = Array.from({ length: 17 }, () => gate.enter());
    expect([passes.slice(0, 16).includes(undefined), passes[16]]).toEqual([false, undefined]);
    passes[0]!.leave();
    expect(gate.enter()).toBeDefined();
  });

  it('limits the requests in flight to the number that ends in five milliseconds', () => {
    const gate = openAt(100);
    waited = 50;
    // Forty requests end every ten milliseconds, one after the other.
    for (let tens = 0; tens <= 20; tens++) {
      for (let place = 0; place < 40; place++) gate.enter()!.leave();
      now += 10;
    }
    waited = 0;
    const passes = Array.from({ length: 60 }, () => gate.enter());
    expect(passes.filter((each) => each !== undefined)).toHaveLength(20);
  });

  it('does not count requests that end while they wait outside of it', () => {
    const gate = openAt(100);
    waited = 50;
    for (let tens = 0; tens <= 20; tens++) {
      pass(gate, 10, 10);
      for (const each of Array.from({ length: 40 }, () => gate.enter())) {
        each?.pause();
        each?.leave();
      }
    }
    expect(gate.allowed()).toBe(16);
  });

  it('rejects accepted requests that waited too long, but only while it rejects others', () => {
    const gate = openAt(100);
    waited = 50;
    pass(gate, 10, 210);
    // An organization that has the process to itself: everything waits, and nothing is rejected.
    expect([gate.allowed(), gate.isLate(50)]).toEqual([16, false]);
    const passes = Array.from({ length: 17 }, () => gate.enter());
    expect([gate.isLate(50), gate.isLate(5)]).toEqual([true, false]);
    for (const each of passes) each?.leave();
    now += 200;
    expect(gate.isLate(50)).toBe(false);
  });

  it('accepts everything again once few requests are rejected', () => {
    const gate = openAt(100);
    waited = 50;
    pass(gate, 40, 210);
    waited = 0;
    const stuck = Array.from({ length: 100 }, () => gate.enter());
    expect(gate.allowed()).toBeLessThan(100);
    for (const each of stuck) each?.leave();
    pass(gate, 1, 310);
    expect(gate.allowed()).toBe(100);
  });
});

describe('the turns of requests', () => {
  let now = 0;
  /** Ends a turn of the event loop. */
  const turn = () => new Promise((resolved) => setImmediate(resolved));
  /** Returns turns in which each request takes this many milliseconds, and the names of the requests that began. */
  function turnsOf(took: number) {
    const turns = createTurns(() => now);
    const begun: string[] = [];
    const work = (name: string) => {
      begun.push(name);
      now += took;
    };
    const ask = (name: string) => {
      const wait = turns.begin();
      if (wait) void wait.then(() => work(name));
      else work(name);
    };
    return { turns, begun, ask };
  }

  it('begin requests for a millisecond, at least one, in each turn of the event loop', async () => {
    const long = turnsOf(5);
    for (const name of 'abc') long.ask(name);
    expect(long.begun).toEqual(['a']);
    expect(long.turns.waited()).toBe(0);
    now += 3;
    expect(long.turns.waited()).toBe(3);
    await turn();
    expect(long.begun).toEqual(['a', 'b']);
    await turn();
    expect([long.begun, long.turns.waited()]).toEqual([['a', 'b', 'c'], 0]);
    await turn();
    const short = turnsOf(0.3);
    for (const name of 'abcde') short.ask(name);
    expect(short.begun).toEqual(['a', 'b', 'c', 'd']);
    await turn();
    expect(short.begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('begin requests for as long as the event loop has read others, up to five milliseconds', async () => {
    const { begun, ask } = turnsOf(1);
    for (const name of 'abcdefghijk') ask(name);
    await turn();
    expect(begun).toHaveLength(2);
    now += 3;
    await turn();
    expect(begun).toHaveLength(5);
    now += 50;
    await turn();
    expect(begun).toHaveLength(10);
  });

  it('wait while connections are accepted, for eight turns of the event loop', async () => {
    const { turns, begun, ask } = turnsOf(5);
    for (const name of 'ab') ask(name);
    let waited = 0;
    while (begun.length < 2) {
      turns.accept();
      await turn();
      waited += 1;
    }
    expect(waited).toBe(9);
  });
});

describe('the slots of a caller', () => {
  const isHere = () => false;

  it('are fewer while the caller takes much of the time and others send requests too', async () => {
    let now = 0;
    const slots = callerSlots(8, 1, () => now);
    const take = (caller: string) => Promise.resolve(slots.take(caller, isHere));
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

  it('stay taken for as long again while the caller takes much of the time', async () => {
    let now = 0;
    const slots = callerSlots(8, 1, () => now);
    const take = (caller: string) => Promise.resolve(slots.take(caller, isHere));
    const other = await take('other');
    slots.spend('other', 100);
    const first = await take('busy');
    slots.spend('busy', 500);
    now += 20;
    first();
    let hasBegun = false;
    const second = take('busy').then(() => (hasBegun = true));
    other();
    await take('other');
    await new Promise((resolved) => setImmediate(resolved));
    expect(hasBegun).toBe(false);
    await second;
  });

  it('are not fewer for callers that take as much of the time as others', async () => {
    const slots = callerSlots(8, 1, () => 0);
    const callers = ['a', 'b', 'c', 'd', 'e'];
    for (const caller of callers) slots.spend(caller, 500);
    const taken = await Promise.all(
      [...callers, ...callers].map(async (caller) => slots.take(caller, isHere)),
    );
    expect(taken).toHaveLength(10);
  });
});
