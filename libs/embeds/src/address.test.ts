import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { signAddress, verifyAddress, type Address } from './address.ts';
import { addressKinds, themes } from './data.ts';

const old = { id: 'k1', secret: 'an old secret of the service' };
const current = { id: 'k2', secret: 'the current secret of the service' };
const foreign = { id: 'k2', secret: 'a secret of some other service' };
const keys = [current, old];
const address: Address = { kind: 'valuation-chart', subject: 'acme-robotics', options: { theme: 'dark' } };

const addresses: fc.Arbitrary<Address> = fc.record({
  kind: fc.constantFrom(...addressKinds),
  subject: fc.oneof(
    fc.uuid(),
    fc.stringMatching(/^[a-z0-9]{1,20}(-[a-z0-9]{1,9}){0,3}$/),
    fc.constantFrom('株式会社', 'شركة', 'a_b'),
  ),
  options: fc.oneof(fc.constant({}), fc.record({ theme: fc.constantFrom(...themes) })),
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
        expect(verifyAddress(signAddress(given, key), keys)).toEqual(given);
      }),
    );
  });

  it('is refused after any change of its characters', () => {
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
        expect(verifyAddress(changed, keys)).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  it('is refused when its parts are those of another address', () => {
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
      expect(verifyAddress(other, keys)).toBeUndefined();
  });

  it('is refused with a foreign secret, with a revoked key and without keys', () => {
    expect(verifyAddress(signAddress(address, foreign), keys)).toBeUndefined();
    expect(verifyAddress(signAddress(address, old), [current])).toBeUndefined();
    expect(verifyAddress(signAddress(address, current), [])).toBeUndefined();
  });

  it('cannot be made of a subject, key id or secret that is no such thing', () => {
    for (const subject of ['', '.', '..', 'a/b', 'a b', 'x'.repeat(201), '\ud800'])
      expect(() => signAddress({ ...address, subject }, current)).toThrow(TypeError);
    expect(() => signAddress(address, { ...current, id: 'a.b' })).toThrow(TypeError);
    expect(() => signAddress(address, { ...current, secret: 'short' })).toThrow(TypeError);
  });
});
