import { randomBytes, randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type DatabaseOptions, type Db } from '../sql/open.ts';
import { migrate } from '../schema/migrate.ts';
import { citusDatabase } from './citus.ts';
import { distribute } from '../distribution/distribute.ts';
import { isDistributed } from '../sql/distributed.ts';
import { onServer } from './server-connection.ts';

export type Engine = 'sqlite' | 'postgres';
export const engines: Engine[] = ['sqlite', 'postgres'];
/** The database of tests whose code has no SQL of one database: SQLite, and in the long form of campaigns Postgres too. */
export const usualEngines: Engine[] = process.env['TEST_DATABASES'] === 'all' ? engines : ['sqlite'];

/** A busy machine may take longer than the usual ten seconds to connect, in milliseconds. */
const ACQUIRE_MS = 120_000;

/** An empty database for one test. `close` removes it. */
export interface TestDatabase {
  engine: Engine;
  url: string;
  db: Db;
  close(): Promise<void>;
}

/**
 * The coordinator of a cluster of Citus. If it is set, the databases of Postgres are created on it. Those with the schema are
 * also distributed.
 */
const CITUS = process.env['TEST_CITUS_URL'];
const SHARDS = 4;

/** Creates an empty database, with the schema unless `migrated` is false. */
export async function createTestDatabase(
  engine: Engine,
  { migrated = true, ...options }: { migrated?: boolean } & DatabaseOptions = {},
): Promise<TestDatabase> {
  const cluster = engine === 'postgres' ? CITUS : undefined;
  const template = migrated && !cluster ? process.env[TEMPLATES[engine]] : undefined;
  const { url, remove } = cluster
    ? await citusDatabase(cluster)
    : engine === 'sqlite'
      ? sqliteFile(template)
      : await postgresDatabase(template);
  const db = openDatabase(url, { acquireMs: ACQUIRE_MS, ...options });
  if (template) await makeUnique(db);
  else if (migrated) await migrate(db);
  if (cluster && migrated) await distribute(db, { shards: SHARDS });
  if (migrated) await isDistributed(db);
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

/** The environment variables that name a database with the schema, from which others are copied. */
const TEMPLATES = { sqlite: 'TEST_TEMPLATE_SQLITE', postgres: 'TEST_TEMPLATE_POSTGRES' };

/**
 * Creates databases with the schema, which createTestDatabase copies: all migrations take six times as long. The tests
 * find them through the environment.
 * @returns the function that removes them
 */
export async function createTemplates(): Promise<() => Promise<void>> {
  // A test that runs the tests of another workspace passes its environment on. That workspace has a schema of its own.
  for (const name of Object.values(TEMPLATES)) delete process.env[name];
  const databases = await Promise.all(engines.map((engine) => createTestDatabase(engine)));
  for (const { engine, url, db } of databases) {
    await db.destroy();
    if (engine === 'postgres' && CITUS) continue;
    process.env[TEMPLATES[engine]] = engine === 'sqlite' ? sqlitePath(url) : new URL(url).pathname.slice(1);
  }
  return async () => {
    for (const database of databases) await database.close();
  };
}

/** Replaces what a migration chooses at random, so that no two databases are alike. */
async function makeUnique(db: Db): Promise<void> {
  await db('database_mark').update({ mark: randomUUID() });
  await db('signing_keys').update({ secret: randomBytes(32).toString('base64url') });
}

const sqlitePath = (url: string) => url.slice('sqlite:'.length);

function sqliteFile(template?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-sqlite-'));
  const file = join(folder, 'test.db');
  if (template) copyFileSync(template, file);
  return {
    url: `sqlite:${file}`,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function postgresDatabase(template = 'template1') {
  const server = process.env['TEST_POSTGRES_URL'];
  if (!server)
    throw new Error('TEST_POSTGRES_URL is not set: run the tests through jest.config.mjs of the project.');
  const name = `dossier_test_${randomBytes(6).toString('hex')}`;
  // Copying files takes half as much CPU as logging every page, which Postgres 15 and newer prefer.
  const { rows } = await onServer(server, 'show server_version_num');
  const { server_version_num: version } = rows[0] as { server_version_num: string };
  const strategy = Number(version) < 150_000 ? '' : 'strategy file_copy';
  await onServer(server, `create database "${name}" template "${template}" ${strategy}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, remove: () => onServer(server, `drop database if exists "${name}" with (force)`) };
}
