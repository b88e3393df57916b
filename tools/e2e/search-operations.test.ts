import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { skipMeilisearch } from '@dossier/search/testing';
import { freePort } from '@dossier/shared/testing';
import { usualEngines } from '@dossier/store/testing';
import { KEY, SearchServices } from './search-services.ts';

let services: SearchServices;
beforeEach(() => {
  services = new SearchServices();
});
afterEach(() => services.stop());

(skipMeilisearch ? describe.skip : describe).each(usualEngines)('a search server outage on %s', (engine) => {
  it('fails only searches, and every change is indexed after the server is back', async () => {
    const port = await freePort();
    const all = await services.start(engine, `http://127.0.0.1:${port}`);
    await all.loadSample();

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

    const change = join(services.folder, 'change.ndjson');
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

    await services.startMeilisearch(port);
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
    const searchUrl = await services.startMeilisearch();
    const ask = (path: string, body: object, method = 'POST') =>
      fetch(`${searchUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await ask('/indexes', { uid: 'dossier-documents', primaryKey: 'key' });
    await ask('/indexes/dossier-documents/settings', { searchableAttributes: ['words'] }, 'PATCH');
    const all = await services.start('sqlite', searchUrl);
    const refused = await all.search('stripe');
    expect([refused.status, await refused.json()]).toEqual([
      503,
      'Overall search processing error: the search index is being renewed',
    ]);
    expect(await all.ingest('reindex')).toMatchObject({ code: 0 });
    expect((await all.search('stripe')).status).toBe(200);
  },
);
