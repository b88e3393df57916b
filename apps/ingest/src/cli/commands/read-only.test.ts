import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isPostgres, openDatabase, type Db } from '@dossier/store';
import { asNextVersion, createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { callIngest } from '../../testing/command.ts';
import { edgarServer, type EdgarServer } from '../../testing/edgar-server.ts';
import { temporaryFolder, type Folder } from '../../testing/files.ts';

const NOTHING_YET = 'The database of DATABASE_URL is empty. The first load creates its tables.\n';

/** The names of all tables and indexes, and the migrations that were done. */
async function schemaOf(db: Db): Promise<unknown[]> {
  const [from, name] = isPostgres(db)
    ? ["pg_class where relnamespace = 'public'::regnamespace", 'relname']
    : ['sqlite_master', 'name'];
  const read: unknown = await db.raw(`select ${name} as name from ${from} order by 1`);
  const names = (isPostgres(db) ? (read as { rows: object[] }).rows : read) as object[];
  return [
    ...names,
    ...((await db.schema.hasTable('migrations')) ? await db('migrations').pluck<[]>('name') : []),
  ];
}

describe.each(engines)('commands that change nothing, on %s', (engine) => {
  let database: TestDatabase;
  let server: EdgarServer;
  let folder: Folder;
  beforeEach(async () => {
    database = await createTestDatabase(engine, { migrated: false });
    folder = temporaryFolder();
    server = await edgarServer();
    server.put('/submissions/CIK0000000042.json', {
      cik: '42',
      name: 'ACME',
      website: 'https://acme.com',
      filings: { recent: {} },
    });
  });
  afterEach(async () => {
    await server.close();
    await database.close();
    folder.remove();
  });

  const call = (args: string[], url = database.url) =>
    callIngest(args, {
      DATABASE_URL: url,
      SEARCH_URL: `sqlite:${join(folder.path, 'search.db')}`,
      EDGAR_CONTACT: 'Acme data@acme.com',
    });
  const feed = () => folder.write('feed.ndjson', [{ domain: 'acme.com', name: 'Acme', type: 'private' }]);
  const commands = (): [args: string[], code: number, says: RegExp][] => [
    [['status'], 0, /^Runs, newest first \(times are UTC\):\n {2}none\nRows: companies 0, /],
    [['plan', 'companies', feed()], 6, /^Plan only, nothing stored\. companies: .* 1 new, /],
    [['load', 'companies', feed(), '--dry-run'], 0, /^Dry run, nothing stored\. companies: .* 1 new, /],
    [
      [
        'edgar',
        'companies',
        '42',
        '--dry-run',
        '--base-url',
        server.url,
        '--cache',
        join(folder.path, 'cache'),
      ],
      0,
      /^Dry run, .* 1 new, /,
    ],
  ];

  it('report no records for an empty database, and leave it empty', async () => {
    const before = await schemaOf(database.db);
    for (const [args, code, says] of commands()) {
      const said = await call(args);
      expect([args, said]).toEqual([
        args,
        { code, stdout: expect.stringMatching(says), stderr: NOTHING_YET },
      ]);
      expect(await schemaOf(database.db)).toEqual(before);
    }
    expect(existsSync(join(folder.path, 'search.db'))).toBe(false);
    expect(await call(['plan', 'companies', feed(), '--out', join(folder.path, 'plan.ndjson')])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'The database of DATABASE_URL is empty; plan --out needs a database with tables. Create its tables with: npm run ingest -- migrate\n',
    });
    expect(await schemaOf(database.db)).toEqual(before);
  });

  it('report an older schema, and do not migrate it', async () => {
    await call(['migrate']);
    const before = await schemaOf(database.db);
    const update = async (db: Db) => {
      await db.schema.alterTable('sources', (table) => table.integer('next'));
    };
    for (const [args] of commands()) {
      expect([args, await asNextVersion(update, () => call(args))]).toEqual([
        args,
        {
          code: 1,
          stdout: '',
          stderr:
            'The database schema is older than this program. Update it with: npm run ingest -- migrate\n',
        },
      ]);
    }
    expect(await schemaOf(database.db)).toEqual(before);
    await asNextVersion(update, async () => {
      await call(['migrate']);
      for (const [args, code] of commands()) expect(await call(args)).toMatchObject({ code, stderr: '' });
    });
  });
});

it.each([undefined, ''])('status creates no database when the file contains %j', async (content) => {
  const folder = temporaryFolder();
  const path = join(folder.path, 'data', 'dossier.db');
  if (content !== undefined) folder.write('data/dossier.db', content);
  const env = { DATABASE_URL: `sqlite:${path}` };
  const { code, stdout, stderr } = await callIngest(['status', '--json'], env);
  expect([code, stderr]).toEqual([0, NOTHING_YET]);
  expect(JSON.parse(stdout)).toMatchObject({ runs: [], rows: { companies: 0 }, outbox: { depth: 0 } });
  expect(existsSync(path)).toBe(content !== undefined);
  expect(existsSync(`${path}-wal`)).toBe(false);
  folder.remove();
});

it('read-only commands report a database file of another program without changing it', async () => {
  const folder = temporaryFolder();
  const path = join(folder.path, 'notes.db');
  const env = { DATABASE_URL: `sqlite:${path}`, SEARCH_URL: `sqlite:${join(folder.path, 'search.db')}` };
  const db = openDatabase(env.DATABASE_URL);
  await db.raw('create table notes (n integer)');
  await db.raw('pragma journal_mode = delete');
  await db.destroy();
  const before = readFileSync(path);
  const feed = folder.write('feed.ndjson', [{ domain: 'acme.com', name: 'Acme', type: 'private' }]);
  for (const args of [['status'], ['plan', 'companies', feed], ['load', 'companies', feed, '--dry-run']]) {
    const { stderr } = await callIngest(args, env);
    expect(stderr).toBe(
      'The file of DATABASE_URL has tables of another program and none of Dossier. The first load creates its tables.\n',
    );
    expect(readFileSync(path).equals(before)).toBe(true);
  }
  folder.remove();
});
