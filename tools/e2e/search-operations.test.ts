import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { callIngest } from '@dossier/ingest/testing';
import { skipMeilisearch, startMeilisearch } from '@dossier/search/testing';
import { freePort } from '@dossier/shared/testing';
import { ensureOrganization, generateApiKey, registerApiKey } from '@dossier/store';
import { createTestDatabase, engines, type Engine, type TestDatabase } from '@dossier/store/testing';
import { runScript, startScript } from './program.ts';

const SAMPLE = join(import.meta.dirname, '../sample');
const KEY = 'a-master-key-for-this-test';

/** The clean-up after a test, in reverse order. */
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-search-operations-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
});

async function startMeilisearchAt(port?: number): Promise<string> {
  const server = await startMeilisearch({
    folder: join(folder, 'server'),
    key: KEY,
    ...(port === undefined ? {} : { port }),
  });
  undo.push(() => server.stop());
  return server.url;
}

/** Starts the API on a new database. `ingest` runs a command within this process, which is faster than `spawnIngest`. */
async function startAll(engine: Engine, searchUrl: string) {
  const database: TestDatabase = await createTestDatabase(engine);
  undo.push(() => database.close());
  const settings = { DATABASE_URL: database.url, SEARCH_URL: searchUrl, SEARCH_KEY: KEY };
  const program = await startScript('serve', settings, /"listening"/);
  undo.push(() => program.stop());
  const [, url] = /"url":"([^"]+)"/.exec(program.output())!;
  const key = generateApiKey();
  await registerApiKey(database.db, key, await ensureOrganization(database.db, 'Partner', 'Platforms'));
  const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' };
  return {
    ingest: (...args: string[]) => callIngest(args, settings),
    spawnIngest: (...args: string[]) => runScript('ingest', args, settings),
    get: (path: string) => fetch(`${url}${path}`, { headers }),
    search: (query: string) =>
      fetch(`${url}/api/v1/search/`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query, limit: 50 }),
      }),
  };
}

type Running = Awaited<ReturnType<typeof startAll>>;

const PARTS = ['companies', 'documents', 'filings'] as const;
async function loadSample({ ingest }: Running): Promise<void> {
  for (const kind of PARTS) {
    const source = join(SAMPLE, kind === 'documents' ? kind : `${kind}.ndjson`);
    expect(await ingest('load', kind, source)).toMatchObject({ code: 0 });
  }
}

const stacks: [Engine, string][] = [
  ['sqlite', 'the search file'],
  ...(skipMeilisearch ? [] : [['postgres', 'Meilisearch'] as [Engine, string]]),
];

