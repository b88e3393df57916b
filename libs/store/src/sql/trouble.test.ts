import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openSqlite, type Database, type Options } from '@dossier/sqlite';
import { databaseProblem, databaseTrouble, type DatabaseTrouble } from './trouble.ts';

let folder: string;
const open: Database[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-trouble-'));
});
afterAll(() => {
  for (const db of open) db.close();
  rmSync(folder, { recursive: true });
});

/** Makes a file with a table of 200 rows, and lets `damage` change its bytes. */
function file(name: string, damage = (bytes: Buffer) => bytes): string {
  const path = join(folder, name);
  const db = openSqlite(path);
  db.exec('create table t (text); begin');
  for (let i = 0; i < 200; i++) db.prepare('insert into t values (?)').run('x'.repeat(500));
  db.exec('commit');
  db.close();
  writeFileSync(path, damage(readFileSync(path)));
  return path;
}

function use(path: string, options: Options = {}): Database {
  const db = openSqlite(path, { timeout: 0, ...options });
  open.push(db);
  return db;
}

const INSERT = `insert into t values (zeroblob(100000))`;

it.each<[string, () => unknown, RegExp, DatabaseTrouble?]>([
  [
    'of garbage',
    () =>
      use(file('garbage', (bytes) => bytes.fill(0x5a)))
        .prepare('select * from t')
        .all(),
    /^The database is damaged\. .* npm run admin -- restore <backup> --replace$/,
  ],
  [
    'with a damaged page',
    () =>
      use(file('page', (bytes) => bytes.fill(0x5a, 4096 * 4)))
        .prepare('select * from t')
        .all(),
    /^The database is damaged\./,
  ],
  [
    'that may only be read',
    () => use(file('readonly'), { readonly: true }).exec(INSERT),
    /^The database, or its folder, may not be written\. Give/,
    'readonly',
  ],
  [
    'without room',
    () => {
      const db = use(file('full'));
      db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true }) as number}`);
      db.exec(INSERT);
    },
    /^The disk of the database is full\. Free space/,
    'full',
  ],
  ['that is a folder', () => use(folder), /^The file of DATABASE_URL cannot be opened\. Correct/],
  [
    'that another program has locked',
    () => {
      const path = file('locked');
      use(path).exec('begin exclusive');
      use(path).exec(INSERT);
    },
    /^Another program holds the lock of the database\. Wait/,
    'busy',
  ],
])('names the remedy for a database %s, and requests return 503', (_, work, sentence, trouble = 'down') => {
  let error: unknown;
  try {
    work();
  } catch (thrown) {
    error = thrown;
  }
  expect(databaseProblem(error)).toMatch(sentence);
  expect(databaseTrouble(error)).toBe(trouble);
});

it('does not explain errors of other files and of our own', () => {
  const error = Object.assign(new Error('permission denied'), { code: 'EACCES' });
  expect([databaseTrouble(error), databaseProblem(new Error('a bug'))]).toEqual([undefined, undefined]);
});
