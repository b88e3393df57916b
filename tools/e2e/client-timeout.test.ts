import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createClient } from '@dossier/client';

const server = createServer(({ url }, response) => {
  if (url!.startsWith('/body')) response.writeHead(200).write('{');
});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it.each(['/no-head', '/body'])(
  'the client ends a request in time after garbage collections, or with its signal: %s',
  async (prefix) => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const stop = new AbortController();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
    const ask = (timeoutMs: number) =>
      createClient({ url, key: 'k', tries: 1, timeoutMs, signal: stop.signal }).get(
        '/api/v1/changes/latest/',
      );
    const late = expect(ask(600)).rejects.toMatchObject({ name: 'TimeoutError' });
    const stopped = expect(ask(60_000)).rejects.toMatchObject({ name: 'AbortError' });
    for (let i = 0; i < 10; i++) {
      await sleep(30);
      collect();
    }
    await late;
    stop.abort();
    await stopped;
  },
);
