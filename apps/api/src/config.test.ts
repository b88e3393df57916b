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
