import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readConfig } from './config.ts';

describe('the name of the operator in embeds', () => {
  it('needs no address', () => {
    expect(readConfig({}).brand).toBeUndefined();
    expect(readConfig({ EMBED_BRAND_NAME: ' Acme ' }).brand).toEqual({ name: 'Acme' });
    const both = { EMBED_BRAND_NAME: 'Acme', EMBED_BRAND_URL: 'https://acme.example' };
    expect(readConfig(both).brand).toEqual({ name: 'Acme', url: 'https://acme.example' });
  });

  it.each([
    [{ EMBED_BRAND_URL: 'https://acme.example' }, 'EMBED_BRAND_URL needs EMBED_BRAND_NAME'],
    [{ EMBED_BRAND_NAME: 'Acme', EMBED_BRAND_URL: 'javascript:alert(1)' }, 'EMBED_BRAND_URL is invalid'],
    [{ EMBED_BRAND_NAME: '   ' }, 'EMBED_BRAND_NAME is invalid'],
    [{ EMBED_BRAND_NAME: 'A'.repeat(61) }, 'EMBED_BRAND_NAME is invalid'],
  ])('stops startup for %j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });
});

describe('the embeddings endpoint', () => {
  it('is off by default', () => {
    expect(readConfig({}).embeddings).toBeUndefined();
    expect(readConfig({ EMBEDDINGS_URL: 'http://127.0.0.1:1/v1', EMBEDDINGS_MODEL: 'm' }).embeddings).toEqual(
      {
        ...{ url: 'http://127.0.0.1:1/v1', model: 'm', key: undefined, budget: 300 },
      },
    );
  });

  it.each([
    [{ EMBEDDINGS_URL: 'http://127.0.0.1:1/v1' }, 'EMBEDDINGS_URL and EMBEDDINGS_MODEL belong together'],
    [{ EMBEDDINGS_URL: 'sqlite:vectors.db' }, 'EMBEDDINGS_URL is invalid'],
    [{ EMBEDDINGS_URL: 'http://user:secret@127.0.0.1/v1' }, 'EMBEDDINGS_URL is invalid: must be'],
    [{ EMBEDDINGS_KEY: 'secret\n' }, 'EMBEDDINGS_KEY is invalid: must contain only'],
    [{ EMBEDDINGS_BUDGET: '0' }, 'EMBEDDINGS_BUDGET is invalid'],
  ])('stops startup for %j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });
});

it.each([
  ['PORT', 'three thousand'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['SEARCH_URL', 'ftp://x'],
  ['PUBLIC_URL', 'example.com'],
  ['JWT_ISSUER', 'alone'],
  ['RATE_LIMITS', 'many'],
  ['LOG_LEVEL', 'loud'],
  ['SNAPSHOT_DIR', 's3://'],
  ['BACKUP_TO', 's3:///dossier'],
])('an invalid %s stops startup with one line that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*\\.$`));
});

it.each([
  [{}, 'data/test'],
  [{ DATABASE_URL: 'sqlite:/srv/a.db' }, '/srv/test'],
  [{ DATABASE_URL: 'postgres://host/a' }, 'data/test'],
  [{ DATABASE_URL: 'sqlite:/srv/a.db', TEST_DIR: '/srv/other' }, '/srv/other'],
])('the sample of test mode with %j is in %s', (env, folder) => {
  expect(readConfig(env).testDir).toBe(resolve(folder));
});
