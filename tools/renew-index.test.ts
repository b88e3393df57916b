import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { reindex } from '@dossier/ingest';
import { openSearch, openStandby } from '@dossier/search';
import { skipMeilisearch, startMeilisearch } from '@dossier/search/testing';
import { databaseId, lastRuns, type IngestRunRow } from '@dossier/store';
import { createTestDatabase, usualEngines, type TestDatabase } from '@dossier/store/testing';
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

describe.each(usualEngines)('npm start before it listens, on %s', (engine) => {
  let database: TestDatabase;
  let folder: string;
  /** The index that has the entries of the sample. */
  let url: string;
  let loads: IngestRunRow[];
  let printed: string[];
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    folder = mkdtempSync(join(tmpdir(), 'dossier-renew-'));
    url = `sqlite:${join(folder, 'search.db')}`;
    await fillIfEmpty(settings(url), () => {});
    loads = await lastRuns(database.db, 100);
  });
  beforeEach(() => {
    printed = [];
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const settings = (searchUrl: string, searchKey?: string) => ({
    databaseUrl: database.url,
    searchUrl,
    searchKey,
  });
  const print = (line: string) => void printed.push(line);
  const total = async (searchUrl: string, key?: string) => {
    const search = await openSearch(searchUrl, key === undefined ? {} : { key });
    try {
      return (await search.search({ text: 'stripe', limit: 1, offset: 0 })).total;
    } finally {
      await search.close();
    }
  };

  it('records the loads of the sample for `ingest status`', () => {
    expect(loads.map(({ command, kind, outcome }) => `${command} ${kind} ${outcome}`)).toEqual(
      sources.toReversed().map(({ kind }) => `load ${kind.name} done`),
    );
    expect(loads.at(-1)!.source).toMatch(/^(?!\/).*sample\/companies\.ndjson$/);
  });

  it('rebuilds an index of another version, and leaves a current one alone', async () => {
    const found = await total(url);
    expect(found).toBeGreaterThan(0);
    await renewIndex(settings(url), print);
    expect(printed).toEqual([]);
    // The user_version in the header of an SQLite file.
    const file = join(folder, 'search.db');
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
    const { db } = database;
    const server = await startMeilisearch({ folder: join(folder, 'server') });
    try {
      const { url: address, key } = server;
      const options = { key, database: await databaseId(db) };
      const standby = await openStandby(address, options);
      await reindex({ db, standby, open: () => openSearch(address, options) });
      const found = await total(address, key);
      expect(found).toBeGreaterThan(0);
      const setting = '/indexes/dossier-documents/settings/searchable-attributes';
      await put(address, key, setting, ['words1.title']);
      await renewIndex(settings(address, key), print);
      expect(printed).toHaveLength(2);
      expect(await total(address, key)).toBe(found);
    } finally {
      await server.stop();
    }
  });
});
