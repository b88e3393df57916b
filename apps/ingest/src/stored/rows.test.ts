import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson, contentHash, statedHash, statesSame } from './hash.ts';

describe('the hash of content', () => {
  it('hashes JSON with sorted object fields', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x"' }], a: undefined, 10: true, 9: 0.1 })).toBe(
      '{"9":0.1,"10":true,"b":[1,{"c":"x\\"","d":null}]}',
    );
    // Hashes are stored, so this one must not change.
    expect(contentHash({ name: 'Acme', tags: ['b', 'a'] })).toBe(
      '94a7ea144876cf3b6522d4aff6480b75a9a37d05aae5fd95d0276bee6d23ef5e',
    );
  });

  it('depends on everything except the order of object fields', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
        expect(canonicalJson(value)).toBe(JSON.stringify(value, sorted));
      }),
    );
  });
});

describe('the hash of the fields in a record', () => {
  const content = { name: 'Acme', type: null, is_active: true, data_json: '{"a":1,"b":null}' };

  it.each([
    ['an absent field', { name: 'Acme', is_active: true, data_json: '{"a":1,"b":null}' }],
    ['the order of JSON keys', { ...content, data_json: '{"b":null,"a":1}' }],
    ['the boolean form of SQLite', { ...content, is_active: 1 }],
  ])('does not depend on %s', (_, same) => {
    expect(statedHash(same)).toBe(statedHash(content));
    expect(statesSame({ ...same, id: 7, added: 'default' }, content)).toBe(true);
  });

  it.each([
    ['a column', { ...content, name: 'Acme Inc.' }],
    ['a cleared column', { ...content, name: null }],
    ['a JSON field', { ...content, data_json: '{"a":2,"b":null}' }],
    ['a null in free-form JSON', { ...content, data_json: '{"a":1}' }],
  ])('depends on %s', (_, other) => {
    expect(statedHash(other)).not.toBe(statedHash(content));
    expect(statesSame(other, content)).toBe(false);
  });
});

/** The definition of canonical JSON, short but slow. */
const sorted = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

function reversed(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}
