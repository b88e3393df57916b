import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { limitConnections, parseConnectionLimits, type ConnectionLimits } from './connections.ts';

describe('connections', () => {
  let api: TestApi;
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await api.close();
  });
  const start = async (connections: ConnectionLimits) => {
    api = await startTestApi('sqlite', { connections });
  };

  /** Opens a connection that sends this much of a request, and returns it once the server has read it. */
  async function halfSend(text: string): Promise<Socket> {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  }
  /** Half-sends a body, as a proxy does for the client with this address. Returns once the server waits for the body. */
  async function halfSendFor(address: string): Promise<Socket> {
    const lines = [
      'POST /api/v1/search/ HTTP/1.1',
      'Host: localhost',
      `Authorization: Token ${api.key}`,
      `X-Forwarded-For: ${address}`,
      'Content-Type: application/json',
      'Content-Length: 15',
      'Expect: 100-continue',
    ];
    const socket = await halfSend(`${lines.join('\r\n')}\r\n\r\n`);
    const [data] = (await once(socket, 'data')) as [Buffer];
    expect(String(data)).toMatch(/^HTTP\/1\.1 100/);
    return socket;
  }
  const closed = (socket: Socket) => (socket.destroyed ? Promise.resolve() : once(socket, 'close'));
  const isOpen = (socket: Socket) => !socket.destroyed;

  it('that are half-sent make room for new ones at the limit, the oldest first', async () => {
    await start({ process: 20, address: 20 });
    const halves: Socket[] = [];
    for (let place = 0; place < 20; place++) halves.push(await halfSend('GET /health HTTP/1.1\r\nHost'));
    for (const _ of halves.slice(0, 5)) expect((await api.get('/api/v1/documents')).status).toBe(200);
    await closed(halves[0]!);
    expect(halves.slice(5).every(isOpen)).toBe(true);
  });

  it('make room at the limit: idle ones first, then those that have sent nothing', async () => {
    await start({ process: 3, address: 3 });
    const idle = await halfSend('GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(idle, 'data');
    const opened = [await halfSend(''), await halfSend('')];
    const next = await halfSend('');
    await closed(idle);
    expect([...opened, next].map(isOpen)).toEqual([true, true, true]);
  });

  it('of one address behind a proxy make room for its own ones', async () => {
    await start({ process: 100, address: 2 });
    const first = await halfSendFor('203.0.113.7');
    const other = await halfSendFor('203.0.113.8');
    const second = await halfSendFor('203.0.113.7');
    const third = await halfSendFor('203.0.113.7');
    await closed(first);
    expect([other, second, third].map(isOpen)).toEqual([true, true, true]);
  });

  it('of one IPv6 network count together', async () => {
    await start({ process: 100, address: 2 });
    const first = await halfSendFor('2001:db8:0:100::1');
    const other = await halfSendFor('2001:db8:0:200::1');
    await halfSendFor('2001:db8:0:1aa::2');
    await halfSendFor('2001:db8:0:1ff::3');
    await closed(first);
    expect(isOpen(other)).toBe(true);
  });

  it('behind a proxy count for an address only until its response', async () => {
    await start({ process: 100, address: 1 });
    const half = await halfSendFor('203.0.113.7');
    half.write('{"query":"abc"}');
    await once(half, 'data');
    const next = await halfSendFor('203.0.113.7');
    expect([half, next].map(isOpen)).toEqual([true, true]);
  });
});

it('that rest after a rejection make room only after idle ones, because they may hold a request', async () => {
  const server = createServer((req, res) => {
    res.end();
    if (req.url === '/rest') res.once('finish', () => setImmediate(() => req.socket.pause()));
  });
  const held: Socket[] = [];
  server.on('connection', (socket: Socket) => held.push(socket));
  limitConnections(server, { process: 2, address: 2 }, { isProxy: () => false, clientOf: () => '' });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const open = async (path: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(socket, 'data');
    return socket;
  };
  const [resting, idle] = [await open('/rest'), await open('/')];
  resting.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const closing = Promise.race([resting, idle].map((socket) => once(socket, 'close').then(() => socket)));
  const next = await open('/');
  expect((await closing) === idle).toBe(true);
  held[0]!.resume();
  const [answer] = (await once(resting, 'data')) as [Buffer];
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200/);
  for (const socket of [resting, next]) socket.destroy();
  await once(server.close(), 'close');
});

it('reads the limits of connections, and rejects any other text', () => {
  expect(parseConnectionLimits('process=100, address=5')).toEqual({ process: 100, address: 5 });
  for (const text of [
    '',
    'off',
    'process=100',
    'process=0,address=5',
    'process=1,address=x',
    'process=1,address=1,x=1',
  ])
    expect(parseConnectionLimits(text)).toBeUndefined();
});
