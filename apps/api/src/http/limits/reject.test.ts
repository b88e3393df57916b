import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { pino } from 'pino';
import { openGate } from './gate.ts';
import { rejecting } from '../response/reject.ts';

const CONNECTIONS = 150;

it('rejects every request, but reads the connections of rejected ones again at a steady pace', async () => {
  let now = 0;
  const gate = openGate(1, 1, () => now);
  const leave = await gate.begin('busy');
  const rejects = rejecting({ gate, publicUrl: 'http://localhost' }, [], pino({ enabled: false }));
  /** How many requests were read in each turn that read some. */
  const turns: number[] = [];
  let isSame = false;
  const server = createServer((req, res) => {
    if (!isSame) {
      turns.push(0);
      isSame = true;
      setImmediate(() => (isSame = false));
    }
    turns[turns.length - 1]! += 1;
    if (!rejects(req, res, req.url!)) res.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statusOf = async () => {
    const [res] = (await once(get({ host: '127.0.0.1', port, agent }), 'response')) as [IncomingMessage];
    res.resume();
    await once(res, 'end');
    return res.statusCode;
  };
  const each = (count: number) => Promise.all(Array.from({ length: count }, statusOf));
  await each(CONNECTIONS);
  // The gate rejects requests once it has been full for a tenth of a second.
  now += 200;
  turns.length = 0;
  const statuses = await each(CONNECTIONS * 6);
  expect([...new Set(statuses)]).toEqual([503]);
  expect(turns.reduce((sum, read) => sum + read)).toBe(CONNECTIONS * 6);
  // All connections were read in the first turns, and 10 were added in later ones.
  expect(turns.filter((read) => read > 30).length).toBeLessThanOrEqual(2);
  leave();
  agent.destroy();
  server.close();
});

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

it.each([
  [
    'rejects a request that may have waited on a resting connection, and answers the next one',
    100,
    '503 503 200',
  ],
  ['answers a request that waited only for a moment', 10, '503 200 200'],
  ['answers a request after the end of Retry-After', 3000, '503 200 200'],
])('%s, if there is room', async (_, rested, wanted) => {
  let now = 0;
  const clock = () => now;
  const gate = openGate(1, 1, clock);
  const leave = await gate.begin('busy');
  now += 200;
  const rejects = rejecting({ gate, publicUrl: 'http://localhost' }, [], pino({ enabled: false }), clock);
  const statuses: number[] = [];
  const server = createServer((req, res) => {
    if (!rejects(req, res, req.url!)) res.end();
    // The gate has room once it has rejected the first request.
    leave();
    res.once('finish', () => {
      statuses.push(res.statusCode);
      // In this turn the connection begins to rest, so that what is sent after that waits there.
      setImmediate(() => {
        if (statuses.length < 3) socket.write(REQUEST);
        else socket.end();
        now += rested;
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.resume().write(REQUEST);
  await once(socket, 'close');
  expect(statuses.join(' ')).toBe(wanted);
  server.close();
});

it('lets a connection rest once for all requests of a packet', async () => {
  let now = 0;
  const gate = openGate(1, 1, () => now);
  await gate.begin('busy');
  now += 200;
  const rejects = rejecting({ gate, publicUrl: 'http://localhost' }, [], pino({ enabled: false }));
  let pauses = 0;
  const server = createServer((req, res) => void rejects(req, res, req.url!))
    .on('connection', (socket: Socket) => {
      const pause = socket.pause.bind(socket);
      socket.pause = () => {
        pauses += 1;
        return pause();
      };
    })
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (part: string) => (text += part)).write(REQUEST.repeat(50));
  while ((text.match(/HTTP\/1.1 503/g) ?? []).length < 50) await once(socket, 'data');
  expect(pauses).toBeLessThan(10);
  socket.destroy();
  server.close();
});
