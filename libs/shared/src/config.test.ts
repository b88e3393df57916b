import { describe, expect, it } from '@jest/globals';
import { readEnvironment, searchUrlOf, storageSettings } from './config.ts';

const searchOf = (env: Record<string, string>) => searchUrlOf(readEnvironment(storageSettings, env));

describe('the search index of a database', () => {
  it.each([
    [{}, 'sqlite:data/dossier.search.db'],
    [{ DATABASE_URL: 'sqlite:/srv/other.db' }, 'sqlite:/srv/other.search.db'],
    [{ DATABASE_URL: 'sqlite:/srv/other' }, 'sqlite:/srv/other.search.db'],
    [{ DATABASE_URL: 'sqlite::memory:' }, 'sqlite::memory:'],
    [
      { DATABASE_URL: 'postgres://me:pw@host:5432/firm?sslmode=require' },
      'sqlite:data/firm.postgres.search.db',
    ],
    [{ DATABASE_URL: 'postgres://host/a%2Fx' }, 'sqlite:data/a_2Fx.postgres.search.db'],
    [{ DATABASE_URL: 'postgres://host' }, 'sqlite:data/postgres.postgres.search.db'],
    [{ DATABASE_URL: 'sqlite:a.db', SEARCH_URL: 'http://search:7700' }, 'http://search:7700'],
  ])('with %j is %s', (env, url) => {
    expect(searchOf(env as Record<string, string>)).toBe(url);
  });
});
