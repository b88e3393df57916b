import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { matchesWhere } from '../ledger/matches.ts';
import {
  addStatements,
  changeStatements,
  readStatements,
  type StatementChange,
  type StatementRow,
} from '../ledger/statements.ts';
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

  const statement = (record_id: string) => ({
    ...{ kind: 'news', record_id, source: 'wire', run: 7, content_json: '{}', file: null, line: null },
    ...{ observed_at: '2026-11-27T00:00:00.000Z', earlier_json: null, named_json: '{}' },
  });

  it('reads the statements about one record from one shard, and moves them to another record', async () => {
    const { db } = database;
    await write(db, (trx) => addStatements(trx, [statement('a')]));
    const [{ id }] = (await readStatements(db, 'news', ['a'])).get('a') as [StatementRow];
    // The undo of a merge names a statement twice.
    const change = [
      { id, record_id: 'b', merged_from: 3, run: 8, named_json: undefined },
      { id, merged_from: null },
    ] as StatementChange[];
    await write(db, (trx) => changeStatements(trx, change));
    const { a, b } = Object.fromEntries(await readStatements(db, 'news', ['a', 'b']));
    const moved = { ...statement('b'), id, run: 8, merged_from: null };
    expect([a, b]).toEqual([undefined, [expect.objectContaining(moved)]]);
    expect(await planOf(db, `select * from statements where kind = 'news' and record_id in ('b')`)).toMatch(
      /Task Count: 1\n/,
    );
  });

  it('updates a statement that keeps its record in place', async () => {
    const { db } = database;
    await write(db, (trx) => addStatements(trx, [statement('stays')]));
    const read = async () => (await readStatements(db, 'news', ['stays'])).get('stays');
    const [{ id }] = (await read()) as [StatementRow];
    const sent: string[] = [];
    db.on('query', ({ sql }: { sql: string }) => sent.push(sql));
    await write(db, (trx) => changeStatements(trx, [{ id, record_id: 'stays', merged_from: 3 }]));
    db.removeAllListeners('query');
    expect(await read()).toMatchObject([{ id, merged_from: 3 }]);
    expect(sent.filter((sql) => /^(update|insert|delete).*statements/.test(sql))).toEqual([
      expect.stringMatching(/^update/),
    ]);
  });

  it('finds pending matches without collecting all matched statements on the coordinator', async () => {
    const { db } = database;
    const match = {
      ...{ name_key: 'acme', name: 'Acme', company_id: 1, way: 'name', place: 'f:1' },
      matched_at: statement('').observed_at,
    };
    await db('company_matches').insert([
      { ...match, id: 9, source: 'a', status: 'pending' },
      { ...match, id: 10, source: 'b', status: 'agreed' },
    ]);
    const [pending, agreed] = [9, 10].map((match_id) => ({ ...statement('matched'), match_id }));
    await write(db, (trx) => addStatements(trx, [pending!, pending!, pending!, agreed!]));
    const plan = await planOf(db, matchesWhere(db, {}).select('m.id').toQuery(), '(analyze)');
    const collected = [...plan.matchAll(/Distributed Subplan.*?actual time=\S+ rows=(\d+)/gs)];
    expect(Math.max(...collected.map(([, rows]) => Number(rows)))).toBe(1);
  });

  it('distributes the statements of a cluster of a version that kept them on the coordinator', async () => {
    const { db } = database;
    await write(db, (trx) => addStatements(trx, [statement('former'), statement('former')]));
    const ids = () => db('statements').orderBy('id').pluck<(number | string)[]>('id');
    const before = await ids();
    await db.raw(`select undistribute_table('statements')`);
    await db.raw('alter table statements drop constraint statements_pkey');
    await db.raw('alter table statements add primary key (id)');
    await db.raw(`select undistribute_table('stated_bodies')`);
    const stop = () => {
      throw new Error('stopped');
    };
    await expect(distribute(db, { shards: 4, onPlaced: stop })).rejects.toThrow('stopped');
    await expect(write(db, () => Promise.resolve())).rejects.toThrow(/distributed only in part\. Run:/);
    await distribute(db, { shards: 4 });
    expect((await placements(db)).filter(({ isDone }) => !isDone)).toEqual([]);
    expect(await ids()).toEqual(before);
    await write(db, (trx) => addStatements(trx, [statement('former')]));
    expect(Number((await ids()).at(-1))).toBeGreaterThan(Math.max(...before.map(Number)));
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

async function planOf(db: Db, sql: string, options = ''): Promise<string> {
  const { rows } = await db.raw<{ rows: Record<string, string>[] }>(`explain ${options} ${sql}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
