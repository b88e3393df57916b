import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { ConfigError } from '@dossier/shared';
import { SearchUnavailable } from './engine.ts';

/** How the file is laid out and how texts become tokens. Raise it when either changes: the file is then made anew. */
const SCHEMA_VERSION = 1;
/** Marks the file as a search index, whatever else SQLite files hold. */
const APPLICATION_ID = 0x646f7373;
/** How long a statement waits for another process's write, in milliseconds. */
const BUSY_TIMEOUT = 10_000;

/**
 * A question reads `entry` for each match, so it is narrow; `content`, for each result shown, is not. The texts are
 * kept once, in `content`: the full-text tables keep only positions (`content=''`). Their tokens are ours
 * (`tokens.ts`): the `ascii` tokenizer parts them at blanks and takes every other character as it is. `word` holds
 * every word ever seen, for typos.
 */
const SCHEMA = `
  CREATE TABLE entry (
    key INTEGER PRIMARY KEY,
    type TEXT NOT NULL,
    id TEXT NOT NULL,
    date TEXT NOT NULL,
    UNIQUE (type, id)
  );
  CREATE TABLE content (
    key INTEGER PRIMARY KEY REFERENCES entry,
    url TEXT NOT NULL,
    title TEXT NOT NULL,
    excerpt TEXT NOT NULL,
    passages TEXT NOT NULL
  );
  CREATE TABLE word (word TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE VIRTUAL TABLE documents USING fts5(title, body, content='', tokenize='ascii');
  CREATE VIRTUAL TABLE explore USING fts5(title, body, content='', tokenize='ascii');
`;

/**
 * Opens a search file, and makes it when it is missing. `:memory:` is one that nobody else sees.
 * @throws ConfigError when the file is of another version, or is no search index.
 * @throws SearchUnavailable when it cannot be opened.
 */
export function openFile(path: string): Database {
  return guard(() => {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
    const db = new Sqlite(path, { timeout: BUSY_TIMEOUT });
    try {
      if (!isCurrent(db)) db.transaction(() => createSchema(db)).immediate();
      if (db.pragma('journal_mode', { simple: true }) !== 'wal') db.pragma('journal_mode = WAL');
      // NORMAL: after a power cut the index may miss the last puts, which the outbox repeats.
      db.pragma('synchronous = NORMAL');
    } catch (error) {
      db.close();
      throw error;
    }
    return db;
  });
}

function isCurrent(db: Database): boolean {
  return (
    db.pragma('application_id', { simple: true }) === APPLICATION_ID &&
    db.pragma('user_version', { simple: true }) === SCHEMA_VERSION
  );
}

function createSchema(db: Database): void {
  // Another process may have made it while this one waited for the lock.
  if (isCurrent(db)) return;
  if (db.pragma('application_id', { simple: true }) === APPLICATION_ID) {
    const version = Number(db.pragma('user_version', { simple: true }));
    throw new ConfigError(
      `The search index is of version ${version} and this program needs version ${SCHEMA_VERSION}. ` +
        'Rebuild it with: npm run ingest -- reindex',
    );
  }
  if (db.prepare('SELECT 1 FROM sqlite_master').get() !== undefined) {
    throw new ConfigError(
      'SEARCH_URL names a database that is not a search index. Give the index a file of its own.',
    );
  }
  db.exec(SCHEMA);
  db.pragma(`application_id = ${APPLICATION_ID}`);
  db.pragma(`user_version = ${SCHEMA_VERSION}`);
}

/** By primary result code, https://www.sqlite.org/rescode.html; what is not here is a defect of ours. */
const REASONS: [RegExp, string][] = [
  [/^SQLITE_(BUSY|LOCKED)/, 'the search index is busy'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'the search index is damaged'],
  [/^SQLITE_FULL/, 'the search index has no room to grow'],
  [/^SQLITE_(READONLY|PERM|AUTH)/, 'the search index may not be written'],
  [/^SQLITE_(CANTOPEN|IOERR)/, 'the search index cannot be read'],
  [/^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENOSPC|ENAMETOOLONG|EIO)$/, 'the search index cannot be opened'],
];

/** Runs what touches the file; a file that cannot be used now becomes SearchUnavailable. */
export function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = REASONS.find(([pattern]) => pattern.test(code))?.[1];
    if (reason === undefined) throw error;
    throw new SearchUnavailable(reason, { cause: error });
  }
}
