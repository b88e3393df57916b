import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chunked, collect } from '../../testing/files.ts';
import { cutJson } from './json.ts';

const cut = (text: string, size = text.length || 1) => collect(cutJson(chunked(text, size)));
const values = async (text: string, size?: number) =>
  (await cut(text, size)).map((piece) => JSON.parse(piece.text) as unknown);

describe('splitting JSON into records', () => {
  it('yields the same elements of an array in chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ depthSize: 'small' })),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(undefined, 2),
        async (records, size, indent) => {
          expect(await values(JSON.stringify(records, undefined, indent), size)).toEqual(
            JSON.parse(JSON.stringify(records)),
          );
        },
      ),
    );
  });

  it('reads one object, and several in sequence', async () => {
    expect(await values('{"a": 1}')).toEqual([{ a: 1 }]);
    expect(await values('{"a": 1}\n{"a": "}"}  [{"a": 3}]')).toEqual([{ a: 1 }, { a: '}' }, { a: 3 }]);
  });

  it('yields the complete records of a truncated array, and a reason for the last', async () => {
    const text = JSON.stringify([{ a: 1 }, { b: '\\"]' }, { c: [1, { d: 2 }] }]);
    for (let end = 1; end < text.length; end++) {
      const pieces = await cut(text.slice(0, end), 5);
      const last = pieces.at(-1)!;
      expect('reason' in last && last.reason).toMatch(/^truncated file: /);
      const whole = pieces.slice(0, -1).map((piece) => JSON.parse(piece.text) as unknown);
      expect(whole).toEqual([{ a: 1 }, { b: '\\"]' }, { c: [1, { d: 2 }] }].slice(0, whole.length));
    }
  });

  it('continues after an element that is not JSON', async () => {
    expect((await cut('[{"a":1}, {"a": tru}, nope, {"a":2}]')).map((piece) => piece.text)).toEqual([
      '{"a":1}',
      '{"a": tru}',
      'nope',
      '{"a":2}',
    ]);
  });

  it('rejects text that is not JSON', async () => {
    const [piece, ...more] = await cut('<html><body>Not found</body></html>');
    expect(piece).toMatchObject({ reason: expect.stringMatching(/^wrong format: /) });
    expect(more).toEqual([]);
  });
});
