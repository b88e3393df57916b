import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findKind, load } from '@dossier/ingest';
import { createTestDatabase, type TestDatabase } from '@dossier/store/testing';
import { fillIfEmpty } from './fill.ts';

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

  const fill = async (tell: (line: string) => void = () => {}) => {
    const lines: string[] = [];
    const searchUrl = `sqlite:${join(folder, 'search.db')}`;
    await fillIfEmpty({ databaseUrl: database.url, searchUrl, searchKey: undefined }, (line) => {
      lines.push(line.trim());
      tell(line);
    });
    return lines;
  };

  it('goes on where it was cut off, and then has nothing to do', async () => {
    const cutOff = fill((line) => {
      if (line.includes('documents')) throw new Error('cut off');
    });
    await expect(cutOff).rejects.toThrow('cut off');
    expect(await database.db('metrics')).toEqual([]);
    const [first, ...loaded] = await fill();
    expect(first).toBe('The sample data are not complete: loading the rest.');
    expect(loaded.map((line) => line.split(' ')[1])).toEqual(['filings', 'events', 'news', 'metrics']);
    expect(await database.db('metrics')).not.toEqual([]);
    expect(await fill()).toEqual([]);
  });

  it('leaves companies of somebody else alone', async () => {
    const file = join(folder, 'own.ndjson');
    writeFileSync(file, '{"domain": "acme.com", "name": "Acme", "type": "private"}\n');
    expect(await load({ db: database.db, kind: findKind('companies')!, paths: [file] })).toMatchObject({ new: 1 });
    expect(await fill()).toEqual([]);
    expect(await database.db('companies')).toHaveLength(1);
  });
});
