import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../config.ts';
import { openLogger } from '../logger.ts';
import { startServer } from '../server/server.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { consoleOf } from '../testing/console.ts';
import { insertOneOfEach } from '../testing/one-of-each.ts';

const CITUS = process.env['TEST_CITUS_URL'];
const reason = CITUS ? '' : ' (skipped: TEST_CITUS_URL is not set)';

interface Statement {
  sql: string;
  bindings: string[];
}

/** How many shards a statement reads, in the plan of Citus. A statement of local and reference tables has none. */
const SHARDS = /Task Count: (\d+)/g;

(CITUS ? describe : describe.skip)(`a cluster of Citus behind the API on postgres${reason}`, () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi('postgres');
    await insertOneOfEach(api);
  });
  afterAll(() => api.close());

  /** Returns how many shards the statements of a response read: a number for each. */
  async function shardsOf(address: string): Promise<number[]> {
    const seen: Statement[] = [];
    const listen = (statement: Statement) => seen.push(statement);
    api.db.on('query', listen);
    expect((await api.get(address)).status).toBe(200);
    api.db.removeListener('query', listen);
    const counts: number[] = [];
    for (const { sql, bindings } of seen) {
      if (!/^(select|with)\b/i.test(sql)) continue;
      const plan = await api.db.raw(`explain ${sql.replaceAll(/\$\d+/g, '?')}`, bindings);
      for (const [, count] of JSON.stringify(plan.rows).matchAll(SHARDS)) counts.push(Number(count));
    }
    return counts;
  }

  it.each([
    '/api/v1/news/company/?company_domain=acme.com',
    '/api/v1/metrics/?company_domain=acme.com',
    '/api/v1/events/?company_domain=acme.com',
    '/api/v1/funding-rounds/?company_domain=acme.com',
    '/api/v1/filings/?company_domain=acme.com',
    '/api/v1/embed/company-data-summary/?company_domain=acme.com',
    '/companies/acme',
  ])('reads one shard for %s', async (address) => {
    const counts = await shardsOf(address);
    expect(counts.length).toBeGreaterThan(0);
    expect(new Set(counts)).toEqual(new Set([1]));
  });

  it('splits the SQL of a process that has not read the placement for a request yet', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-shards-'));
    const env = { DATABASE_URL: api.databaseUrl, SEARCH_URL: `sqlite:${join(folder, 'search.db')}` };
    const config = readConfig({ ...env, PORT: '0', ADMIN_PORT: 'off', DRAIN_SECONDS: '0' });
    const server = await startServer(config, openLogger('silent'), true);
    try {
      const { operator } = consoleOf({ url: server.url, db: api.db });
      expect((await (await operator('Rea', 'reader')).get('/review')).status).toBe(200);
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('reads all shards for the news of all companies', async () => {
    expect(
      Math.max(
        ...(await shardsOf('/api/v1/news/company/?updated_at_gte=2026-01-01&updated_at_lte=2026-01-14')),
      ),
    ).toBeGreaterThan(1);
  });
});
