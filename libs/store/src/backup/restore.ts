import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { useKeysOfOne } from '../distribution/keys.ts';
import { beginEpoch } from '../schema/database-id.ts';
import { migrate } from '../schema/migrate.ts';
import { migrationConfig } from '../schema/migration-config.ts';
import { inDatabase } from '../sql/open.ts';
import { schemaState } from '../schema/schema-state.ts';
import { backupError } from './error.ts';
import { checkBackup, type Backup } from './manifest.ts';
import type { OnProgress } from './sqlite.ts';
import { firstFilled, tablesOf, type Facts } from './tables.ts';

export interface Restore {
  url: string;
  backup: Backup;
  /** Replaces the content of a database that has data. */
  replace?: boolean;
  /** Sets a new id, so that the database can run next to the original with an index of its own. */
  asCopy?: boolean;
  onProgress?: OnProgress;
}

const AGAIN = 'Stop all programs that use the database, and restore again with --replace.';
const pathOf = (url: string): string => url.slice('sqlite:'.length);
const isFile = (url: string): boolean => url.startsWith('sqlite:');

/**
 * Checks everything that can be checked before a restore, and changes nothing.
 * @throws BackupError when the backup is damaged or does not fit the database, or the database has data or is in use
 */
export async function checkRestore({ url, backup, replace = false }: Restore): Promise<void> {
  const { engine } = backup.manifest;
  if ((engine === 'sqlite') !== isFile(url)) {
    const form = engine === 'sqlite' ? 'sqlite:<path>' : 'postgres://<user>@<host>/<database>';
    throw backupError(
      `The backup is of ${engine === 'sqlite' ? 'SQLite' : 'Postgres'}. Set DATABASE_URL to ${form}.`,
    );
  }
  await checkBackup(backup);
  await mustBeEmpty(url, replace);
  if (engine === 'sqlite') {
    const { checkSqlite, mustBeUnused } = await import('./sqlite.ts');
    compare(backup.manifest, await checkSqlite(backup.path));
    return mustBeUnused(pathOf(url));
  }
  const { mustBeUnused, requireRestore } = await import('./postgres.ts');
  await requireRestore(backup.path, url);
  await mustBeUnused(url);
}

async function mustBeEmpty(url: string, replace: boolean): Promise<void> {
  const state = await schemaState(url);
  if (state === 'foreign' || (state === 'none' && !isFile(url) && (await hasTables(url)))) {
    throw backupError(
      'The database of DATABASE_URL has tables of another program. Set DATABASE_URL to an empty one.',
    );
  }
  if (state === 'none' || replace) return;
  return inDatabase(url, { pool: 1 }, async (db) => {
    const table = await firstFilled(db);
    if (table === undefined) return;
    throw backupError(
      `The database of DATABASE_URL has data (in the table ${table}). Set DATABASE_URL to an empty database, ` +
        'or add --replace to delete its data.',
    );
  });
}

/** Returns whether a database without our schema has tables other than those of Knex. A restore would drop them. */
async function hasTables(url: string): Promise<boolean> {
  const { tableName } = migrationConfig;
  const names = await inDatabase(url, { pool: 1 }, tablesOf);
  return names.some((name) => ![tableName, `${tableName}_lock`].includes(name));
}

/**
 * Restores a backup into the database, checks the rows, and updates the schema to that of this program. All or nothing
 * is restored. The search index is not touched.
 * @throws BackupError like `checkRestore`, and when the restored rows are not those of the backup
 */
export async function restoreBackup(options: Restore): Promise<void> {
  await checkRestore(options);
  const { url, backup, asCopy = false, onProgress = () => {} } = options;
  const { path, manifest } = backup;
  if (isFile(url)) {
    const { replaceSqlite, factsOf } = await import('./sqlite.ts');
    mkdirSync(dirname(pathOf(url)), { recursive: true });
    await replaceSqlite(path, pathOf(url), onProgress);
    compare(manifest, await factsOf(pathOf(url)), AGAIN);
  } else {
    const { restorePostgres, factsOf } = await import('./postgres.ts');
    await restorePostgres(path, url, Object.keys(manifest.tables), onProgress);
    compare(manifest, await factsOf(url), AGAIN);
  }
  return inDatabase(url, {}, async (db) => {
    await useKeysOfOne(db);
    await migrate(db);
    await beginEpoch(db);
    if (asCopy) await db('database_mark').update({ mark: randomUUID() });
  });
}

/**
 * Restores a backup of SQLite into a new file of a folder; of Postgres, decompresses and reads all of it.
 * @throws BackupError when the backup is damaged, or the restored rows are not those of the backup
 */
export async function checkContent(backup: Backup, url: string, folder: string): Promise<void> {
  if (isFile(url)) return restoreBackup({ url: `sqlite:${folder}/restored.db`, backup });
  await checkBackup(backup);
  await (await import('./postgres.ts')).requireRestore(backup.path, url);
}

/** @param remedy what to do if the facts differ */
function compare(manifest: Facts, found: Facts, remedy = 'Nothing was changed. Use another backup.'): void {
  const names = [...new Set([...Object.keys(manifest.tables), ...Object.keys(found.tables)])];
  const wrong = names.find((name) => manifest.tables[name] !== found.tables[name]);
  if (wrong === undefined && manifest.database_id === found.database_id) return;
  const [is, shouldBe] = [found.tables[wrong ?? ''] ?? 0, manifest.tables[wrong ?? ''] ?? 0];
  const problem =
    wrong === undefined
      ? 'The database has another id than its manifest.'
      : `The table ${wrong} has ${is} rows instead of the ${shouldBe} of its manifest.`;
  throw backupError(`${problem} ${remedy}`);
}
