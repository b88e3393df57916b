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
import { fillIfEmpty, sources } from './sample/fill.ts';

/** Changes a setting of a search server and waits until the change is applied. */
async function put(url: string, key: string, path: string, body: unknown): Promise<void> {
  const ask = async (at: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return (await (await fetch(url + at, { ...init, headers })).json()) as Record<string, unknown>;
  };
  const { taskUid } = await ask(path, { method: 'PUT', body: JSON.stringify(body) });
  while ((await ask(`/tasks/${String(taskUid)}`))['status'] !== 'succeeded') await sleep(20);
}

describe.each(engines)('npm start before it listens, on %s', (engine) => {
  let database: TestDatabase;
  let folder: string;
  let printed: string[];
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    folder = mkdtempSync(join(tmpdir(), 'dossier-renew-'));
    printed = [];
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
  const print = (line: string) => void printed.push(line);
  const total = async (url: string, key?: string) => {
    const search = await openSearch(url, key === undefined ? {} : { key });
    try {
      return (await search.search({ text: 'stripe', limit: 1, offset: 0 })).total;
    } finally {
      await search.close();
    }
  };

  it('records the loads of the sample for `ingest status`', async () => {
    await fillIfEmpty(settings(`sqlite:${join(folder, 'search.db')}`), print);
    const runs = await lastRuns(database.db, 100);
    expect(runs.map(({ command, kind, outcome }) => `${command} ${kind} ${outcome}`)).toEqual(
      sources.toReversed().map(({ kind }) => `load ${kind.name} done`),
    );
    expect(runs.at(-1)!.source).toMatch(/^(?!\/).*sample\/companies\.ndjson$/);
  });

  it('rebuilds an index of another version, and leaves a current one alone', async () => {
    const file = join(folder, 'search.db');
    const url = `sqlite:${file}`;
    await fillIfEmpty(settings(url), () => {});
    const found = await total(url);
    expect(found).toBeGreaterThan(0);
    await renewIndex(settings(url), print);
    expect(printed).toEqual([]);
    // The user_version in the header of an SQLite file.
    const bytes = readFileSync(file);
    bytes.writeUInt32BE(2, 60);
    writeFileSync(file, bytes);
    await renewIndex(settings(url), print);
    expect(printed).toEqual([
      'The search index has another version: rebuilding it.',
      expect.stringMatching(/^ +\d+ entries$/),
    ]);
    expect(await total(url)).toBe(found);
  });

  it('does not rebuild an index that belongs to another database', async () => {
    const url = `sqlite:${join(folder, 'search.db')}`;
    await fillIfEmpty(settings(url), () => {});
    const other = await createTestDatabase(engine);
    try {
      const theirs = { ...settings(url), databaseUrl: other.url };
      await expect(renewIndex(theirs, print)).rejects.toThrow(/belongs to another database/);
      expect(printed).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('starts without a search engine that cannot be reached', async () => {
    await renewIndex(settings('http://127.0.0.1:1'), print);
    expect(printed).toEqual([]);
  });

  (skipMeilisearch ? it.skip : it)('rebuilds an index of another version on a search server', async () => {
    const server = await startMeilisearch({ folder });
    try {
      const { url, key } = server;
      await fillIfEmpty(settings(url, key), () => {});
      const found = await total(url, key);
      await put(url, key, '/indexes/dossier-documents/settings/searchable-attributes', ['words1.title']);
      await renewIndex(settings(url, key), print);
      expect(printed).toHaveLength(2);
      expect(await total(url, key)).toBe(found);
    } finally {
      await server.stop();
    }
  });
});
