import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { fromSource } from '@dossier/shared/testing';
import { databaseId } from '../schema/database-id.ts';
import { openDatabase, type Db } from '../sql/open.ts';
import { postgresVersion } from '../sql/postgres-version.ts';
import {
  asNextVersion,
  createTestDatabase,
  engines,
  type Engine,
  type TestDatabase,
} from '../testing/index.ts';
import { write } from '../sql/write.ts';
import { backUp, checkRestore, findBackup, restoreBackup } from './index.ts';
import { replay, runTool } from './postgres-tools.ts';

const run = promisify(execFile);
const NOW = new Date('2026-11-22T19:00:00.000Z');
/** More than one step of a copy. */
const BIG = Buffer.alloc(9_000_000, 'picture');

const failure = (work: Promise<unknown> | (() => unknown)): Promise<string> =>
  (typeof work === 'function' ? (async () => work())() : work).then(
    () => 'nothing failed',
    (error: { name: string; message: string }) => `${error.name}: ${error.message}`,
  );

/** Returns whether pg_dump is installed and can read the server of the tests. */
async function hasFittingTools(db: Db): Promise<boolean> {
  try {
    const [, version] = /\) (\d+)/.exec(execFileSync('pg_dump', ['--version']).toString())!;
    return Number(version) >= Number.parseInt(await postgresVersion(db));
  } catch {
    return false;
  }
}

