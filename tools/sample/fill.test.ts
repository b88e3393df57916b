import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findKind, load } from '@dossier/ingest';
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

  it('loads nothing into a database with companies of its own', async () => {
    const file = join(folder, 'own.ndjson');
    writeFileSync(file, '{"domain": "acme.com", "name": "Acme", "type": "private"}\n');
    expect(await load({ db: database.db, kind: findKind('companies')!, paths: [file] })).toMatchObject({ new: 1 });
    expect(await fill()).toEqual([]);
    expect(await database.db('companies')).toHaveLength(1);
  });
});