describe.each(stacks)('reindex under load on %s with %s', (engine, name) => {
  it('returns complete results to every search while the index is rebuilt', async () => {
    const searchUrl =
      name === 'Meilisearch' ? await startMeilisearchAt() : `sqlite:${join(folder, 'search.db')}`;
    const all = await startAll(engine, searchUrl);
    await loadSample(all);
    const questions = ['stripe', 'payments', 'annual report', 'warehose', '"open tables"', '2024'];
    const expected = new Map<string, string>();
    for (const question of questions) expected.set(question, await (await all.search(question)).text());
    for (const answer of expected.values()) expect(JSON.parse(answer).total_results).toBeGreaterThan(0);

    let isOver = false;
    let answers = 0;
    const wrong: unknown[] = [];
    const client = async (first: number) => {
      for (let turn = first; !isOver; turn += 1) {
        const question = questions[turn % questions.length]!;
        const response = await all.search(question);
        const text = await response.text();
        if (response.status !== 200 || text !== expected.get(question))
          wrong.push([response.status, question, text]);
        answers += 1;
        // Leaves time to the rebuild.
        await sleep(50);
      }
    };
    const clients = Promise.all([0, 1, 2].map(client));
    const during: number[] = [];
    try {
      for (let times = 0; times < 2; times += 1) {
        const before = answers;
        expect(await all.spawnIngest('reindex')).toMatchObject({ code: 0, stderr: '' });
        during.push(answers - before);
      }
    } finally {
      isOver = true;
      await clients;
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(Math.min(...during)).toBeGreaterThan(20);
    expect(await all.ingest('verify')).toMatchObject({ code: 0 });
  });
});

(skipMeilisearch ? describe.skip : describe).each(engines)('a search server outage on %s', (engine) => {
  it('fails only searches, and every change is indexed after the server is back', async () => {
    const port = await freePort();
    const all = await startAll(engine, `http://127.0.0.1:${port}`);
    await loadSample(all);

    const refused = await all.search('stripe');
    expect([refused.status, await refused.json()]).toEqual([
      503,
      'Overall search processing error: the search server cannot be reached',
    ]);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    for (const path of [
      '/health',
      '/api/v1/companies/?company_domain=stripe.com',
      '/api/v1/companies/rankings/',
      '/api/v1/documents',
      '/api/v1/documents/stripe/',
      '/api/v1/filings/?company_domain=apple.com',
      '/api/v1/categories/?company_domain=stripe.com',
      '/api/v1/events/?types=funding-round',
      '/api/v1/news/company/?company_domain=stripe.com',
      '/api/v1/metrics/?company_domain=stripe.com',
    ]) {
      expect([path, (await all.get(path)).status]).toEqual([path, 200]);
    }

    const change = join(folder, 'change.ndjson');
    writeFileSync(change, `${JSON.stringify({ domain: 'stripe.com', name: 'Stripe Zeppelins' })}\n`);
    expect(await all.ingest('load', 'companies', change)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /Search: \d+ entries wait to be indexed\. Index them with: npm run ingest -- index\n/,
      ),
    });
    expect(await all.ingest('delete', 'documents', 'klarna')).toMatchObject({ code: 0 });
    expect(await all.ingest('index')).toMatchObject({ code: 1, stdout: '' });
    for (const command of ['reindex', 'verify']) {
      expect(await all.ingest(command)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: 'The search engine is unavailable: the search server cannot be reached.\n',
      });
    }
    const status = JSON.parse((await all.ingest('status', '--json')).stdout) as {
      outbox: { depth: number; lagSeconds: number };
    };
    expect(status.outbox.depth).toBeGreaterThan(100);
    expect(status.outbox.lagSeconds).toBeGreaterThan(0);

    await startMeilisearchAt(port);
    expect((await all.ingest('index')).code).toBe(0);
    // Searches return 503 if the service has noticed the empty index before the command above, and fills it as well.
    let found = await all.search('zeppelins');
    for (; found.status === 503; found = await all.search('zeppelins')) await sleep(100);
    expect([found.status, await found.json()]).toEqual([200, expect.objectContaining({ total_results: 1 })]);
    expect(await all.ingest('verify')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/ 0 missing, 0 stale, 0 surplus, 0 waiting /),
    });
    expect(JSON.parse((await all.ingest('status', '--json')).stdout)).toMatchObject({
      outbox: { depth: 0 },
    });
  });
});

(skipMeilisearch ? it.skip : it)(
  'returns 503 for searches alone while the index has another version',
  async () => {
    const searchUrl = await startMeilisearchAt();
    const ask = (path: string, body: object, method = 'POST') =>
      fetch(`${searchUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await ask('/indexes', { uid: 'dossier-documents', primaryKey: 'key' });
    await ask('/indexes/dossier-documents/settings', { searchableAttributes: ['words'] }, 'PATCH');
    const all = await startAll('sqlite', searchUrl);
    const refused = await all.search('stripe');
    expect([refused.status, await refused.json()]).toEqual([
      503,
      'Overall search processing error: the search index is being renewed',
    ]);
    expect(await all.ingest('reindex')).toMatchObject({ code: 0 });
    expect((await all.search('stripe')).status).toBe(200);
  },
);
