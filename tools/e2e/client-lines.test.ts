import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from '@jest/globals';
import { createClient, mirror, sqliteStore, type SnapshotFile, type Store } from '@dossier/client';
import { openSqlite } from '@dossier/sqlite';

let close = () => {};
afterEach(() => close());

/** Serves a snapshot of one file of news, and no changes after it. */
async function serve(rows: object[], level?: number) {
  const file = gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { level });
  const described: SnapshotFile = {
    ...{ kind: 'news', format: 'ndjson', name: 'news.ndjson.gz', url: '/news.ndjson.gz' },
    ...{ rows: rows.length, bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') },
  };
  const pagination = { has_more: false, last_seq: 1, epoch: 'e' };
  const answers: Record<string, string> = {
    '/api/v1/snapshots/': JSON.stringify({ snapshots: [{ seq: 1, epoch: 'e', files: [described] }] }),
    '/api/v1/changes/': JSON.stringify({ changes: [], pagination }),
  };
  let sent = 0;
  const part = 2 ** 16;
  const parts = function* () {
    for (; sent < file.length; sent += part) yield file.subarray(sent, sent + part);
  };
  const server = createServer(({ url }, response) => {
    if (url === described.url) Readable.from(parts()).pipe(response);
    else response.end(answers[url!.split('?')[0]!]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  const client = createClient({ url: `http://127.0.0.1:${port}`, key: 'k' });
  return { client, file: described, sent: () => sent };
}

it('the client reads a large file without a warning of leaked listeners', async () => {
  const rows = Array.from({ length: 2000 }, () => ({ text: randomBytes(1000).toString('base64') }));
  const { client, file } = await serve(rows);
  const warnings: string[] = [];
  const warn = ({ name }: Error) => warnings.push(name);
  process.on('warning', warn);
  try {
    const read: unknown[] = [];
    for await (const row of client.rowsOf(file)) read.push(row);
    expect(read).toEqual(rows);
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', warn);
  }
});

it('the client keeps about a megabyte of long records while a store saves, and reads no lines ahead', async () => {
  const LONG = 100_000;
  const rows = Array.from({ length: 600 }, (_, id) => ({ id, text: 'é'.repeat(LONG / 2) }));
  const { client, file, sent } = await serve(rows, 0);
  const store = sqliteStore(openSqlite(':memory:'));
  const saved: number[] = [];
  let ahead = 0;
  const slow: Store = {
    ...store,
    save: async (records, place) => {
      saved.push(JSON.stringify(records).length);
      // Until the server cannot send more.
      for (let before = -1; saved.length === 1 && before < ahead; await sleep(200)) {
        before = ahead;
        ahead = sent();
      }
      await store.save(records, place);
    },
  };
  await mirror({ client, to: slow });
  const copied: unknown[] = [];
  for await (const row of store.rows('news')) copied.push(row);
  expect(copied).toHaveLength(rows.length);
  expect(copied).toEqual(expect.arrayContaining([rows[0], rows[599]]));
  expect(Math.max(...saved)).toBeGreaterThan(LONG);
  expect(Math.max(...saved)).toBeLessThan(2 ** 20 + 2 * LONG);
  // The buffers of the connection take up to ten megabytes.
  expect(ahead).toBeGreaterThan(0);
  expect(ahead).toBeLessThan(file.bytes / 3);
});
