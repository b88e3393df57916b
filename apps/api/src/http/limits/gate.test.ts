import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ensureOrganization, generateApiKey, registerApiKey } from '@dossier/store';
import { pino } from 'pino';
import request from 'supertest';
import { openApiDocument, operationsOf, resolve } from '../../openapi/index.ts';
import { routes } from '../../routes.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany } from '../../testing/fixtures.ts';
import { openGate, type Gate } from './gate.ts';

let now = 0;
const clock = () => now;
const connection = {};
/** Ends a turn of the event loop. */
const turn = () => new Promise((resolved) => setImmediate(resolved));
beforeEach(() => {
  now = 0;
});

/** Begins this many requests of nobody, which stay in flight. */
const occupy = (gate: Gate, count: number) =>
  Promise.all(Array.from({ length: count }, async () => gate.begin(undefined)));

/** Returns a gate that rejects each request. */
async function closedGate(): Promise<{ gate: Gate; open: () => void }> {
  const gate = openGate(1, 8, clock);
  const [leave] = await occupy(gate, 1);
  now += 101;
  return { gate, open: leave! };
}

describe('requests', () => {
  let api: TestApi;
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await api.close();
  });

  /** Sends the beginning of a request, and returns the socket. */
  function begin(method: string, path: string, ...headers: string[]): Socket {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    sockets.push(socket);
    const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Token ${api.key}`];
    socket.write(`${[...head, ...headers].join('\r\n')}\r\n\r\n`);
    return socket;
  }
  const firstData = (socket: Socket) =>
    new Promise<string>((resolved) => socket.once('data', (data) => resolved(String(data))));

  it('that the gate rejects get a 503 with Retry-After, while /live, /ready and /health answer', async () => {
    const { gate, open } = await closedGate();
    api = await startTestApi('sqlite', { gate });
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
    open();
    expect((await api.get('/api/v1/documents')).status).toBe(200);
  });

  it('are rejected in the forms that the API reference declares, and logged together', async () => {
    const { gate } = await closedGate();
    const lines: object[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as object);
    api = await startTestApi('sqlite', { gate, logger: pino({}, { write }) });
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
    expect(lines[0]).toMatchObject({ level: 40, code: 'overloaded', count: 1, msg: 'requests rejected' });
    expect(lines.length).toBeLessThan(10);
  });

  it('take no place while their body arrives or their response is read', async () => {
    api = await startTestApi('sqlite', { gate: openGate(1, 1) });
    begin('POST', '/api/v1/search/', 'Content-Type: application/json', 'Content-Length: 15');
    expect((await api.get('/api/v1/documents')).status).toBe(200);
    const description = 'x'.repeat(32 * 1024 * 1024);
    await insertCompany(api.db, { domain: 'acme.com', description });
    const socket = begin('GET', '/api/v1/companies/acme-com');
    expect(await firstData(socket)).toMatch(/^HTTP\/1\.1 200/);
    socket.pause();
    expect((await api.get('/api/v1/documents')).status).toBe(200);
  });

  it('of one organization wait for its others, and those of others do not', async () => {
    const gate = openGate(10, 1);
    api = await startTestApi('sqlite', { gate });
    const other = generateApiKey();
    await registerApiKey(api.db, other, await ensureOrganization(api.db, 'Another house', 'Funds'));
    const leave = await gate.begin('Test partner');
    const order: string[] = [];
    const waiting = api.get('/api/v1/documents').then(({ status }) => order.push(`waited ${status}`));
    expect((await api.get('/api/v1/documents', { authorization: `Token ${other}` })).status).toBe(200);
    order.push('another');
    leave();
    await waiting;
    expect(order).toEqual(['another', 'waited 200']);
  });

  it('of one organization get a 429 if a hundred wait', async () => {
    const gate = openGate(10, 1);
    api = await startTestApi('sqlite', { gate });
    const leave = await gate.begin('Test partner');
    const waiting = Array.from({ length: 100 }, async () => (await gate.begin('Test partner'))());
    const { status, body, headers } = await api.get('/api/v1/documents');
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'too_many_in_flight', '2']);
    leave();
    await Promise.all(waiting);
    expect((await api.get('/api/v1/documents')).status).toBe(200);
  });

  it('are neither answered nor charged if the client disconnects before they begin', async () => {
    const gate = openGate(10, 1);
    let onBegun: (() => void) | undefined;
    let onAborted: (() => void) | undefined;
    const begun = new Promise<void>((resolved) => (onBegun = resolved));
    const aborted = new Promise<void>((resolved) => (onAborted = resolved));
    api = await startTestApi('sqlite', {
      gate,
      observers: [{ begin: () => (onBegun!(), (finished) => finished.isAborted && onAborted!()) }],
    });
    const leave = await gate.begin('Test partner');
    const socket = begin('GET', '/api/v1/documents');
    await begun;
    socket.destroy();
    await aborted;
    leave();
    const { status, headers } = await api.get('/api/v1/documents');
    const [limit, left] = [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']].map(Number);
    expect([status, left]).toEqual([200, limit! - 1]);
  });
});

describe('the gate', () => {
  /** Lets a request arrive every ten milliseconds until a time, and returns how many were rejected. */
  const rejectedUntil = (gate: Gate, end: number) => {
    const before = gate.rejected();
    for (; now < end; now += 10) gate.rejects(connection);
    return gate.rejected() - before;
  };

  it('rejects nothing while fewer requests than its limit are in flight, however long they take', async () => {
    const gate = openGate(40, 8, clock);
    await occupy(gate, 39);
    expect([rejectedUntil(gate, 10_000), gate.allowed()]).toEqual([0, 40]);
  });

  it('rejects nothing if a burst ends within a tenth of a second', async () => {
    const gate = openGate(40, 8, clock);
    const burst = await occupy(gate, 1000);
    expect(rejectedUntil(gate, 90)).toBe(0);
    for (const leave of burst) leave();
    expect(rejectedUntil(gate, 1000)).toBe(0);
  });

  it('accepts a quarter of its limit once more have stayed for a tenth of a second', async () => {
    const gate = openGate(40, 8, clock);
    const burst = await occupy(gate, 50);
    rejectedUntil(gate, 110);
    expect([gate.rejects(connection), gate.allowed()]).toEqual([true, 10]);
    for (const leave of burst.slice(0, 40)) leave();
    expect(gate.rejects(connection)).toBe(true);
    burst[40]!();
    expect(gate.rejects(connection)).toBe(false);
  });

  it('sheds load for a second after it has rejected only requests that waited', () => {
    const gate = openGate(16, 8, clock);
    now = 5000;
    gate.rejects(connection);
    for (let i = 0; i < 8; i++)
      for (const name of ['a', 'b']) void Promise.resolve(gate.begin(name)).catch(() => {});
    now += 101;
    gate.rejects(connection);
    expect(gate.allowed()).toBe(4);
    now += 999;
    gate.rejects(connection);
    expect(gate.allowed()).toBe(4);
    now += 2;
    gate.rejects(connection);
    expect(gate.allowed()).toBe(16);
  });

  it('has room for more connections below half of what it accepts, and rejects every late request', async () => {
    const gate = openGate(40, 8, clock);
    const burst = await occupy(gate, 50);
    const rejectsLate = () => {
      gate.markLate(connection);
      return gate.rejects(connection);
    };
    expect([gate.hasRoom(), gate.rejects(connection), rejectsLate()]).toEqual([true, false, true]);
    rejectedUntil(gate, 120);
    for (const leave of burst.slice(0, 45)) leave();
    expect([gate.hasRoom(), gate.rejects(connection), rejectsLate()]).toEqual([false, false, true]);
    burst[45]!();
    expect([gate.hasRoom(), rejectsLate(), gate.rejects(connection)]).toEqual([true, true, false]);
    gate.markLate(connection);
    for (let turns = 0; turns < 3; turns++) await turn();
    expect(gate.rejects(connection)).toBe(false);
  });

  it('rejects the first request of connections that waited for others, but only while it has no room', async () => {
    const gate = openGate(40, 8, clock);
    const burst = await occupy(gate, 50);
    /** Accepts a connection in each turn, each of which takes ten milliseconds, and returns whose request is rejected. */
    const accepting = async () => {
      const rejected: boolean[] = [];
      for (let count = 0; count < 5; count++, now += 10) {
        gate.accept(connection);
        rejected.push(gate.rejects(connection));
        await turn();
      }
      for (let turns = 0; turns < 2; turns++) await turn();
      return rejected;
    };
    expect(await accepting()).toEqual([false, false, false, false, false]);
    rejectedUntil(gate, 200);
    for (const leave of burst.slice(7)) leave();
    expect(await accepting()).toEqual([false, false, false, true, true]);
    expect(gate.rejects(connection)).toBe(false);
    expect(await accepting()).toEqual([false, false, false, true, true]);
    for (const leave of burst.slice(0, 7)) leave();
    expect(await accepting()).toEqual([false, false, false, false, false]);
  });

  it('rejects those that wait behind the first few once it sheds load', async () => {
    const gate = openGate(8, 4, clock);
    const leave = await gate.begin('busy');
    // The turn has begun requests for long enough, so that others wait.
    now += 1;
    const ends: string[] = [];
    const ask = (organization: string | undefined, name: string) =>
      Promise.resolve(gate.begin(organization)).then(
        (end) => (ends.push(`${name} begins`), end()),
        ({ code }: { code: string }) => void ends.push(`${name} ${code}`),
      );
    const asked = Array.from({ length: 6 }, (_, place) => ask('busy', `busy ${place}`));
    asked.push(...Array.from({ length: 4 }, (_, place) => ask(undefined, `other ${place}`)));
    expect(rejectedUntil(gate, 200)).toBeGreaterThan(0);
    leave();
    await Promise.all(asked);
    expect(ends.sort()).toEqual([
      'busy 0 begins',
      'busy 1 begins',
      'busy 2 overloaded',
      'busy 3 overloaded',
      'busy 4 overloaded',
      'busy 5 overloaded',
      'other 0 overloaded',
      'other 1 overloaded',
      'other 2 overloaded',
      'other 3 overloaded',
    ]);
  });

  it('accepts its limit again after a second without a rejection, also of a late request', async () => {
    const gate = openGate(40, 8, clock);
    const burst = await occupy(gate, 50);
    expect(rejectedUntil(gate, 300)).toBeGreaterThan(0);
    for (const leave of burst) leave();
    expect([rejectedUntil(gate, 1280), gate.allowed()]).toEqual([0, 10]);
    gate.markLate(connection);
    expect(gate.rejects(connection)).toBe(true);
    expect([rejectedUntil(gate, 2260), gate.allowed()]).toEqual([0, 10]);
    expect([rejectedUntil(gate, 2310), gate.allowed()]).toEqual([0, 40]);
  });

  it('counts no more requests of one organization than it may have in flight', async () => {
    const gate = openGate(40, 8, clock);
    const begun = Array.from({ length: 80 }, async () => (await gate.begin('busy'))());
    expect(rejectedUntil(gate, 1000)).toBe(0);
    await Promise.all(begun);
  });
});

describe('the turns of requests', () => {
  /** Returns a gate for requests that take this many milliseconds each, and the names of those that began. */
  function turnsOf(took: number) {
    const gate = openGate(1000, 8, clock);
    const begun: string[] = [];
    const work = (name: string) => {
      begun.push(name);
      now += took;
    };
    const ask = (name: string) => {
      const wait = gate.begin(undefined);
      if (wait instanceof Promise) void wait.then(() => work(name));
      else work(name);
    };
    return { gate, begun, ask };
  }

  it('begin requests for a millisecond, and for as long as the turns since the last one read, up to ten', async () => {
    const { begun, ask } = turnsOf(2);
    for (const name of 'abcdefghijklmn') ask(name);
    expect(begun).toEqual(['a']);
    await turn();
    expect(begun).toEqual(['a', 'b']);
    /** Ends a turn that reads requests for this time, and returns how many requests began. */
    const beginAfter = async (reading: number) => {
      const before = begun.length;
      now += reading;
      await turn();
      return begun.length - before;
    };
    expect([await beginAfter(1), await beginAfter(3), await beginAfter(50)]).toEqual([1, 2, 5]);
  });

  it('begin in the order of arrival, at most one of each organization, however long earlier ones took', async () => {
    const { gate, begun } = turnsOf(0);
    const ask = async (organization: string, took: number) => {
      const leave = await gate.begin(organization);
      begun.push(organization);
      now += took;
      leave();
    };
    await ask('busy', 30);
    await Promise.all([ask('busy', 30), ask('other', 1), ask('busy', 30), ask('other', 1)]);
    expect(begun).toEqual(['busy', 'busy', 'other', 'busy', 'other']);
  });

  it('begin in every 17th turn while connections are accepted', async () => {
    const { gate, begun, ask } = turnsOf(1);
    for (const name of 'abcd') ask(name);
    const began: number[] = [];
    for (let count = 0; count < 34; count++) {
      gate.accept(connection);
      await turn();
      began.push(begun.length);
    }
    expect(began).toEqual([...Array<number>(16).fill(1), ...Array<number>(17).fill(2), 3]);
  });
});
