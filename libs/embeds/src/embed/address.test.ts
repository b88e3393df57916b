import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addressKinds, signAddress, verifyAddress, type Address } from './address.ts';
import { fonts, themes } from '../inputs/choices.ts';
import { originOf } from '../inputs/options.ts';

const old = { id: 'k1', secret: 'an old secret of the service' };
const current = { id: 'k2', secret: 'the current secret of the service' };
const foreign = { id: 'k2', secret: 'a secret of some other service' };
const keys = [current, old];
const now = new Date('2025-06-01T12:00:00Z');
const address: Address = { kind: 'valuation-chart', subject: 'acme-robotics', options: { theme: 'dark' } };

const hex = fc.stringMatching(/^[0-9a-f]{6}$/);
const addresses: fc.Arbitrary<Address> = fc.record({
  kind: fc.constantFrom(...addressKinds),
  subject: fc.oneof(
    fc.uuid(),
    fc.stringMatching(/^[a-z0-9]{1,20}(-[a-z0-9]{1,9}){0,3}$/),
    fc.constantFrom('株式会社', 'شركة', 'a_b'),
  ),
  options: fc.record(
    {
      theme: fc.constantFrom(...themes),
      accent: hex,
      background: hex,
      text: hex,
      font: fc.constantFrom(...fonts),
      expires: fc
        .date({ min: new Date('2025-06-01T12:00:00.001Z'), max: new Date('9999-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString()),
      origins: fc.array(
        fc.constantFrom(
          'https://news.example',
          'https://*.news.example:8443',
          'http://localhost:3000',
          'https://xn--fsq.example',
        ),
        { minLength: 1, maxLength: 10 },
      ),
      asOf: fc.constantFrom('2024-02-29', '1999-12-31'),
    },
    { requiredKeys: [] },
  ),
});

describe('a signed address', () => {
  it('names kind, subject, options and key in its path', () => {
    expect(signAddress(address, current)).toMatch(
      /^\/embeds\/valuation-chart\/acme-robotics\/theme=dark\/k2\.[A-Za-z0-9_-]{22}$/,
    );
    expect(signAddress({ ...address, options: {} }, old)).toMatch(
      /^\/embeds\/valuation-chart\/acme-robotics\/-\/k1\./,
    );
  });

  it('comes back as it was signed, with the current key and with an older one', () => {
    fc.assert(
      fc.property(addresses, fc.constantFrom(...keys), (given, key) => {
        expect(verifyAddress(signAddress(given, key), keys, now)).toEqual(given);
      }),
    );
  });

  it('is rejected after any change of its characters', () => {
    const characters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./%?# \u0000é';
    const edit = fc.record({
      at: fc.nat(),
      remove: fc.integer({ min: 0, max: 4 }),
      insert: fc.string({ unit: fc.constantFrom(...characters), maxLength: 4 }),
    });
    fc.assert(
      fc.property(addresses, edit, (given, { at, remove, insert }) => {
        const path = signAddress(given, current);
        const from = at % (path.length + 1);
        const changed = path.slice(0, from) + insert + path.slice(from + remove);
        fc.pre(changed !== path);
        expect(verifyAddress(changed, keys, now)).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  it('is rejected if its parts are from another address', () => {
    const path = signAddress(address, current);
    const signature = path.split('.').at(-1);
    for (const other of [
      path.replace('acme-robotics', 'stripe'),
      path.replace('valuation-chart', 'valuation-table'),
      path.replace('theme=dark', 'theme=light'),
      path.replace('theme=dark', '-'),
      path.replace('k2.', 'k1.'),
      path.replace('acme-robotics', '%61cme-robotics'),
      `${path}=`,
      `${path}/`,
      `/embeds/valuation-chart/acme-robotics/theme=purple/k2.${signature}`,
      '',
      '/embeds',
      '/embeds/valuation-chart/%E0%A4%A/-/k2.x',
    ])
      expect(verifyAddress(other, keys, now)).toBeUndefined();
  });

  it('is rejected with a foreign secret, with a revoked key and without keys', () => {
    expect(verifyAddress(signAddress(address, foreign), keys, now)).toBeUndefined();
    expect(verifyAddress(signAddress(address, old), [current], now)).toBeUndefined();
    expect(verifyAddress(signAddress(address, current), [], now)).toBeUndefined();
  });

  it('cannot be signed with an invalid subject, key id or secret', () => {
    for (const subject of ['', '.', '..', 'a/b', 'a b', 'x'.repeat(201), '\ud800'])
      expect(() => signAddress({ ...address, subject }, current)).toThrow(TypeError);
    expect(() => signAddress(address, { ...current, id: 'a.b' })).toThrow(TypeError);
    expect(() => signAddress(address, { ...current, secret: 'short' })).toThrow(TypeError);
  });

  it('contains its options as readable text in a fixed order', () => {
    const options = {
      asOf: '2024-12-31',
      origins: ['https://news.example', 'http://localhost:3000'],
      expires: '2027-01-01T00:00:00.000Z',
      accent: '9a3412',
      font: 'serif',
      theme: 'light',
    } as const;
    expect(signAddress({ ...address, options }, current)).toContain(
      '/theme=light;accent=9a3412;font=serif;expires=2027-01-01T00:00:00.000Z;' +
        'origins=news.example,http:localhost:3000;asOf=2024-12-31/',
    );
  });

  it('is rejected from its expiry on', () => {
    const expires = '2025-06-01T12:00:00.000Z';
    const path = signAddress({ ...address, options: { expires } }, current);
    expect(verifyAddress(path, keys, new Date('2025-06-01T11:59:59.999Z'))?.options).toEqual({ expires });
    expect(verifyAddress(path, keys, new Date(expires))).toBeUndefined();
    expect(verifyAddress(path, keys, new Date('2030-01-01'))).toBeUndefined();
  });

  it.each([
    { theme: 'purple' },
    { accent: 'red' },
    { accent: '#1b5e9e' },
    { accent: '1B5E9E' },
    { accent: '1b5e9e;font=mono' },
    { font: 'Comic Sans' },
    { expires: '2027-01-01' },
    { expires: 'never' },
    { origins: [] },
    { origins: ['https://news.example/path'] },
    { origins: Array.from({ length: 11 }, () => 'https://news.example') },
    { asOf: '2024-02-30' },
  ])('cannot carry %j', (options) => {
    expect(() => signAddress({ ...address, options: options as Address['options'] }, current)).toThrow(
      TypeError,
    );
  });
});

describe('an origin', () => {
  it.each([
    ['https://News.example/', 'https://news.example'],
    ['https://news.example:443', 'https://news.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['https://*.news.example', 'https://*.news.example'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('%s is %s', (text, origin) => expect(originOf(text)).toBe(origin));

  it.each([
    '*',
    'https://*',
    'https://*.example',
    'https://a.*.example',
    'news.example',
    'https://news.example/path',
    'https://news.example?x',
    'https://user@news.example',
    'ftp://news.example',
    'https://news.example; script-src *',
    "https://news.example 'self'",
    'https://[::1]',
    'data:text/html,x',
    '',
  ])('%j is none', (text) => expect(originOf(text)).toBeUndefined());
});
