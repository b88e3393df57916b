import { afterAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { ConfigError } from '@dossier/shared';
import { SearchUnavailable, type SearchDocument, type SearchEngine } from './engine.ts';
import { openSearch, rebuildSearch } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'search-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string) => join(folder, name, 'search.db');

const document = (id: string, title: string): SearchDocument => ({
  type: 'document',
  id,
  title,
  excerpt: '',
  url: `/research/${id}`,
  date: '2024-06-01T00:00:00.000Z',
  passages: [],
});
const find = async (engine: SearchEngine, text: string) =>
  (await engine.search({ text, limit: 10, offset: 0 })).results.map((result) => result.document_id);

async function failure(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (error) {
    // Not `instanceof`: what Node itself throws is of another realm than the test.
    return error as Error;
  }
  throw new Error('It did not fail.');
}

/** An index that says it is of the next version. */
async function makeNextVersion(file: string): Promise<void> {
  const engine = await openSearch(`sqlite:${file}`);
  await engine.put([document('old', 'Amber')]);
  await engine.close();
  const db = new Sqlite(file);
  db.pragma(`user_version = ${Number(db.pragma('user_version', { simple: true })) + 1}`);
  db.close();
}

describe('opening', () => {
  it('makes a file that is missing, with its folders', async () => {
    const file = join(folder, 'some', 'where', 'search.db');
    const engine = await openSearch(`sqlite:${file}`);
    expect(await find(engine, 'amber')).toEqual([]);
    await engine.close();
    expect(existsSync(file)).toBe(true);
  });

  it('gives an index of its own for each sqlite::memory:', async () => {
    const [one, other] = [await openSearch('sqlite::memory:'), await openSearch('sqlite::memory:')];
    await one.put([document('a', 'Amber')]);
    expect(await find(one, 'amber')).toEqual(['a']);
    expect(await find(other, 'amber')).toEqual([]);
    await Promise.all([one.close(), other.close()]);
    expect(existsSync(':memory:')).toBe(false);
  });

  it.each([
    'postgres://search.internal',
    'search.internal.db',
    'http://',
    'http://internal:7700?index=a b',
    'https://me:secret-key@internal',
  ])('refuses %s in one sentence, before it asks for anything', async (url) => {
    const error = await failure(openSearch(url, { key: 'secret-key' }));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message).toMatch(/^SEARCH_URL/);
    expect(error.message).not.toMatch(/internal|secret/);
  });

  it('asks a search server for nothing until it is used', async () => {
    const engine = await openSearch('http://127.0.0.1:1', { key: 'secret-key' });
    await engine.close();
  });

  it('refuses an index of another version, says how to rebuild it, and leaves it as it is', async () => {
    const file = path('version');
    await makeNextVersion(file);
    const error = await failure(openSearch(`sqlite:${file}`));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message).toContain('npm run ingest -- reindex');
    const db = new Sqlite(file);
    expect(db.prepare('SELECT count(*) FROM entry').pluck().get()).toBe(1);
    db.close();
  });

  it('refuses a database of something else, and leaves it as it is', async () => {
    const file = join(folder, 'other.db');
    const other = new Sqlite(file);
    other.exec('CREATE TABLE companies (id INTEGER)');
    other.close();
    const before = readFileSync(file);
    for (const work of [openSearch(`sqlite:${file}`), rebuildSearch(`sqlite:${file}`, async () => {})]) {
      expect(await failure(work)).toBeInstanceOf(ConfigError);
    }
    expect(readFileSync(file)).toEqual(before);
  });

  it('is unavailable when the file is damaged or cannot be made, and the reason names no path', async () => {
    const garbage = join(folder, 'garbage.db');
    writeFileSync(garbage, 'This is no database. '.repeat(500));
    for (const target of [garbage, folder, join(garbage, 'search.db')]) {
      const error = await failure(openSearch(`sqlite:${target}`));
      expect(error).toBeInstanceOf(SearchUnavailable);
      expect(error.message).toMatch(/^the search index /);
      expect(error.message).not.toContain('/');
    }
  });
});

describe('a file that fails while it is open', () => {
  it('is unavailable when it is damaged', async () => {
    const file = path('damaged');
    const engine = await openSearch(`sqlite:${file}`);
    await engine.put([document('a', 'Amber')]);
    const db = new Sqlite(file);
    db.unsafeMode();
    db.pragma('writable_schema = ON');
    db.exec("UPDATE documents_data SET block = x'ff00ff00ff00'");
    db.close();
    const error = await failure(find(engine, 'amber'));
    expect(error).toBeInstanceOf(SearchUnavailable);
    expect(error.message).toBe('the search index is damaged');
    await engine.close();
  });

  it('lets other failures through', async () => {
    const engine = await openSearch('sqlite::memory:');
    await engine.close();
    const error = await failure(find(engine, 'amber'));
    expect(error).not.toBeInstanceOf(SearchUnavailable);
    expect(error.message).toMatch(/not open/);
  });
});

describe('rebuilding', () => {
  it('shows the old index until it has ended, and the new one then, to engines that were open all along', async () => {
    const url = `sqlite:${path('rebuild')}`;
    const reader = await openSearch(url);
    await reader.put([document('old', 'Amber')]);
    await rebuildSearch(url, async (fresh) => {
      await fresh.put([document('new', 'Amber'), document('more', 'Basalt')]);
      expect(await find(reader, 'amber')).toEqual(['old']);
      expect(await find(fresh, 'amber')).toEqual(['new']);
    });
    expect(await find(reader, 'amber')).toEqual(['new']);
    await reader.put([document('later', 'Basalt')]);
    expect(await find(reader, 'basalt')).toEqual(['later', 'more']);
    await reader.close();
    expect(readdirSync(join(folder, 'rebuild'))).toEqual(['search.db']);
  });

  it('replaces an index of another version', async () => {
    const file = path('renew');
    await makeNextVersion(file);
    await rebuildSearch(`sqlite:${file}`, (fresh) => fresh.put([document('new', 'Amber')]));
    const engine = await openSearch(`sqlite:${file}`);
    expect(await find(engine, 'amber')).toEqual(['new']);
    await engine.close();
  });

  it('leaves the old index when it fails', async () => {
    const url = `sqlite:${path('failed')}`;
    const engine = await openSearch(url);
    await engine.put([document('old', 'Amber')]);
    const error = await failure(
      rebuildSearch(url, async (fresh) => {
        await fresh.put([document('new', 'Amber')]);
        throw new Error('The source went away.');
      }),
    );
    expect(error.message).toBe('The source went away.');
    expect(await find(engine, 'amber')).toEqual(['old']);
    await engine.close();
    expect(readdirSync(join(folder, 'failed'))).toEqual(['search.db']);
  });
});
