import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Change } from '@dossier/shared';
import { inspectCluster, openDatabase, type Db } from '@dossier/store';
import { createTestDatabase, engines, type Engine, type TestDatabase } from '@dossier/store/testing';
import { linesOf, company, OWNERS, ROWS } from '../bench/loads/rows.ts';
import { fillIfEmpty } from '../sample/fill.ts';
import { runProgram, started, startProgram, type Program } from './program.ts';

const CITUS = process.env['TEST_CITUS_URL'];
const reason = CITUS ? '' : ' (skipped: TEST_CITUS_URL is not set)';
/** News that are loaded while a worker is lost twice; a quarter is more than a batch. */
const NEWS = Number(process.env['CLUSTER_NEWS'] ?? 10_000);
/** The addresses of the trial that showed which statements a cluster rejects. */
const ADDRESSES = [
  'companies/',
  'companies/nvidia/',
  'companies/?company_domain=nvidia.com&include=sources',
  'companies/?mode=sync&sources=news,metrics,events,filings,datasets,documents&<window>',
  'news/company/?company_domain=nvidia.com',
  'news/company/?company_domains=nvidia.com,stripe.com,openai.com&<window>',
  'news/company/?<window>',
  'metrics/?company_domain=nvidia.com',
  'metrics/?company_ids=1,2,3,4,5',
  'metrics/?<window>',
  'events/',
  'events/?company_domain=nvidia.com',
  'events/?include_citations=true',
  'events/?types=funding-round&page=2',
  'filings/?<window>',
  'filings/?company_domain=stripe.com',
  'documents/',
  'documents/canva/',
  'documents/?company_domain=nvidia.com',
  'categories/?company_domain=nvidia.com',
  'categories/developer-tools/items/',
  'companies/rankings/?sort_by=revenue',
  'records/news/?limit=20',
  'changes/?after=0&limit=1000',
];

/** Each load has times of its own, in rows and in cursors, and each database an epoch and a key that signs embeds. */
const timeless = (text: string, since: string) =>
  text
    .replaceAll(/"20\d\d-\d\d-\d\dT[\d:.]+Z"/g, (time) => (time.slice(1, -1) >= since ? '"now"' : time))
    .replaceAll(/(page_after|page_before|cursor)=[\w%.~-]+|"(\w+_cursor|epoch)":"[^"]+"|k1\.[\w-]+/g, '');

