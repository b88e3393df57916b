import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect as connectTo, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '../schema/migrate.ts';
import { startPostgres, type TestPostgres } from '../testing/index.ts';
import { openDatabase, type DatabaseOptions } from './open.ts';
import { databaseProblem } from './trouble.ts';

/** A private key and its certificate, for `localhost` until 2126. */
const PEM = join(import.meta.dirname, '../testing/self-signed.pem');

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

/** Opens a database, runs a statement, and returns the first row. */
async function row(url: string, sql: string, options?: DatabaseOptions): Promise<unknown> {
  const db = openDatabase(url, options);
  try {
    await connect(db);
    return (await db.raw<{ rows: unknown[] }>(sql)).rows[0];
  } finally {
    await db.destroy();
  }
}

const ENCRYPTED = 'select ssl as encrypted from pg_stat_ssl where pid = pg_backend_pid()';
const withMode = (sslmode: string, host = 'localhost') =>
  `${server.url.replace('127.0.0.1', host)}?sslmode=${sslmode}`;

describe('a Postgres server without TLS', () => {
  it.each(['disable', 'allow', 'prefer'])('answers with sslmode=%s', async (mode) => {
    expect(await row(withMode(mode), ENCRYPTED)).toEqual({ encrypted: false });
  });

  it.each(['require', 'verify-ca', 'verify-full'])('is not used with sslmode=%s', async (mode) => {
    await expect(row(withMode(mode), ENCRYPTED)).rejects.toThrow(
      /^The database of DATABASE_URL cannot be used: The server does not support SSL/,
    );
  });
});

describe('a Postgres server with a certificate of its own', () => {
  beforeAll(async () => {
    const file = join(server.data, 'own.pem');
    writeFileSync(file, readFileSync(PEM), { mode: 0o600 });
    const { uid, gid } = statSync(server.data);
    chownSync(file, uid, gid);
    const db = openDatabase(server.url, { pool: 1 });
    for (const name of ['ssl_cert_file', 'ssl_key_file'])
      await db.raw(`alter system set ${name} = 'own.pem'`);
    await db.raw('alter system set ssl = on');
    await db.raw('select pg_reload_conf()');
    await db.destroy();
    while ((await row(withMode('prefer'), ENCRYPTED).catch(() => undefined)) === undefined);
  });

  it.each([
    ['disable', false],
    ['allow', true],
    ['prefer', true],
    ['require', true],
    [`require&sslrootcert=${PEM}`, true],
    [`verify-ca&sslrootcert=${PEM}`, true],
    [`verify-full&sslrootcert=${PEM}`, true],
  ])('answers with sslmode=%s', async (mode, encrypted) => {
    expect(await row(withMode(mode), ENCRYPTED)).toEqual({ encrypted });
  });

  it.each([
    ['verify-ca', 'localhost'],
    ['verify-full', 'localhost'],
    [`verify-full&sslrootcert=${PEM}`, '127.0.0.1'],
  ])('does not pass the check of sslmode=%s at %s', async (mode, host) => {
    await expect(row(withMode(mode, host), ENCRYPTED)).rejects.toThrow(
      /^The certificate of the database does not pass .* sslrootcert/,
    );
  });

  it('names a root certificate that cannot be read', () => {
    expect(() => openDatabase(withMode('require&sslrootcert=/none.pem'))).toThrow(
      'The file /none.pem, which the address of the database names, cannot be read (ENOENT).',
    );
  });
});

describe('a pooler in front of Postgres', () => {
  let pooler: Server;
  afterAll(() => void pooler.close());

  it('gets no parameters of a connection but those that PgBouncer accepts', async () => {
    const parameters: string[] = [];
    const { port } = new URL(server.url);
    pooler = createServer((client) => {
      const behind = connectTo(Number(port), '127.0.0.1');
      for (const socket of [client, behind]) socket.on('error', () => {});
      client.once('data', (startup) => {
        const texts = startup.toString('utf8', 8).split('\0');
        parameters.push(...texts.filter((name, place) => place % 2 === 0 && name !== ''));
        behind.write(startup);
        client.pipe(behind).pipe(client);
      });
    });
    await new Promise<void>((resolve) => void pooler.listen(0, '127.0.0.1', resolve));
    const url = `${server.url.replace(port, String((pooler.address() as AddressInfo).port))}?sslmode=disable`;
    const limits = `select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`;
    expect(await row(url, limits, { statementMs: 7000 })).toEqual({ statement: '7s', idle: '7s' });
    expect([...new Set(parameters)].sort()).toEqual([
      'application_name',
      'client_encoding',
      'database',
      'user',
    ]);
  });

  it('that closes the connection without an answer counts as one that cannot be reached', async () => {
    const closing = createServer((client) => client.once('data', () => client.destroy()));
    await new Promise<void>((resolve) => void closing.listen(0, '127.0.0.1', resolve));
    const { port } = closing.address() as AddressInfo;
    await expect(row(`postgres://me@127.0.0.1:${port}/x`, 'select 1')).rejects.toThrow(
      /^The database of DATABASE_URL cannot be used: Connection terminated\./,
    );
    closing.close();
  });

  it('is rejected if two connections are one session, as in transaction mode', async () => {
    const db = openDatabase(server.url, { pool: 1 });
    await db.raw('create schema pooled');
    await db.raw("create function pooled.pg_backend_pid() returns int language sql as 'select 1'");
    await db.raw('create role pooled login superuser');
    await db.raw("alter role pooled password 'pooled'");
    await db.raw('alter role pooled set search_path = pooled, pg_catalog');
    await db.destroy();
    const url = server.url.replace('postgres:postgres', 'pooled:pooled');
    await expect(row(url, 'select 1')).rejects.toThrow(
      /^A pooler in front of Postgres .* Set pool_mode=session/,
    );
  });
});

describe('a role of Postgres', () => {
  it.each([
    [
      'that may not create tables',
      'create table t (a int)',
      'alter role weak set search_path = public',
      /^The user of/,
    ],
    [
      'whose schema is missing',
      'create table t (a int)',
      'alter role weak set search_path = gone',
      /^The user of/,
    ],
    [
      'that may only read',
      'create temp table t (a int)',
      'alter role weak set default_transaction_read_only = on',
      /^Postgres accepts no writes: default_transaction_read_only is on/,
    ],
  ])('%s gets the remedy', async (_, sql, change, sentence) => {
    const db = openDatabase(server.url, { pool: 1 });
    await db.raw('drop role if exists weak');
    await db.raw("create role weak login password 'weak'");
    await db.raw('revoke create on schema public from public');
    await db.raw(change);
    await db.destroy();
    const error: unknown = await row(server.url.replace('postgres:postgres', 'weak:weak'), sql).catch(
      (e: unknown) => e,
    );
    expect(databaseProblem(error)).toMatch(sentence);
  });

  it('with a wrong password gets the remedy without the password', async () => {
    const url = server.url.replace('postgres:postgres', 'postgres:secret');
    await expect(row(url, 'select 1')).rejects.toThrow(
      /^Postgres rejects the user of DATABASE_URL\. Correct the user/,
    );
  });
});
