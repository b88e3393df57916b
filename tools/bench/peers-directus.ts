import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@dossier/shared/testing';
import type { Db } from '@dossier/store';
import type { PeerQuestion, Row } from './peers-questions.ts';
import { POOL, type Peer, type Place } from './peers-types.ts';
import { ask } from './speed-ask.ts';
import { start } from './speed-servers.ts';

/** Directus has tables of its own, and serves no table whose primary key has several columns. So it reads copies. */
const SCHEMA = 'directus';

/** The tables of the questions, parents first. */
const TABLES = [
  'companies',
  'categories',
  'documents',
  'company_domains',
  'company_categories',
  'company_listings',
  'document_companies',
  'datasets',
  'company_financials',
  'events',
  'news',
];

/** The foreign keys of the questions: the table, its column and the table that it refers to. */
const REFERENCES = [
  ['company_domains', 'company_id', 'companies'],
  ['company_categories', 'company_id', 'companies'],
  ['company_categories', 'category_id', 'categories'],
  ['company_listings', 'company_id', 'companies'],
  ['document_companies', 'company_id', 'companies'],
  ['document_companies', 'document_id', 'documents'],
  ['datasets', 'company_id', 'companies'],
  ['company_financials', 'company_id', 'companies'],
  ['events', 'company_id', 'companies'],
  ['news', 'company_id', 'companies'],
] as const;

const ADMIN = { email: 'admin@example.com', password: 'a password of the bench' };

const peer = (name: string, settings: Record<string, string>): Peer => ({
  name,
  id: 'directus',
  packages: { directus: '11.17.4' },
  omitted: [
    // Scripts in flows, and other databases: their installation needs a compiler.
    ...['isolated-vm', 'sqlite3', 'oracledb', 'tedious', 'mysql2'],
    // The pages of its app, and storage of files in clouds, which are large.
    '@directus/app',
    ...['azure', 'cloudinary', 'gcs', 's3', 'supabase'].map((name) => `@directus/storage-driver-${name}`),
  ],
  node: 22,
  start: async (place) => {
    const port = await freePort();
    const env = { ...settingsOf(place, port), ...settings };
    // Skips the program around it, which looks for newer versions.
    const cli = join(place.folder, 'node_modules/@directus/api/dist/cli/run.js');
    await setUp(place, cli, env);
    const { node, folder: cwd } = place;
    const server = await start(port, '/server/ping', [cli, 'start'], env, { node, cwd });
    const authorization = `Bearer ${await logIn(server.url)}`;
    return {
      server,
      targetOf: ({ directus: { collection, fields, sorts, counts } }: PeerQuestion, { filter }) => {
        const query = new URLSearchParams({
          fields: fields.join(','),
          ...Object.fromEntries(
            Object.entries(sorts).map(([list, columns]) => [`deep[${list}][_sort]`, columns.join(',')]),
          ),
          ...filter,
          ...(counts && { meta: 'filter_count' }),
        });
        const url = `${server.url}/items/${collection}?${query.toString()}`;
        return { url, method: 'GET', headers: { authorization } };
      },
      rowsOf: (answer) => {
        const { data, meta } = JSON.parse(answer.toString()) as DirectusAnswer;
        return { rows: data, total: meta?.filter_count };
      },
    };
  },
});

export const directus = peer('Directus 11.17.4', { CACHE_ENABLED: 'false' });

/** With its own cache of responses, in the memory of its process. Writes through Directus empty it, ours do not. */
export const directusCache = peer('Directus 11.17.4, its cache', {
  CACHE_ENABLED: 'true',
  CACHE_STORE: 'memory',
  CACHE_TTL: '1h',
  CACHE_AUTO_PURGE: 'true',
});

interface DirectusAnswer {
  data: Row[];
  meta?: { filter_count: number };
}

/** The settings of a production server without logs, limits and telemetry. */
function settingsOf({ databaseUrl }: Place, port: number): Record<string, string> {
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    KEY: 'bench',
    SECRET: 'a secret of the bench that is long enough',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ACCESS_TOKEN_TTL: '1d',
    DB_CLIENT: 'pg',
    DB_HOST: hostname,
    DB_PORT: databasePort,
    DB_DATABASE: pathname.slice(1),
    DB_USER: username,
    DB_PASSWORD: password,
    DB_SEARCH_PATH: SCHEMA,
    DB_POOL__MIN: '0',
    DB_POOL__MAX: String(POOL),
    SERVE_APP: 'false',
    TELEMETRY: 'false',
    LOG_LEVEL: 'silent',
    RATE_LIMITER_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    WEBSOCKETS_ENABLED: 'false',
  };
}

/** Makes the tables of Directus and the copies of ours, unless another server of the run did. */
async function setUp({ db, node, folder }: Place, cli: string, env: Record<string, string>): Promise<void> {
  const { rows } = await db.raw<{ rows: unknown[] }>('select 1 from pg_namespace where nspname = ?', [
    SCHEMA,
  ]);
  if (rows.length > 0) return;
  await copyTables(db);
  await promisify(execFile)(node, [cli, 'bootstrap'], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });
  await describeRelations(db);
}

/** Copies the tables with their indexes to the schema of Directus, each with a primary key of one column. */
async function copyTables(db: Db): Promise<void> {
  await db.raw('create schema ??', [SCHEMA]);
  for (const table of TABLES) {
    const copy = `${SCHEMA}.${table}`;
    await db.raw('create table ?? (like ?? including all)', [copy, table]);
    await db.raw('insert into ?? select * from ??', [copy, table]);
    const { rows } = await db.raw<{ rows: { name: string; columns: string[] }[] }>(
      `select c.conname as name, array_agg(a.attname::text order by a.attnum) as columns
        from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        where c.conrelid = ?::regclass and c.contype = 'p' group by c.conname`,
      [copy],
    );
    const [key] = rows;
    if (!key || key.columns.length === 1) continue;
    await db.raw('alter table ?? drop constraint ??', [copy, key.name]);
    await db.raw(`alter table ?? add unique (${key.columns.map(() => '??').join(', ')})`, [
      copy,
      ...key.columns,
    ]);
    await db.raw('alter table ?? add column key bigserial primary key', [copy]);
  }
  for (const [table, column, parent] of REFERENCES)
    await db.raw('alter table ?? add foreign key (??) references ??', [
      `${SCHEMA}.${table}`,
      column,
      `${SCHEMA}.${parent}`,
    ]);
  await db.raw('vacuum analyze');
}

/** Makes each list of a company a field of `companies` with the name of its table. */
async function describeRelations(db: Db): Promise<void> {
  await db
    .withSchema(SCHEMA)
    .table('directus_collections')
    .insert(TABLES.map((collection) => ({ collection })));
  await db
    .withSchema(SCHEMA)
    .table('directus_relations')
    .insert(
      REFERENCES.map(([table, column, parent]) => ({
        many_collection: table,
        many_field: column,
        one_collection: parent,
        one_field: parent === 'companies' ? table : null,
      })),
    );
  const lists = REFERENCES.filter(([, , parent]) => parent === 'companies');
  await db
    .withSchema(SCHEMA)
    .table('directus_fields')
    .insert(lists.map(([field]) => ({ collection: 'companies', field, special: 'o2m' })));
}

/** Returns a token that Directus checks without its database. */
async function logIn(url: string): Promise<string> {
  const answer = await ask({
    url: `${url}/auth/login`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { data } = JSON.parse(answer.toString()) as { data: { access_token: string } };
  return data.access_token;
}