(CITUS ? describe : describe.skip)(`a cluster of Citus behind postgres, next to SQLite${reason}`, () => {
  const since = new Date().toISOString();
  const folder = mkdtempSync(join(tmpdir(), 'dossier-cluster-'));
  const databases: Partial<Record<Engine, TestDatabase>> = {};
  const programs: Partial<Record<Engine, Program & { key: string }>> = {};
  const settingsOf = (engine: Engine) => ({
    DATABASE_URL: databases[engine]!.url,
    SEARCH_URL: `sqlite:${join(folder, `${engine}.search.db`)}`,
    RATE_LIMITS: 'off',
    REQUEST_LIMITS: 'off',
  });
  beforeAll(async () => {
    for (const engine of engines) {
      databases[engine] = await createTestDatabase(engine);
      const settings = settingsOf(engine);
      await fillIfEmpty(
        { databaseUrl: settings.DATABASE_URL, searchUrl: settings.SEARCH_URL, searchKey: undefined },
        () => {},
      );
      await runProgram(['admin', 'orgs', 'create', 'Partner', '--plan', 'Platforms'], settings);
      const key = (await runProgram(['admin', 'keys', 'create', 'Partner'], settings)).stdout.trim();
      const program = await started(startProgram(['serve'], settings));
      programs[engine] = { ...program, key };
    }
  });
  afterAll(async () => {
    for (const engine of engines) {
      await programs[engine]?.stop();
      await databases[engine]?.close();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = async (engine: Engine, path: string) => {
    const { key, ...program } = programs[engine]!;
    const url = program.url();
    const response = await fetch(`${url}/api/v1/${path}`, { headers: { authorization: `Token ${key}` } });
    return { status: response.status, text: (await response.text()).replaceAll(url, '') };
  };

  it.each(ADDRESSES)('answers %s as SQLite does', async (path) => {
    const days = [-7, 1].map((day) => new Date(Date.parse(since) + day * 86_400_000).toISOString());
    const window = `updated_at_gte=${days[0]!}&updated_at_lte=${days[1]!}`;
    const [here, there] = [
      await ask('sqlite', path.replace('<window>', window)),
      await ask('postgres', path.replace('<window>', window)),
    ];
    expect([here.status, here.text.length > 100]).toEqual([200, true]);
    expect([there.status, timeless(there.text, since)]).toEqual([200, timeless(here.text, since)]);
  });

  it('has the same news as SQLite after a worker was lost twice during the load, and a feed without gaps', async () => {
    const files = { companies: join(folder, 'companies.ndjson'), news: join(folder, 'news.ndjson') };
    const fill = (path: string, lines: Iterable<string>) => pipeline(lines, createWriteStream(path));
    await fill(files.companies, linesOf(company, OWNERS));
    await fill(files.news, linesOf(ROWS.news, NEWS));
    const load = (engine: Engine, kind: keyof typeof files) =>
      runProgram(['ingest', 'load', kind, files[kind]], settingsOf(engine));
    for (const engine of engines) expect((await load(engine, 'companies')).code).toBe(0);
    expect((await load('sqlite', 'news')).code).toBe(0);

    const { db, url } = databases.postgres!;
    const follower = follow((after) => ask('postgres', `changes/?after=${after}&limit=1000`));
    const begin = await countNews(db);
    const { size } = statSync(files.news);
    const progress = setInterval(
      () => process.stderr.write(`The follower has read ${follower.news.count} of ${begin + NEWS} news.\n`),
      PROGRESS_MS,
    ).unref();
    try {
      for (const share of [0.25, 0.6]) {
        const stored = await countNews(db);
        // It waits for the rest of its input, so it cannot end before the worker is lost.
        const loading = startProgram(
          ['ingest', 'load', 'news', '-', '--format', 'ndjson'],
          settingsOf('postgres'),
        );
        // The load ends before it has read all.
        const send = (range: { start?: number; end?: number }, end: boolean) =>
          pipeline(createReadStream(files.news, range), loading.process.stdin, { end }).catch(() => {});
        const sent = Math.floor(share * size);
        const sending = send({ end: sent - 1 }, false);
        try {
          await waitUntil(async () => (await countNews(db)) > stored);
          const worker = await loseWorker(db, url);
          await sending;
          void send({ start: sent }, true);
          const code = await loading.ended;
          await worker.comeBack();
          expect(code).not.toBe(0);
          expect(loading.stderr()).not.toBe('');
        } finally {
          loading.process.stdin.end();
        }
        // A batch is stored whole or not at all.
        expect(await countNews(db)).toBe(await countNewsOfFeed(db));
      }
      expect((await load('postgres', 'news')).code).toBe(0);
      await follower.end();
    } finally {
      clearInterval(progress);
    }

    const [mine, theirs] = [await readNews(databases.sqlite!.db), await readNews(db)];
    expect(theirs.ids.count).toBe(begin + NEWS);
    expect(theirs).toEqual(mine);
    expect(follower.news).toEqual(theirs.ids);
    expect((await inspectCluster(db, 0))!.waiting).toEqual([]);
  });
});

const WAIT_MS = 120_000;
const PROGRESS_MS = 30_000;
async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + WAIT_MS;
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error('The load has stored no batch.');
    await sleep(100);
  }
}

const count = async (query: Promise<unknown>): Promise<number> =>
  Number(((await query) as [{ n: string }])[0].n);
/** The change log is on the coordinator, and the news are on the workers. */
const countNewsOfFeed = (db: Db) => count(db('changes').where({ kind: 'news' }).count({ n: '*' }));
const countNews = (db: Db) => count(db('news').count({ n: '*' }));

/** How many news there are, and the sum of their ids, which are hashes. Equal only if both have the same, each once. */
class Ids {
  count = 0;
  sum = 0n;

  add(id: string): void {
    this.count += 1;
    this.sum += BigInt(`0x${id.replaceAll('-', '')}`);
  }
}

const PAGE = 10_000;
/** Reads all news in the order of their ids. */
async function readNews(db: Db): Promise<{ ids: Ids; sha256: string }> {
  const [ids, hash] = [new Ids(), createHash('sha256')];
  const columns = ['id', 'headline', 'company_id', 'release_date', 'content_hash'];
  for (let last = ''; ;) {
    const page = await db('news')
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .select<{ id: string }[]>(columns);
    for (const { id } of page) ids.add(id);
    hash.update(JSON.stringify(page));
    if (page.length < PAGE) return { ids, sha256: hash.digest('hex') };
    last = page.at(-1)!.id;
  }
}

/** Ends all sessions of a worker, and rejects new ones until it comes back: as if its server had been killed. */
async function loseWorker(db: Db, url: string): Promise<{ comeBack: () => Promise<void> }> {
  const [{ host, port }] = (await db('pg_dist_node')
    .where('groupid', '>', 0)
    .orderBy('nodeid')
    .select({ host: 'nodename', port: 'nodeport' })) as [{ host: string; port: number }];
  const name = new URL(url).pathname.slice(1);
  const address = new URL(url);
  [address.hostname, address.port, address.pathname] = [host, String(port), '/postgres'];
  const worker = openDatabase(address.href, { pool: 1 });
  await worker.raw('alter database ?? allow_connections false', [name]);
  await worker.raw('select pg_terminate_backend(pid) from pg_stat_activity where datname = ?', [name]);
  return {
    comeBack: async () => {
      await worker.raw('alter database ?? allow_connections true', [name]);
      await worker.destroy();
    },
  };
}

/** Reads the feed until it ends, and counts the news in it. @throws if a `seq` does not follow the last one */
function follow(read: (after: number) => Promise<{ status: number; text: string }>) {
  const news = new Ids();
  let after = 0;
  let isOver = false;
  const reading = (async () => {
    for (;;) {
      const isLast = isOver;
      const { status, text } = await read(after);
      if (status !== 200) throw new Error(text);
      const { changes } = JSON.parse(text) as { changes: Change[] };
      for (const { seq, kind, id } of changes) {
        if (seq !== after + 1) throw new Error(`The feed has ${seq} after ${after}.`);
        after = seq;
        if (kind === 'news') news.add(String(id));
      }
      if (isLast && changes.length === 0) return;
      if (changes.length === 0) await sleep(100);
    }
  })();
  // The test awaits it at its end.
  reading.catch(() => {});
  return { news, end: () => ((isOver = true), reading) };
}
