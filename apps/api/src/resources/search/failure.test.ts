import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSearch, type SearchDocument } from '@dossier/search';
import { engines } from '@dossier/store/testing';
import request from 'supertest';
import { startTestApi } from '../../testing/api.ts';

const entry = (i: number): SearchDocument => ({
  type: 'document',
  id: String(i),
  title: `Payments number${i}`,
  excerpt: '',
  url: `/research/${i}`,
  date: '2026-01-13T00:00:00.000Z',
  passages: [{ title: 'On', text: `Text of number${i}` }],
});

describe.each(engines)('search while its engine fails on %s with FTS5', (engine) => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-broken-'));
    file = join(folder, 'search.db');
    const search = await openSearch(`sqlite:${file}`);
    await search.put(Array.from({ length: 3000 }, (_, i) => entry(i)));
    await search.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const ask = (url: string, key: string, headers = {}) =>
    request(url)
      .post('/api/v1/search/')
      .set({ authorization: `Token ${key}`, ...headers })
      .send({ query: 'payments' });

  it('returns 503 with Retry-After and a reason without internals [R-ERROR-10 R-ERROR-16]', async () => {
    const bytes = readFileSync(file);
    // Its first pages say what is in the file; those after them hold the rows.
    writeFileSync(file, bytes.fill(0x5a, 40 * 4096));
    const api = await startTestApi(engine, { searchFile: file });
    try {
      const response = await ask(api.url, api.key);
      expect([response.status, response.body]).toEqual([
        503,
        'Overall search processing error: the search index is damaged',
      ]);
      expect(response.headers['retry-after']).toMatch(/^\d+$/);
      const problem = await ask(api.url, api.key, { accept: 'application/problem+json' });
      expect([problem.status, problem.type]).toEqual([503, 'application/problem+json']);
      expect(problem.body).toMatchObject({
        status: 503,
        detail: 'Overall search processing error: the search index is damaged',
        code: 'search_unavailable',
      });
      expect(response.text + problem.text).not.toContain(folder);
      expect((await api.get('/api/v1/documents')).status).toBe(200);
    } finally {
      await api.close();
    }
  });

  it('returns 503 once the index belongs to another database', async () => {
    const ours = `sqlite:${join(folder, `ours-${engine}.db`)}`;
    const api = await startTestApi(engine, { searchFile: ours.slice('sqlite:'.length) });
    try {
      expect((await ask(api.url, api.key)).body).toMatchObject({ total_results: 0 });
      const theirs = await openSearch(ours, { database: 'another' });
      await theirs.put([entry(1)]);
      await theirs.close();
      const response = await ask(api.url, api.key);
      expect([response.status, response.body]).toEqual([
        503,
        'Overall search processing error: the search index belongs to another database',
      ]);
      expect(response.headers['retry-after']).toMatch(/^\d+$/);
    } finally {
      await api.close();
    }
  });

  it('returns 500 without details for any other failure [R-ERROR-10 R-ERROR-16]', async () => {
    const api = await startTestApi(engine);
    try {
      // As a defect of ours would: the index is closed under the running service.
      await api.search.close();
      const response = await ask(api.url, api.key);
      expect([response.status, response.body]).toEqual([
        500,
        'Overall search processing error: the search engine failed',
      ]);
      const problem = await ask(api.url, api.key, { accept: 'application/problem+json' });
      expect([problem.status, problem.body.code, problem.body.detail]).toEqual([
        500,
        'search_failed',
        'Overall search processing error: the search engine failed',
      ]);
    } finally {
      await api.close();
    }
  });
});
