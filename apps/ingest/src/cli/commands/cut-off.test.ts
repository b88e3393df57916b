import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startIngest } from '../../testing/command.ts';
import { temporaryFolder, type Folder } from '../../testing/files.ts';

describe('a command waiting for a database that never responds', () => {
  let server: Server;
  let folder: Folder;
  const sockets: Socket[] = [];
  beforeEach(async () => {
    server = createServer((socket) => void sockets.push(socket.on('error', () => {})));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    folder = temporaryFolder();
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    folder.remove();
  });

  it.each([
    ['SIGINT', ['migrate']],
    ['SIGTERM', ['load', 'companies', '-', '--format', 'ndjson']],
    ['SIGINT', ['delete', 'companies', 'acme.com']],
    ['SIGTERM', ['status', '--json']],
  ] as const)('exits with 8 on %s: %j', async (signal, args) => {
    const { port } = server.address() as AddressInfo;
    const env = {
      DATABASE_URL: `postgres://x@127.0.0.1:${port}/x`,
      SEARCH_URL: `sqlite:${folder.path}/search.db`,
    };
    const asked = once(server, 'connection');
    const { process: child, finished } = startIngest([...args], env);
    await asked;
    child.kill(signal);
    const { code, stdout, stderr } = await finished;
    expect([code, stderr]).toEqual([8, 'Stopped.\nRun the command again.\n']);
    if (args.includes('--json' as never)) expect(JSON.parse(stdout)).toMatchObject({ exitCode: 8 });
  });
});