describe.each(engines)('a backup of %s', (engine: Engine) => {
  let folder: string;
  let database: TestDatabase;
  let isPossible = true;
  const targets: TestDatabase[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-backup-'));
    database = await createTestDatabase(engine);
    isPossible = engine === 'sqlite' || (await hasFittingTools(database.db));
    await database.db.schema.createTable('counted', (table) => {
      table.integer('n').notNullable();
      table.text('stamp').notNullable();
    });
    await database.db('assets').insert({ id: 'a', media_type: 'image/png', body: BIG, created_at: '' });
  });
  afterEach(async () => {
    for (const target of targets.splice(0)) await target.close();
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
  const newTarget = async (): Promise<TestDatabase> => {
    const target = await createTestDatabase(engine, { migrated: false });
    targets.push(target);
    return target;
  };
  /** Without the programs of Postgres, checks the sentence that asks for them. */
  const backUpOrExplain = async (place: string, onProgress = () => {}) => {
    const backup = backUp(database.url, place, NOW, {}, onProgress);
    if (isPossible) return backup;
    expect(await failure(backup)).toMatch(
      /^BackupError: pg_dump is (not installed|of version \d+, which is too old)\. Install the client programs of PostgreSQL \d+ or later, .* and run the command again\.$/,
    );
    return undefined;
  };

  it('is one state of the database, though another program writes meanwhile, and restores into an empty one', async () => {
    const program = join(import.meta.dirname, '../testing/writer-program.ts');
    const writer = run(process.execPath, [...fromSource, program, database.url, '60'], {
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    const places = ['during-1', 'during-2', 'during-3'].map((name) => join(folder, name));
    let inside = Promise.resolve();
    for (const place of places) {
      await backUpOrExplain(place, () => {
        // A write of this process between two steps.
        inside = inside.then(() => write(database.db, (trx) => trx('usage_operations').delete()));
      });
    }
    await Promise.all([writer, inside]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
    if (!isPossible) return;
    for (const place of places) {
      const { manifest } = findBackup(place);
      expect(manifest).toMatchObject({ engine, created_at: NOW.toISOString(), tables: { assets: 1 } });
      for (const file of [place, `${place}.manifest.json`]) expect(statSync(file).mode & 0o777).toBe(0o600);
      const target = await newTarget();
      await restoreBackup({ url: target.url, backup: findBackup(place) });
      const counted = await target.db('counted').orderBy('n').pluck<number[]>('n');
      expect(counted).toEqual(Array.from({ length: manifest.tables['counted']! }, (_, i) => i + 1));
      expect((await target.db('assets').first<{ body: Buffer }>('body')).body.equals(BIG)).toBe(true);
      expect(await databaseId(target.db)).toBe(await databaseId(database.db));
    }
  });

  it('restores over data only when asked to, and as a copy with an id of its own', async () => {
    const place = join(folder, `over-${engine}`);
    if (!(await backUpOrExplain(place))) return;
    const backup = findBackup(place);
    const target = await createTestDatabase(engine);
    targets.push(target);
    const add = () => target.db('organizations').insert({ name: 'Kept', plan: 'Funds', created_at: '' });
    await add();
    for (const work of [checkRestore, restoreBackup]) {
      expect(await failure(work({ url: target.url, backup }))).toBe(
        'BackupError: The database of DATABASE_URL has data (in the table organizations). ' +
          'Set DATABASE_URL to an empty database, or add --replace to delete its data.',
      );
    }
    // Postgres would keep a table that the backup does not have.
    await target.db.schema.createTable('newer', (table) => table.integer('n'));
    await target.db.destroy();
    await checkRestore({ url: target.url, backup, replace: true });
    const kept = openDatabase(target.url);
    expect(await kept('organizations').pluck('name')).toEqual(['Kept']);
    await kept.destroy();
    await restoreBackup({ url: target.url, backup, replace: true, asCopy: true });
    const restored = openDatabase(target.url);
    try {
      expect(await restored('organizations').pluck('name')).toEqual([]);
      expect(await restored.schema.hasTable('newer')).toBe(false);
      expect(await databaseId(restored)).not.toBe(await databaseId(database.db));
    } finally {
      await restored.destroy();
    }
  });

  it('leaves the database as it was if the restore fails', async () => {
    const place = join(folder, `failing-${engine}`);
    if (engine === 'sqlite' || !(await backUpOrExplain(place))) return;
    const target = await createTestDatabase(engine);
    targets.push(target);
    await target.db('organizations').insert({ name: 'Kept', plan: 'Funds', created_at: '' });
    await target.db.schema.createTable('newer', (table) => table.integer('n'));
    await target.db('newer').insert({ n: 1 });
    // A view of the operator. A restore does not drop it, so it cannot replace the table.
    await target.db.schema.createView('report', (view) => view.as(target.db('companies').select('name')));
    await target.db.destroy();
    const restore = restoreBackup({ url: target.url, backup: findBackup(place), replace: true });
    expect(await failure(restore)).toMatch(
      /^BackupError: psql failed with code 3: .*cannot drop .*companies/,
    );
    const after = openDatabase(target.url);
    try {
      expect(await after('newer').pluck('n')).toEqual([1]);
      expect(await after('organizations').pluck('name')).toEqual(['Kept']);
      expect(await after('report').pluck('name')).toEqual([]);
    } finally {
      await after.destroy();
    }
  });

  it('of an older schema is updated after the restore', async () => {
    const older = await createTestDatabase(engine);
    targets.push(older);
    const place = join(folder, 'older');
    if (!isPossible) return;
    await backUp(older.url, place, NOW, {});
    const target = await newTarget();
    const restore = () => restoreBackup({ url: target.url, backup: findBackup(place) });
    await asNextVersion((db) => db.schema.createTable('next', (table) => void table.integer('n')), restore);
    const { manifest } = findBackup(place);
    const last = await target.db('migrations').orderBy('id', 'desc').first<{ name: string }>('name');
    expect(last.name > manifest.schema).toBe(true);
  });

  it('is not made of an empty database', async () => {
    const empty = await newTarget();
    expect(await failure(backUp(empty.url, join(folder, 'empty'), NOW, {}))).toBe(
      'BackupError: The database of DATABASE_URL contains no tables of Dossier. Correct DATABASE_URL.',
    );
  });
});

describe('a backup', () => {
  let folder: string;
  let database: TestDatabase;
  let place: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-backup-'));
    database = await createTestDatabase('sqlite');
    place = join(folder, 'good.db');
    await backUp(database.url, place, NOW, {});
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
  const target = () => `sqlite:${join(folder, 'restored', 'dossier.db')}`;
  /** Writes a changed copy of the good backup. */
  const changed = (name: string, manifest: object | undefined, damage = (bytes: Buffer) => bytes): string => {
    const path = join(folder, name);
    writeFileSync(path, damage(readFileSync(place)));
    const text = JSON.parse(readFileSync(`${place}.manifest.json`, 'utf8')) as object;
    if (manifest)
      writeFileSync(`${path}.manifest.json`, JSON.stringify({ ...text, file: name, ...manifest }));
    return path;
  };

  it('goes into a folder under the time, and the newest one of a folder is restored', async () => {
    const several = join(folder, 'several');
    const times = ['2026-01-02T03:04:05.000Z', '2026-03-01T00:00:00.000Z', '2025-12-31T00:00:00.000Z'];
    for (const time of times) await backUp(database.url, `${several}/`, new Date(time), {});
    expect(readdirSync(several)).toContain('dossier-20260102-030405.db.manifest.json');
    expect(findBackup(several).path).toBe(join(several, 'dossier-20260301-000000.db'));
    const again = backUp(database.url, several, new Date(times[0]!), {});
    expect(await failure(again)).toMatch(
      /^BackupError: .*-030405\.db exists already\. Name a new file, or a folder\.$/,
    );
  });

  it.each<[string, () => string, RegExp]>([
    [
      'that is missing',
      () => join(folder, 'none'),
      /There is no backup .*none\. Name the file or the folder/,
    ],
    [
      'without a manifest',
      () => changed('bare', undefined),
      /has no manifest bare\.manifest\.json .* Use a complete/,
    ],
    ['with another manifest', () => changed('other', { file: 'good.db' }), /is not the manifest of other\./],
    ['in an empty folder', () => mkdtempSync(join(folder, 'void-')), /contains no complete backup\./],
    [
      'with a changed byte',
      () => changed('damaged', {}, (bytes) => bytes.fill(1, 5000, 5001)),
      /is damaged: it differs from its manifest\. Use another backup\./,
    ],
    [
      'without the rows of its manifest',
      () => changed('fewer', { tables: { ...findBackup(place).manifest.tables, companies: 999 } }),
      /The table companies has \d+ rows instead of the 999 of its manifest\. Nothing was changed\./,
    ],
    [
      'of a newer schema',
      () => changed('newer', { schema: '9999-later' }),
      /schema 9999-later, which is newer than this/,
    ],
    [
      'of Postgres',
      () => changed('pg', { engine: 'postgres' }),
      /is of Postgres\. Set DATABASE_URL to postgres:/,
    ],
  ])('%s is rejected with a remedy', async (_name, make, sentence) => {
    const message = await failure(async () => restoreBackup({ url: target(), backup: findBackup(make()) }));
    expect(message).toMatch(/^BackupError: /);
    expect(message).toMatch(sentence);
    expect(readdirSync(folder)).not.toContain('restored');
  });

  it.each(engines)('is not restored into a %s database of another program', async (engine) => {
    const other = await createTestDatabase(engine, { migrated: false });
    try {
      await other.db.schema.createTable('theirs', (table) => table.integer('n'));
      await other.db('theirs').insert({ n: 1 });
      const backup = findBackup(changed(`into-${engine}`, { engine }));
      for (const replace of [false, true]) {
        expect(await failure(restoreBackup({ url: other.url, backup, replace }))).toMatch(
          /^BackupError: The database of DATABASE_URL has tables of another program\. Set/,
        );
      }
      expect(await other.db('theirs').pluck('n')).toEqual([1]);
    } finally {
      await other.close();
    }
  });

  it('of a damaged database fails, and leaves no file', async () => {
    const path = join(folder, 'sick.db');
    const bytes = readFileSync(place);
    writeFileSync(path, bytes.fill(0x5a, 8 * 4096, 12 * 4096));
    const message = await failure(backUp(`sqlite:${path}`, join(folder, 'sick-backup'), NOW, {}));
    expect(message).toMatch(
      /^BackupError: The database is damaged \(.+\)\. Keep the file, and restore the last good/,
    );
    expect(readdirSync(folder).filter((name) => name.startsWith('sick-backup'))).toEqual([]);
  });

  it.each(['writes to it', 'has it open'])(
    'does not replace a database while another program %s',
    async (use) => {
      const used = await createTestDatabase('sqlite');
      try {
        await used.db.raw(use === 'has it open' ? 'select 1 from companies' : 'begin immediate');
        const message = await failure(
          restoreBackup({ url: used.url, backup: findBackup(place), replace: true }),
        );
        expect(message).toBe(
          'BackupError: Another program uses the database of DATABASE_URL. Stop the service and all loads, then restore again.',
        );
        // The other program can still use the database.
        expect(await used.db('companies').pluck('id')).toEqual([]);
        expect(await used.db.raw('pragma journal_mode')).toEqual([{ journal_mode: 'wal' }]);
      } finally {
        if (use === 'writes to it') await used.db.raw('rollback');
        await used.close();
      }
    },
  );

  it('of Postgres runs its programs in English, whose lines it reads', async () => {
    const programs = mkdtempSync(join(folder, 'programs-'));
    for (const tool of ['pg_restore', 'psql'])
      writeFileSync(join(programs, tool), '#!/bin/sh\necho "error in $LC_ALL" >&2\nexit 1\n', {
        mode: 0o755,
      });
    const before = { ...process.env };
    Object.assign(process.env, { PATH: programs, LC_ALL: 'de_DE.UTF-8' });
    try {
      const [url, lines] = ['postgres://localhost/none', [] as string[]];
      for (const each of [url, undefined])
        expect(await failure(runTool('psql', [], each))).toMatch(/psql failed with code 1: error in C$/);
      const replayed = replay('none', url, [], (line) => lines.push(line));
      expect(await failure(replayed)).toMatch(/psql failed with code 1: error in C$/);
      expect(lines).toEqual(['error in C']);
    } finally {
      for (const name of ['PATH', 'LC_ALL']) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    }
  });

  it.each([
    [
      'not installed',
      undefined,
      /^BackupError: pg_dump is not installed\. Install the client programs of Postgre/,
    ],
    [
      'too old',
      'pg_dump (PostgreSQL) 9.6.24',
      /^BackupError: pg_dump is of version 9, which is too old\. Install/,
    ],
  ])('of Postgres names the remedy when pg_dump is %s', async (_name, printed, sentence) => {
    const postgres = await createTestDatabase('postgres');
    const programs = mkdtempSync(join(folder, 'programs-'));
    const paths = process.env['PATH'];
    if (printed !== undefined) {
      writeFileSync(join(programs, 'pg_dump'), `#!/bin/sh\necho '${printed}'\n`);
      chmodSync(join(programs, 'pg_dump'), 0o755);
    }
    process.env['PATH'] = printed === undefined ? programs : `${programs}${delimiter}${paths}`;
    try {
      expect(await failure(backUp(postgres.url, join(folder, 'dump'), NOW, {}))).toMatch(sentence);
      expect(readdirSync(folder)).not.toContain('dump.partial');
    } finally {
      process.env['PATH'] = paths;
      await postgres.close();
    }
  });
});
