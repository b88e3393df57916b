import { describe, expect, it } from '@jest/globals';
import slugify from '@sindresorhus/slugify';
import fc from 'fast-check';
import { slugCandidates, toSlug } from './slug.ts';

describe('a slug', () => {
  it.each([
    ['Acme, Inc.', 'acme-inc'],
    ['  --A.B (UK)/x_1!  ', 'a-b-uk-x-1'],
    ["Macy's & Söhne", 'macys-and-soehne'],
    ['fooBAR', 'foobar'],
    ['北京', '北京'],
    ['!?', ''],
    ['x'.repeat(149) + ' y', 'x'.repeat(149)],
  ])('turns %j into the slug %j', (text, slug) => {
    expect(toSlug(text)).toBe(slug);
  });

  it('matches the slugify library for Latin text', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'abXZ09 .,()/:;!?+*#@%"_-&\'`é'), maxLength: 30 });
    fc.assert(fc.property(texts, (text) => toSlug(text) === slugify(text, { decamelize: false })));
  });

  it('builds a company slug from the name, then adds the domain, then a number, and skips reserved slugs', () => {
    expect(slugCandidates('Acme', 'acme.com').slice(0, 3)).toEqual(['acme', 'acme-com', 'acme-2']);
    expect(slugCandidates('Search', 's.io').slice(0, 2)).toEqual(['search-s-io', 'search-2']);
  });
});
