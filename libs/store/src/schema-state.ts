import { statSync } from 'node:fs';
import { migrationConfig } from './migration-config.ts';
import { connect } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { openDatabase } from './open.ts';

/** What a database has of our schema: nothing, what an older program knows, or all that this one does. */
export type SchemaState = 'none' | 'older' | 'current';

/**
 * Reads the state of a schema. It makes nothing, where to list migrations with Knex makes its tables: of SQLite not
 * even the file.
 * @throws ConfigError when the database cannot be used
 */
export async function schemaState(url: string): Promise<SchemaState> {
  if (isNoFile(url)) return 'none';
  const db = openDatabase(url);
  try {
    await connect(db);
    const { tableName } = migrationConfig;
    const done = (await db.schema.hasTable(tableName)) ? await db(tableName).pluck<string[]>('name') : [];
    if (done.length === 0) return 'none';
    return migrations.every(([name]) => done.includes(name)) ? 'current' : 'older';
  } finally {
    await db.destroy();
  }
}

/** Of SQLite: no file, or an empty one. To open it would make it. */
const isNoFile = (url: string): boolean =>
  url.startsWith('sqlite:') && !statSync(url.slice('sqlite:'.length), { throwIfNoEntry: false })?.size;
