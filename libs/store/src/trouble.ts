import { isConnectionLost } from './connection-lost.ts';
import { READ_TIMEOUT } from './pg-connection.ts';
import { isLocked } from './write.ts';

/**
 * Why a statement failed although nothing is wrong with it: no connection was free or another program holds the lock
 * (`busy`), it ran too long (`slow`), or the database cannot be reached (`down`).
 */
export type DatabaseTrouble = 'busy' | 'slow' | 'down';

/** Codes of Postgres: statement cancelled by its time limit, lock not available, too many connections. */
const CODES: Record<string, DatabaseTrouble> = { '57014': 'slow', '55P03': 'busy', '53300': 'busy' };

/** Returns the trouble behind an error of a statement, or undefined for any other error. */
export function databaseTrouble(error: unknown): DatabaseTrouble | undefined {
  const { name, code, message = '' } = (error ?? {}) as { name?: string; code?: string; message?: string };
  if (code !== undefined && Object.hasOwn(CODES, code)) return CODES[code];
  if (name === 'KnexTimeoutError' || isLocked(error)) return 'busy';
  if (message.endsWith(READ_TIMEOUT) || /timeout expired$/.test(message)) return 'down';
  return isConnectionLost(error) ? 'down' : undefined;
}
