import { inDatabase, schemaState, type Db } from '@dossier/store';

/** The result of a check. An error keeps the deployment, or a part of it, from working. */
export interface Finding {
  check: string;
  level: 'ok' | 'warning' | 'error';
  message: string;
  /** What to do; missing if all is well. */
  remedy?: string;
}

export const ok = (check: string, message: string): Finding => ({ check, level: 'ok', message });
export const warning = (check: string, message: string, remedy: string): Finding => ({
  ...{ check, level: 'warning', message, remedy },
});
export const failed = (check: string, message: string, remedy: string): Finding => ({
  ...{ check, level: 'error', message, remedy },
});

/** Runs checks of a database with the current schema. Another check reports a database without it, so this finds nothing. */
export async function inCurrentDatabase(
  url: string,
  check: (db: Db) => Promise<Finding[]>,
): Promise<Finding[]> {
  if ((await schemaState(url).catch(() => undefined)) !== 'current') return [];
  return inDatabase(url, { pool: 1, acquireMs: 5000, lockWait: 1000 }, check);
}
