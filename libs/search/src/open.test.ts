import { afterAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openSqlite } from '@dossier/sqlite';
import { ConfigError } from '@dossier/shared';
import { fromSource, loadedPackages } from '@dossier/shared/testing';
import { SearchOutdated, SearchTaken, SearchUnavailable, type SearchDocument } from './search-engine.ts';
import { isIndexFilled, openSearch, openStandby } from './open.ts';
import { describeDatabases } from './testing/suite/databases-suite.ts';
import { describeStandby } from './testing/suite/standby-suite.ts';
import { document, failure, find } from './testing/titled.ts';

const folder = mkdtempSync(join(tmpdir(), 'search-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string) => join(folder, name, 'search.db');

/** An index that says it is of the next version. */
async function makeNextVersion(file: string): Promise<void> {
  const engine = await openSearch(`sqlite:${file}`);
  await engine.put([document('old', 'Amber')]);
  await engine.close();
  const db = openSqlite(file);
  db.pragma(`user_version = ${Number(db.pragma('user_version', { simple: true })) + 1}`);
  db.close();
}

describe('opening a search index', () => {
  it('creates a missing file with its folders', async () => {
    const file = join(folder, 'some', 'where', 'search.db');
    const engine = await openSearch(`sqlite:${file}`);
    expect(await find(engine, 'amber')).toEqual([]);
    await engine.close();
    expect(existsSync(file)).toBe(true);
  });

  it('opens a separate index for each sqlite::memory:', async () => {
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
  ])('rejects %s in one sentence, before any request', async (url) => {
    const error = await failure(openSearch(url, { key: 'secret-key' }));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message).toMatch(/^SEARCH_URL/);
    expect(error.message).not.toMatch(/internal|secret/);
  });

  it.each([
    ['a file', () => `sqlite:${path('loaded')}`, 'better-sqlite3'],
    ['a server', () => 'http://127.0.0.1:1', 'meilisearch'],
  ])('loads only the modules of %s', async (_, url, expected) => {
    const loaded = await loadedPackages(`
      const { openSearch, openStandby } = await import(${JSON.stringify(join(import.meta.dirname, 'index.ts'))});
      const url = ${JSON.stringify(url())};
      await openStandby(url);
      await (await openSearch(url)).close();`);
    const engines = ['better-sqlite3', 'meilisearch', 'sqlite-vec'];
    expect(engines.filter((name) => loaded.has(name))).toEqual([expected]);
  });

  it('sends a search server no request until it is used', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    let connections = 0;
    server.on('connection', (socket) => {
      connections += 1;
      socket.destroy();
    });
    const engine = await openSearch(`http://127.0.0.1:${port}`, { key: 'secret-key' });
    // Connections are accepted in their order, so one of the engine would come before this one.
    await once(connect(port, '127.0.0.1'), 'close');
    expect(connections).toBe(1);
    await engine.close();
    server.close();
  });

  it('rejects an index of another version, leaves it unchanged, and names the rebuild command', async () => {
    const file = path('version');
    await makeNextVersion(file);
    const error = await failure(openSearch(`sqlite:${file}`));
    expect(error).toBeInstanceOf(SearchOutdated);
    expect(error.message).toContain('npm run ingest -- reindex');
    const db = openSqlite(file);
    expect(db.prepare('SELECT count(*) FROM entry').pluck().get()).toBe(1);
    db.close();
  });

  it('reads whether an index is filled, and does not create it', async () => {
    const file = path('filled');
    const url = `sqlite:${file}`;
    const isFilled = (database: string) => isIndexFilled(url, { database });
    expect([await isFilled('ours'), existsSync(file)]).toEqual([false, false]);
    const ours = await openSearch(url, { database: 'ours' });
    expect([await isFilled('ours'), statSync(file).mode & 0o777]).toEqual([false, 0o600]);
    await ours.put([document('a', 'Amber')]);
    expect(await isFilled('ours')).toBe(false);
    expect(await failure(isFilled('theirs'))).toBeInstanceOf(SearchTaken);
    await ours.markFilled();
    expect([await isFilled('ours'), await ours.isFilled()]).toEqual([true, true]);
    await ours.close();
  });

  it('reports another owner before another version, so that the index is not rebuilt', async () => {
    const file = path('taken');
    const ours = await openSearch(`sqlite:${file}`, { database: 'ours' });
    await ours.put([document('a', 'Amber')]);
    await ours.close();
    await makeNextVersion(file);
    expect(await failure(openSearch(`sqlite:${file}`, { database: 'ours' }))).toBeInstanceOf(SearchOutdated);
    expect(await failure(openSearch(`sqlite:${file}`, { database: 'theirs' }))).toBeInstanceOf(SearchTaken);
  });

  it('rejects a database of another program, and leaves it unchanged', async () => {
    const file = join(folder, 'other.db');
    const other = openSqlite(file);
    other.exec('CREATE TABLE companies (id INTEGER)');
    other.close();
    const before = readFileSync(file);
    for (const work of [
      openSearch(`sqlite:${file}`),
      openStandby(`sqlite:${file}`).then((standby) => standby.build()),
    ]) {
      expect(await failure(work)).toBeInstanceOf(ConfigError);
    }
    expect(readFileSync(file)).toEqual(before);
  });

  it('is unavailable when the file is damaged or cannot be created, and hides the path', async () => {
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

describe('an open index file', () => {
  it('is unavailable when it is damaged', async () => {
    const file = path('damaged');
    const engine = await openSearch(`sqlite:${file}`);
    await engine.put([document('a', 'Amber')]);
    const db = openSqlite(file);
    db.unsafeMode();
    db.pragma('writable_schema = ON');
    db.exec("UPDATE documents_data SET block = x'ff00ff00ff00'");
    db.close();
    const error = await failure(find(engine, 'amber'));
    expect(error).toBeInstanceOf(SearchUnavailable);
    expect(error.message).toBe('the search index is damaged');
    await engine.close();
  });

  it('rethrows other errors', async () => {
    const engine = await openSearch('sqlite::memory:');
    await engine.close();
    const error = await failure(find(engine, 'amber'));
    expect(error).not.toBeInstanceOf(SearchUnavailable);
    expect(error.message).toMatch(/not open/);
  });
});

/** A program that swaps the standby of an index in. */
const SWAP = `
  import { openStandby } from './src/index.ts';
  await (await openStandby(process.argv[1])).swap();
`;

let place = 0;
const newPlace = () => {
  const url = `sqlite:${path(`standby-${(place += 1)}`)}`;
  return (database?: string) => {
    const options = database === undefined ? {} : { database };
    return { open: () => openSearch(url, options), standby: () => openStandby(url, options) };
  };
};
describeStandby('embedded', () => newPlace()());
describeDatabases('embedded', newPlace);

describe('the standby of an index file', () => {
  const build = async (url: string, ...documents: SearchDocument[]) => {
    const standby = await openStandby(url);
    const engine = await standby.build();
    await engine.put(documents);
    await engine.close();
    return standby;
  };

  it('replaces an index of another version', async () => {
    const file = path('renew');
    await makeNextVersion(file);
    const standby = await build(`sqlite:${file}`, document('new', 'Amber'));
    await standby.swap();
    const engine = await openSearch(`sqlite:${file}`);
    expect(await find(engine, 'amber')).toEqual(['new']);
    await engine.close();
  });

  it('leaves only the new file', async () => {
    const file = path('files');
    const standby = await build(`sqlite:${file}`, document('new', 'Amber'));
    await standby.swap();
    expect(readdirSync(join(folder, 'files'))).toEqual(['search.db']);
  });

  it('answers open engines at once after another process swaps it in', async () => {
    const file = path('process');
    const url = `sqlite:${file}`;
    const suggested = (id: string) => ({ ...document(id, `Amber ${id}`), suggest: [`Amber ${id}`] });
    const engine = await openSearch(url);
    const open = await openSearch(url, { database: 'ours' });
    const slugs = async () => (await open.suggest('amb', 10)).map(({ slug }) => slug);
    await engine.put([suggested('old')]);
    expect([await slugs(), await find(open, 'amber')]).toEqual([['old'], ['old']]);
    await build(url, ...Array.from({ length: 60 }, (_, i) => suggested(`new${i}`)));
    // Another layout of the file: a statement that kept the pages of the old one would fail or read them.
    const standby = openSqlite(`${file}.standby`);
    standby.exec('CREATE TABLE other (id); ALTER TABLE about RENAME COLUMN database TO earlier');
    standby.exec('ALTER TABLE about ADD COLUMN database TEXT; VACUUM');
    standby.close();
    await promisify(execFile)(process.execPath, [...fromSource, '--input-type=module', '-e', SWAP, url], {
      cwd: join(import.meta.dirname, '..'),
    });
    expect((await slugs()).length).toBe(10);
    expect([...(await slugs()), ...(await find(open, 'amber'))].filter((id) => !/^new/.test(id))).toEqual([]);
    await engine.put([suggested('newer')]);
    expect(await find(open, 'newer')).toEqual(['newer']);
    for (const each of [engine, open]) await each.close();
  });

  it('waits for a program that is writing to the current index', async () => {
    const file = path('locked');
    const engine = await openSearch(`sqlite:${file}`);
    const standby = await build(`sqlite:${file}`, document('new', 'Amber'));
    const writer = openSqlite(file);
    writer.exec('BEGIN IMMEDIATE');
    const done = standby.swap();
    await sleep(200);
    expect(await find(engine, 'amber')).toEqual([]);
    writer.exec('COMMIT');
    await done;
    expect(await find(engine, 'amber')).toEqual(['new']);
    writer.close();
    await engine.close();
  });
});
