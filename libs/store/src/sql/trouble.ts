import { isConnectionLost } from './connection-lost.ts';
import { READ_TIMEOUT } from './pg-connection.ts';
import { isLocked } from './write.ts';

/**
 * Why a statement failed although nothing is wrong with it: no connection was free or another program holds the lock
 * (`busy`), it ran too long (`slow`), the disk is full (`full`), the database accepts no writes (`readonly`), or it cannot
 * be reached (`down`).
 */
export type DatabaseTrouble = 'busy' | 'slow' | 'full' | 'readonly' | 'down';

/** Codes of Postgres and SQLite. */
const CODES: [RegExp, DatabaseTrouble][] = [
  // Cancelled by its time limit.
  [/^57014$/, 'slow'],
  // Lock not available, too many connections.
  [/^(55P03|53300)$/, 'busy'],
  [/^(53100|SQLITE_FULL)/, 'full'],
  [/^(25006|SQLITE_READONLY)/, 'readonly'],
];

/** Returns the trouble behind an error of a statement, or undefined for any other error. */
export function databaseTrouble(error: unknown): DatabaseTrouble | undefined {
  const { name, code, message = '' } = (error ?? {}) as { name?: string; code?: string; message?: string };
  const known = CODES.find(([pattern]) => pattern.test(String(code)));
  if (known) return known[1];
  if (name === 'KnexTimeoutError' || isLocked(error)) return 'busy';
  if (message.endsWith(READ_TIMEOUT) || /timeout expired$/.test(message)) return 'down';
  const isUnusable = isOfStatement(error) && databaseProblem(error) !== undefined;
  return isConnectionLost(error) || isUnusable ? 'down' : undefined;
}

/** Returns whether an error has a code of SQLite or Postgres. Those of the system may come from any other file. */
export function isOfStatement(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^(SQLITE_|[0-9X]{2}[0-9A-Z]{3}$)/.test(code);
}

/** What is wrong with a database whose statements fail, and what to do, by error codes of SQLite, Postgres and the system. */
const PROBLEMS: [RegExp, string][] = [
  [
    /^(SQLITE_(CORRUPT|NOTADB)|XX001|XX002)/,
    'The database is damaged. Stop all programs that use it, keep a copy of it, and restore the last backup with: ' +
      'npm run admin -- restore <backup> --replace',
  ],
  [
    /^25006/,
    'Postgres accepts no writes: default_transaction_read_only is on, or the server is a standby. Run ALTER ROLE <user> ' +
      'SET default_transaction_read_only = off, or name the primary in DATABASE_URL.',
  ],
  [
    /^(42501|3F000)/,
    'The user of DATABASE_URL lacks a right, or its schema is missing. Create the schema, and run as its owner: GRANT ' +
      'USAGE, CREATE ON SCHEMA <schema> TO <user>.',
  ],
  [
    /^28/,
    'Postgres rejects the user of DATABASE_URL. Correct the user and the password, and let pg_hba.conf accept them.',
  ],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT)/,
    'The certificate of the database does not pass the check that sslmode asks for. Name its root in sslrootcert, or ' +
      'use sslmode=require, which encrypts without the check.',
  ],
  [
    /^(SQLITE_(READONLY|PERM|AUTH)|EACCES|EPERM|EROFS)/,
    'The database, or its folder, may not be written. Give the user of this program write access to both, or correct ' +
      'DATABASE_URL.',
  ],
  [
    /^(SQLITE_FULL|ENOSPC|EDQUOT|53100)/,
    'The disk of the database is full. Free space or enlarge it, then run the program again.',
  ],
  [
    /^(SQLITE_CANTOPEN|ENOTDIR|EISDIR|ENAMETOOLONG)/,
    'The file of DATABASE_URL cannot be opened. Correct DATABASE_URL, or give the user of this program access to the file ' +
      'and its folder.',
  ],
  [
    /^(SQLITE_IOERR|EIO|58030)/,
    'The disk of the database fails, or is full. Check the disk, then run the program again.',
  ],
  [
    /^SQLITE_(BUSY|LOCKED)/,
    'Another program holds the lock of the database. Wait until it has finished, then run the program again.',
  ],
];

/** Returns a sentence about a database that cannot be used, with its remedy; undefined for any other error. */
export function databaseProblem(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? PROBLEMS.find(([pattern]) => pattern.test(code))?.[1] : undefined;
}
