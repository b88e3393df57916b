import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addStatements, changeStatements, readStatements, type StatementRow } from '../ledger/statements.ts';
import { openDatabase, type Db } from '../sql/open.ts';
import { isDistributed } from '../sql/distributed.ts';
import { write } from '../sql/write.ts';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { distribute, placements } from './distribute.ts';
import { inspectCluster } from './inspect.ts';

const CITUS = process.env['TEST_CITUS_URL'];

it('tables are not distributed on SQLite, nor on a Postgres without Citus', async () => {
  const sqlite = await createTestDatabase('sqlite');
  const server = openDatabase(process.env['TEST_POSTGRES_URL']!, { pool: 1 });
  try {
    await expect(placements(sqlite.db)).rejects.toThrow(
      /^Tables cannot be distributed: DATABASE_URL names SQL/,
    );
    await expect(placements(server)).rejects.toThrow(/has no Citus\. Install it on each node/);
    expect(await inspectCluster(sqlite.db)).toBeUndefined();
    expect(await inspectCluster(server)).toBeUndefined();
  } finally {
    await server.destroy();
    await sqlite.close();
  }
});

/** Set TEST_CITUS_URL to the coordinator of a cluster. All tests of Postgres then run on it. */
const reason = CITUS ? '' : ' (skipped: TEST_CITUS_URL is not set)';

(CITUS ? describe : describe.skip)(`a cluster of Citus${reason}`, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase('postgres');
  });
  afterAll(() => database?.close());

  it('has all tables placed, and a second call changes nothing', async () => {
    const { db } = database;
    expect((await placements(db)).filter(({ isDone }) => !isDone)).toEqual([]);
    const placed: string[] = [];
    await distribute(db, { shards: 4, onPlaced: ({ table }) => placed.push(table) });
    expect(placed).toEqual([]);
    expect(await isDistributed(db)).toBe(true);
  });

  it('continues after an interruption', async () => {
    const { db } = database;
    await db.raw(
      `alter table metric_citations drop constraint metric_citations_metric_id_company_id_foreign`,
    );
    await db.raw(`select undistribute_table('metric_citations')`);
    await expect(write(db, () => Promise.resolve())).rejects.toThrow(/distributed only in part\. Run:/);
    expect((await placements(db)).filter(({ isDone }) => !isDone)).toMatchObject([
      { table: 'metric_citations' },
    ]);
    await distribute(db, { shards: 4 });
    expect((await placements(db)).filter(({ isDone }) => !isDone)).toEqual([]);
  });

  it('reads the news of one company from one shard', async () => {
    const sql = 'select id from news where company_id = 5 order by release_date desc, id limit 3';
    expect(await planOf(database.db, sql)).toMatch(/Task Count: 1\n/);
  });

  it('reads the statements about one record from one shard, and moves them to another record', async () => {
    const { db } = database;
    const stated = { kind: 'news', source: 'wire', run: 7, content_json: '{}', file: null, line: null };
    const rest = { ...stated, observed_at: '2026-11-27T00:00:00.000Z', earlier_json: null };
    await write(db, (trx) => addStatements(trx, [{ ...rest, record_id: 'a' }]));
    const [{ id }] = (await readStatements(db, 'news', ['a'])).get('a') as [StatementRow];
    await write(db, (trx) => changeStatements(trx, [{ id, record_id: 'b', run: 8 }]));
    const { a, b } = Object.fromEntries(await readStatements(db, 'news', ['a', 'b']));
    expect([a, b]).toEqual([undefined, [expect.objectContaining({ ...rest, id, record_id: 'b', run: 8 })]]);
    expect(await planOf(db, `select * from statements where kind = 'news' and record_id in ('b')`)).toMatch(
      /Task Count: 1\n/,
    );
  });

  it('has nodes of one version without waiting transactions', async () => {
    const cluster = (await inspectCluster(database.db))!;
    expect(cluster).toMatchObject({ open: [], waiting: [], silent: [], versions: [expect.any(String)] });
    expect(cluster.bytes.length).toBeGreaterThan(1);
  });

  it('names a worker on which a transaction waits', async () => {
    const { db, url } = database;
    const [{ host, port }] = (await db('pg_dist_node')
      .where('groupid', '>', 0)
      .orderBy('nodeid')
      .select({ host: 'nodename', port: 'nodeport' })) as [{ host: string; port: number }];
    const address = new URL(url);
    [address.hostname, address.port] = [host, String(port)];
    const worker = openDatabase(address.href, { pool: 1 });
    try {
      for (const sql of ['begin', 'select pg_current_xact_id()', `prepare transaction 'citus_test'`])
        await worker.raw(sql);
      expect((await inspectCluster(db))!.waiting).toEqual([]);
      expect((await inspectCluster(db, 0))!.waiting).toEqual([{ node: `${host}:${port}`, transactions: 1 }]);
    } finally {
      await worker.raw(`rollback prepared 'citus_test'`);
      await worker.destroy();
    }
  });
});

async function planOf(db: Db, sql: string): Promise<string> {
  const { rows } = await db.raw<{ rows: Record<string, string>[] }>(`explain ${sql}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
