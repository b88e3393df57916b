import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { createClient } from '@dossier/client';

it('the client reads a large file without a warning of leaked listeners', async () => {
  const rows = Array.from({ length: 2000 }, () => ({ text: randomBytes(1000).toString('base64') }));
  const file = gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const server = createServer((_, response) => response.end(file)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const warnings: string[] = [];
  const warn = ({ name }: Error) => warnings.push(name);
  process.on('warning', warn);
  try {
    const client = createClient({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      key: 'k',
    });
    const sha256 = createHash('sha256').update(file).digest('hex');
    const found = client.rowsOf({
      ...{ kind: 'news', format: 'ndjson', name: 'news.ndjson.gz', url: '/news.ndjson.gz' },
      ...{ rows: rows.length, bytes: file.length, sha256 },
    });
    const read: unknown[] = [];
    for await (const row of found) read.push(row);
    expect(read).toEqual(rows);
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', warn);
    server.closeAllConnections();
    server.close();
  }
});
