import { describe, expect, it } from '@jest/globals';
import { readEnvironment, storageSettings } from '../config.ts';
import { readPostgresAddress } from './postgres-address.ts';

const plain = {
  user: undefined,
  password: undefined,
  host: 'localhost',
  port: 5432,
  database: undefined,
  sslMode: 'prefer',
  parameters: {},
};

describe('the address of a Postgres database', () => {
  it.each([
    ['postgres://', plain],
    ['postgresql://me@db/firm', { ...plain, user: 'me', host: 'db', database: 'firm' }],
    ['postgres://me:a:b@db:5433/', { ...plain, user: 'me', password: 'a:b', host: 'db', port: 5433 }],
    [
      'postgres://:p%40%2F%23%3F%25%20@[::1]:1/a%2Fb',
      { ...plain, password: 'p@/#?% ', host: '::1', port: 1, database: 'a/b' },
    ],
    ['postgres://%2Frun%2Fpg/firm', { ...plain, host: '/run/pg', database: 'firm' }],
    [
      'postgres:///firm?host=/run/pg',
      { ...plain, host: '/run/pg', database: 'firm', parameters: { host: '/run/pg' } },
    ],
    [
      'postgres://db?sslmode=verify-full&sslrootcert=%2Fca.pem',
      { ...plain, host: 'db', sslMode: 'verify-full', parameters: { sslrootcert: '/ca.pem' } },
    ],
  ])('%s is read', (url, parts) => {
    expect(readPostgresAddress(url)).toEqual(parts);
  });

  it.each(['@', '/', '#', '?', '%', ' '])(
    'explains the character "%s" in a password, and does not show it',
    (character) => {
      const read = () =>
        readEnvironment(storageSettings, { DATABASE_URL: `postgres://me:sec${character}ret@db/firm` });
      expect(read).toThrow(
        /^The environment variable DATABASE_URL is invalid: .* write @ as %40, \/ as %2F, /,
      );
      expect(read).not.toThrow(/sec|ret@|\bret\b/);
    },
  );

  it.each([
    [
      'postgres://db/firm?schema=app',
      /the unknown parameter schema\. .* ALTER ROLE <user> SET search_path = <schema>/,
    ],
    ['postgres://db/firm?sslMode=require', /the unknown parameter sslMode\. Known are sslmode, /],
    [
      'postgres://db/firm?sslmode=no-verify',
      /values of sslmode: disable, allow, prefer, require, verify-ca, verify-full/,
    ],
    ['postgres://db:port/firm', /must be postgres:\/\//],
  ])('%s is rejected', (url, message) => {
    expect(() => readPostgresAddress(url)).toThrow(message);
  });
});
