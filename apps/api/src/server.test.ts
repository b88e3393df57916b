import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ensureOrganization, generateApiKey, registerApiKey } from '@dossier/store';
import { createTestDatabase, freePort, type TestDatabase } from '@dossier/store/testing';
import { pino } from 'pino';
import { readConfig } from './config.ts';
import { startServer } from './server.ts';

describe('the server', () => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await createTestDatabase('sqlite');
    folder = mkdtempSync(join(tmpdir(), 'dossier-server-'));
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (port = 0) => {
    const env = {
      PORT: `${port}`,
      DATABASE_URL: database.url,
      SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
    };
    return startServer(readConfig(env), pino({ level: 'silent' }));
  };
  const connected = (port: number) =>
    new Promise<Socket | undefined>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(socket)).once('error', () => resolve(undefined));
    });
  const answered = (socket: Socket) =>
    new Promise((resolve) => socket.once('data', (data) => resolve(String(data))));

  it('answers the first request that it takes', async () => {
    const port = await freePort();
    const starting = start(port);
    let socket: Socket | undefined;
    while (!socket) {
      await turn();
      socket = await connected(port);
    }
    socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await answered(socket)).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
    await (await starting).stop();
  });

  it('ends though a client is in the middle of a request and stays there', async () => {
    const key = generateApiKey();
    await registerApiKey(
      database.db,
      key,
      await ensureOrganization(database.db, 'Test partner', 'Platforms'),
    );
    const server = await start();
    const socket = (await connected(Number(new URL(server.url).port)))!;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    const head = [
      'POST /api/v1/search/ HTTP/1.1',
      'Host: localhost',
      `Authorization: Token ${key}`,
      'Content-Type: application/json',
      'Content-Length: 100',
      'Expect: 100-continue',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    expect(await answered(socket)).toMatch(/^HTTP\/1\.1 100 Continue/);
    await server.stop(100);
    await closed;
  });
});
