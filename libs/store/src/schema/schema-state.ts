import { statSync } from 'node:fs';
import { migrationConfig } from './migration-config.ts';
import { connect } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { knexSettings, openDatabase, type Db } from '../sql/open.ts';
import { sqliteKnex } from '../sql/sqlite-client.ts';

/**
 * How much of our schema a database has: nothing, nothing in a file of another program, the schema of an older version,
 * or all of it.
 */
type SchemaState = 'none' | 'foreign' | 'older' | 'current';

/**
 * Reads the state of a schema without changing anything: Knex's own list of migrations would create its tables, and
 * SQLite the file.
 * @throws ConfigError when the database cannot be used
 */
export async function schemaState(url: string): Promise<SchemaState> {
  if (isNoFile(url)) return 'none';
  const db = url.startsWith('sqlite:') ? openToRead(url.slice('sqlite:'.length)) : openDatabase(url);
  try {
    await connect(db);
    const { tableName } = migrationConfig;
    const done = (await db.schema.hasTable(tableName)) ? await db(tableName).pluck<string[]>('name') : [];
    if (done.length === 0) return (await isForeign(db, url)) ? 'foreign' : 'none';
    return migrations.every(([name]) => done.includes(name)) ? 'current' : 'older';
  } finally {
    await db.destroy();
  }
}

/** Opens a file read-only. `openDatabase` would permanently turn another program's file into one with a write-ahead log. */
export const openToRead = (filename: string): Db =>
  sqliteKnex(
    { filename, options: { readonly: true } },
    (connection) => {
      connection.pragma('busy_timeout = 10000');
      // Reads the header of the file, and so fails if it is no database.
      connection.pragma('schema_version');
    },
    knexSettings,
  );

/** Returns whether a SQLite file has tables other than those of Knex. */
async function isForeign(db: Db, url: string): Promise<boolean> {
  if (!url.startsWith('sqlite:')) return false;
  const { tableName } = migrationConfig;
  const ours = [tableName, `${tableName}_lock`];
  const other: unknown = await db('sqlite_master')
    .where({ type: 'table' })
    .whereNotIn('name', ours)
    .whereRaw("name not like 'sqlite!_%' escape '!'")
    .first('name');
  return other !== undefined;
}

/** Returns whether a SQLite file is missing or empty. */
const isNoFile = (url: string): boolean =>
  url.startsWith('sqlite:') && !statSync(url.slice('sqlite:'.length), { throwIfNoEntry: false })?.size;

/** The schema of a database: its last migration, and how this program's differ. */
interface SchemaVersion {
  version: string | undefined;
  /** The number of this program's migrations that the database lacks. */
  missing: number;
  /** The number of the database's migrations that this program does not know, because a newer one made them. */
  unknown: number;
}

/** Reads the version of a schema. @throws when the database does not answer */
export async function schemaVersion(db: Db): Promise<SchemaVersion> {
  const done = await db(migrationConfig.tableName).orderBy('name').pluck<string[]>('name');
  const known = migrations.map(([name]) => name);
  return {
    version: done.at(-1),
    missing: known.filter((name) => !done.includes(name)).length,
    unknown: done.filter((name) => !known.includes(name)).length,
  };
}
