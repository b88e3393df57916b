import { createHash } from 'node:crypto';
import type { Db } from './open.ts';
import { withLock, type LockName } from './index-lock.ts';

/** Another program loads the same source. */
export class SourceLocked extends Error {
  override name = 'SourceLocked';
}

/**
 * Runs work while no other program does so for the same source and database. The lock ends with the process, like the
 * index lock.
 * @throws SourceLocked at once when another program holds the lock
 */
export const withSourceLock = <T>(db: Db, source: string, work: () => Promise<T>): Promise<T> =>
  withLock(db, lockOf(source), work, 0);

function lockOf(source: string): LockName {
  const hash = createHash('sha256').update(source).digest();
  return {
    file: `source-${hash.toString('hex').slice(0, 12)}-lock`,
    // Below the keys of other locks, which are positive.
    key: -1 - hash.readUInt32BE(0),
    error: () => new SourceLocked(`another program is loading the source "${source}"`),
  };
}
