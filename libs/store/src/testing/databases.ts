import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type DatabaseOptions, type Db } from '../open.ts';
import { migrate } from '../migrate.ts';

export type Engine = 'sqlite' | 'postgres';
export const engines: Engine[] = ['sqlite', 'postgres'];

/** An empty database for one test. `close` removes it. */
export interface TestDatabase {
  engine: Engine;
  url: string;
  db: Db;
  close(): Promise<void>;
}

/** Creates an empty database, with the schema unless `migrated` is false. */
export async function createTestDatabase(
  engine: Engine,
  { migrated = true, ...options }: { migrated?: boolean } & DatabaseOptions = {},
): Promise<TestDatabase> {
  const { url, remove } = engine === 'sqlite' ? sqliteFile() : await postgresDatabase();
  const db = openDatabase(url, options);
  if (migrated) await migrate(db);
  return {
    engine,
    url,
    db,
    close: async () => {
      await db.destroy();
      await remove();
    },
  };
}

function sqliteFile() {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-sqlite-'));
  return {
    url: `sqlite:${join(folder, 'test.db')}`,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function postgresDatabase() {
  const server = process.env['TEST_POSTGRES_URL'];
  if (!server)
    throw new Error('TEST_POSTGRES_URL is not set: run the tests through jest.config.mjs of the project.');
  const name = `dossier_test_${randomBytes(6).toString('hex')}`;
  const onServer = async (statement: string) => {
    const admin = openDatabase(server);
    await admin.raw(statement, [name]);
    await admin.destroy();
  };
  await onServer('create database ??');
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, remove: () => onServer('drop database if exists ?? with (force)') };
}
