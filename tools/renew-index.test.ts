import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openSearch } from '@dossier/search';
import { skipMeilisearch, startMeilisearch } from '@dossier/search/testing';
import { lastRuns } from '@dossier/store';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { renewIndex } from './renew-index.ts';
import { fillIfEmpty } from './sample/fill.ts';

/** Tells a search server something, and waits until it is done. */
async function put(url: string, key: string, path: string, body: unknown): Promise<void> {
  const ask = async (at: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return (await (await fetch(url + at, { ...init, headers })).json()) as Record<string, unknown>;
  };
  const { taskUid } = await ask(path, { method: 'PUT', body: JSON.stringify(body) });
  while ((await ask(`/tasks/${String(taskUid)}`))['status'] !== 'succeeded') await sleep(20);
}

describe.each(engines)('what npm start does before it listens, on %s', (engine) => {
  let database: TestDatabase;
  let folder: string;
  let told: string[];
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    folder = mkdtempSync(join(tmpdir(), 'dossier-renew-'));
    told = [];
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const settings = (searchUrl: string, searchKey?: string) => ({
    databaseUrl: database.url,
    searchUrl,
    searchKey,
  });
  const tell = (line: string) => void told.push(line);
  const total = async (url: string, key?: string) => {
    const search = await openSearch(url, key === undefined ? {} : { key });
    try {
      return (await search.search({ text: 'stripe', limit: 1, offset: 0 })).total;
    } finally {
      await search.close();
    }
  };

  it('records the loads of the sample, so that status tells of them', async () => {
    await fillIfEmpty(settings(`sqlite:${join(folder, 'search.db')}`), tell);
    const runs = await lastRuns(database.db, 100);
    expect(runs.map(({ command, kind, outcome }) => `${command} ${kind} ${outcome}`)).toEqual(
      ['metric', 'news', 'event', 'filing', 'document', 'dataset', 'company'].map(
        (kind) => `load ${kind} done`,
      ),
    );
    expect(runs.at(-1)!.source).toMatch(/^(?!\/).*sample\/companies\.ndjson$/);
  });

  it('rebuilds an index of another version and reports it; leaves any other index', async () => {
    const file = join(folder, 'search.db');
    const url = `sqlite:${file}`;
    await fillIfEmpty(settings(url), () => {});
    const found = await total(url);
    expect(found).toBeGreaterThan(0);
    await renewIndex(settings(url), tell);
    expect(told).toEqual([]);
    // Where the head of an SQLite file has the version that its program gives it.
    const bytes = readFileSync(file);
    bytes.writeUInt32BE(2, 60);
    writeFileSync(file, bytes);
    await renewIndex(settings(url), tell);
    expect(told).toEqual([
      'The search index has another version: rebuilding it.',
      expect.stringMatching(/^ +\d+ entries$/),
    ]);
    expect(await total(url)).toBe(found);
  });

  it('does not renew the index of another database unasked', async () => {
    const url = `sqlite:${join(folder, 'search.db')}`;
    await fillIfEmpty(settings(url), () => {});
    const other = await createTestDatabase(engine);
    try {
      const theirs = { ...settings(url), databaseUrl: other.url };
      await expect(renewIndex(theirs, tell)).rejects.toThrow(/is that of another database/);
      expect(told).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('starts without a search that cannot be reached', async () => {
    await renewIndex(settings('http://127.0.0.1:1'), tell);
    expect(told).toEqual([]);
  });

  (skipMeilisearch ? it.skip : it)('rebuilds the index of a server', async () => {
    const server = await startMeilisearch({ folder });
    try {
      const { url, key } = server;
      await fillIfEmpty(settings(url, key), () => {});
      const found = await total(url, key);
      await put(url, key, '/indexes/dossier-documents/settings/searchable-attributes', ['words1.title']);
      await renewIndex(settings(url, key), tell);
      expect(told).toHaveLength(2);
      expect(await total(url, key)).toBe(found);
    } finally {
      await server.stop();
    }
  });
});
