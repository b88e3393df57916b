import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findKind, load } from '@dossier/ingest';
import { openSearch } from '@dossier/search';
import { skipMeilisearch, startMeilisearch } from '@dossier/search/testing';
import { beginRun, databaseId, endRun } from '@dossier/store';
import { createTestDatabase, type TestDatabase } from '@dossier/store/testing';
import { fillIfEmpty, sources } from './fill.ts';

describe('the sample', () => {
  it('loads every file of records, companies first', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ndjson'));
    const loaded = sources.map(({ path }) => basename(path));
    expect(loaded.toSorted()).toEqual([...files, 'documents'].toSorted());
    expect(loaded[0]).toBe('companies.ndjson');
  });
});

describe('filling an empty database', () => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await createTestDatabase('sqlite');
    folder = mkdtempSync(join(tmpdir(), 'dossier-fill-'));
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const fill = async (onLine: (line: string) => void = () => {}) => {
    const lines: string[] = [];
    const searchUrl = `sqlite:${join(folder, 'search.db')}`;
    await fillIfEmpty({ databaseUrl: database.url, searchUrl, searchKey: undefined }, (line) => {
      lines.push(line.trim());
      onLine(line);
    });
    return lines;
  };

  it('continues after an interruption, and does nothing when it is complete', async () => {
    const interrupted = fill((line) => {
      if (line.includes('documents')) throw new Error('interrupted');
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    expect(await database.db('metrics')).toEqual([]);
    const [first, ...loaded] = await fill();
    expect(first).toBe('The sample data is incomplete: loading the rest.');
    const plurals = sources.map(({ kind }) => kind.plural);
    const rest = plurals.slice(plurals.indexOf('documents') + 1);
    expect(loaded.map((line) => line.split(' ')[1])).toEqual(rest);
    expect(rest).toContain('metrics');
    expect(await database.db('metrics')).not.toEqual([]);
    expect(await fill()).toEqual([]);
  });

  (skipMeilisearch ? it.skip : it)('indexes the sample on a search server with its key', async () => {
    const { db, url: databaseUrl } = database;
    // All but the companies count as loaded, which takes less time.
    for (const { kind, path } of sources.filter(({ kind: { name } }) => name !== 'company')) {
      const source = relative(join(import.meta.dirname, '../..'), path);
      await endRun(db, await beginRun(db, { command: 'load', kind: kind.name, source }), { outcome: 'done' });
    }
    const server = await startMeilisearch({ folder: join(folder, 'server') });
    try {
      const { url: searchUrl, key: searchKey } = server;
      const lines: string[] = [];
      await fillIfEmpty({ databaseUrl, searchUrl, searchKey }, (line) => lines.push(line.trim()));
      expect(lines).toHaveLength(2);
      const search = await openSearch(searchUrl, { key: searchKey, database: await databaseId(db) });
      expect(await search.search({ text: 'stripe', limit: 1, offset: 0 })).toMatchObject({
        results: [{ type: 'company' }],
      });
      await search.close();
    } finally {
      await server.stop();
    }
  });

  it('loads nothing into a database with companies of its own', async () => {
    const file = join(folder, 'own.ndjson');
    writeFileSync(file, '{"domain": "acme.com", "name": "Acme", "type": "private"}\n');
    expect(await load({ db: database.db, kind: findKind('companies')!, paths: [file] })).toMatchObject({ new: 1 });
    expect(await fill()).toEqual([]);
    expect(await database.db('companies')).toHaveLength(1);
  });
});
