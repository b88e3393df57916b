import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { pino } from 'pino';
import { fail } from '@dossier/shared';
import { z } from 'zod';
import { BodyStream, Answer, endpoint, routesWith } from './endpoint.ts';
import { createPlainAdapter } from './plain-adapter.ts';
import { httpServer } from './listener.ts';
import { fallbacks, mount } from './mount.ts';
import type { RequestObserver } from './observe/observe.ts';
import { requestLog } from './observe/request-log.ts';
import type { HttpServices } from './services.ts';

const route = routesWith<HttpServices>();
const endless = endpoint({
  method: 'GET',
  path: '/endless',
  operationId: 'getEndless',
  summary: 'An answer that ends only when nobody listens any more',
  description: 'For these tests.',
  tag: 'Test',
  access: 'public',
  input: z.strictObject({ fails: z.string().optional() }),
  output: { 200: z.string() },
});

it('an unsupported oEmbed format is not logged as an error', async () => {
  const lines: { level: number }[] = [];
  const log = { write: (line: string) => lines.push(JSON.parse(line)) };
  const logger = pino({}, log);
  const services = { observers: [] as RequestObserver[], clock: () => new Date() } as HttpServices;
  const app = express();
  const handler = route({ ...endless, output: {}, errors: ['oembed_format'] }, async () => {
    throw fail('oembed_format', { format: 'html' });
  });
  mount(app, [handler], services, logger);
  const server = httpServer()
    .on('request', createPlainAdapter(app, [], services, logger))
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/endless`);
  expect(answer.status).toBe(501);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  expect(lines.map(({ level }) => level)).toEqual([30]);
});

it('an error that Express passes on is logged and returned', async () => {
  const lines: { level: number; msg: string }[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const services = { observers: [] as RequestObserver[], clock: () => new Date() } as HttpServices;
  const app = express().use(() => {
    throw new Error('Nothing handles this.');
  });
  const server = httpServer()
    .on('request', createPlainAdapter(app, [], services, logger))
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/nowhere`);
  expect([answer.status, await answer.json()]).toEqual([500, expect.objectContaining({ code: 'internal' })]);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  expect(lines.filter(({ level }) => level === 50)).toHaveLength(1);
});

it('the line of a request is the one that pino writes for its fields', () => {
  const lines: string[] = [];
  const options = { timestamp: () => ',"time":0' };
  const logger = pino(options, { write: (line: string) => void lines.push(line) }).child({ worker: 1 });
  const log = requestLog(logger).begin({} as IncomingMessage);
  const plain = {
    id: 'x',
    method: 'GET',
    path: String.raw`/a"b\c`,
    calls: [],
    status: 200,
    bytes: 10,
    seconds: 0.0012346,
  };
  const caller = { organization: 'Ü "House"\n', plan: 'Platforms', key: 'k1' };
  log({ ...plain, endpoint: undefined, caller: undefined, error: undefined, isAborted: false });
  logger.info({ ...plain, calls: undefined, seconds: undefined, ms: 1.235 }, 'request');
  // pino writes fields in the order of the object.
  const { id, method, path, bytes } = plain;
  const calls = ['listNews'];
  log({ ...plain, calls, status: 404, endpoint: endless, caller, error: 'not_found', isAborted: true });
  logger.info(
    {
      ...{ id, method, path, operation: 'getEndless', calls, status: 404, error: 'not_found', bytes },
      ...{ ms: 1.235, organization: caller.organization, key: 'k1', aborted: true },
    },
    'request',
  );
  expect([lines[0], lines[2]]).toEqual([lines[1], lines[3]]);
  logger.level = 'warn';
  log({ ...plain, endpoint: undefined, caller: undefined, error: undefined, isAborted: false });
  expect(lines).toHaveLength(4);
});

it('a header that Node rejects is an error of its request only', async () => {
  const services = { observers: [] as RequestObserver[], clock: () => new Date() } as HttpServices;
  const bad = route(endless, async () => new Answer('text', { headers: { 'X-Name': 'a\r\nb' } }));
  const adapter = createPlainAdapter(express(), [bad], services, pino({ level: 'silent' }));
  const server = httpServer().on('request', adapter).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/endless`);
  expect([answer.ok, answer.headers.get('x-name')]).toEqual([false, null]);
  expect(await answer.json()).toHaveProperty('error');
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
});

describe('a streamed response', () => {
  async function serve(work: (address: string) => Promise<void>): Promise<{ level: number; msg: string }[]> {
    const lines: { level: number; msg: string }[] = [];
    const log = new Writable({
      write: (line: Buffer, _, done) => {
        lines.push(JSON.parse(String(line)));
        done();
      },
    });
    let ended = () => {};
    const end = new Promise<void>((resolve) => (ended = resolve));
    const pieces = async function* (fails: boolean) {
      try {
        for (;;) {
          yield 'x'.repeat(65_536);
          if (fails) throw new Error('The source failed.');
        }
      } finally {
        setImmediate(ended);
      }
    };
    const logger = pino(log);
    const services = { observers: [] as RequestObserver[], clock: () => new Date() } as HttpServices;
    const app = express();
    const handler = route(
      endless,
      async (_, { fails }) => new Answer(new BodyStream(pieces(fails !== undefined))),
    );
    mount(app, [handler], services, logger);
    fallbacks(app, [endless], services, logger);
    const server = httpServer()
      .on('request', createPlainAdapter(app, [], services, logger))
      .listen(0, '127.0.0.1');
    await once(server, 'listening');
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/endless`);
    await end;
    await new Promise((resolve) => {
      server.close(resolve);
      // Also what the client opened for its next request; Node does not call that idle.
      server.closeAllConnections();
    });
    return lines.filter(({ level }) => level >= 50);
  }

  it('logs no error when the client disconnects', async () => {
    const errors = await serve(async (address) => {
      const reader = (await fetch(address)).body!.getReader();
      await reader.read();
      await reader.cancel();
    });
    expect(errors).toEqual([]);
  });

  it('logs one error when its source fails', async () => {
    const errors = await serve(async (address) => {
      const response = await fetch(`${address}?fails=1`);
      await response.text().catch(() => '');
    });
    expect(errors).toEqual([expect.objectContaining({ msg: 'request failed' })]);
  });
});
