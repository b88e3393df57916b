import { openDatabase, schemaState, type Db } from '@dossier/store';
import type { Finding } from './finding.ts';

/** Runs checks of a database with the current schema. Another check reports a database without it, so this finds nothing. */
export async function inCurrentDatabase(
  url: string,
  check: (db: Db) => Promise<Finding[]>,
): Promise<Finding[]> {
  if ((await schemaState(url).catch(() => undefined)) !== 'current') return [];
  const db = openDatabase(url, { pool: 1, acquireMs: 5000, lockWait: 1000 });
  try {
    return await check(db);
  } finally {
    await db.destroy();
  }
}
