import { statSync } from 'node:fs';
import knex from 'knex';
import { migrationConfig } from './migration-config.ts';
import { connect } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { openDatabase, type Db } from './open.ts';
import type { SqliteConnection } from './prepared.ts';

/**
 * What a database has of our schema: nothing, nothing in a file of another program, what an older program knows, or all
 * that this one does.
 */
export type SchemaState = 'none' | 'foreign' | 'older' | 'current';

/**
 * Reads the state of a schema. It makes nothing, where to list migrations with Knex makes its tables: of SQLite not
 * even the file, and one that is there stays as it is.
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

/** `openDatabase` would turn a file of another program into one with a write-ahead log, for good. */
const openToRead = (filename: string): Db =>
  knex({
    client: 'better-sqlite3',
    connection: { filename, options: { readonly: true } },
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: 1,
      afterCreate: (connection: SqliteConnection, done: (error: unknown) => void) => {
        connection.pragma('busy_timeout = 10000');
        // Reads the head of the file: what is no database is told here.
        connection.pragma('schema_version');
        done(null);
      },
    },
  });

/** Whether a file of SQLite has tables, beside those in which Knex keeps what was done. */
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

/** Of SQLite: no file, or an empty one. To open it would make it. */
const isNoFile = (url: string): boolean =>
  url.startsWith('sqlite:') && !statSync(url.slice('sqlite:'.length), { throwIfNoEntry: false })?.size;
