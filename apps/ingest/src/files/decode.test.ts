import { describe, expect, it } from '@jest/globals';
import { character } from '@dossier/shared/testing/text';
import fc from 'fast-check';
import { chunkedBytes, collect } from '../testing/files.ts';
import { decode, hasWrongBytes, showWrongBytes } from './decode.ts';

const read = async (bytes: Uint8Array, encoding?: string, size = bytes.length || 1) =>
  (await collect(decode(chunkedBytes(bytes, size), encoding))).join('');
const bytesOf = (...bytes: (number | string)[]) =>
  Buffer.concat(bytes.map((each) => (typeof each === 'string' ? Buffer.from(each) : Buffer.from([each]))));

describe('decoding', () => {
  it('decodes UTF-8 identically in chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: character, minLength: 1 }),
        fc.integer({ min: 1, max: 7 }),
        async (text, size) => {
          const bytes = Buffer.from(text);
          const expected = bytes.toString('utf8').replace(/^\uFEFF/, '');
          expect(await read(bytes, undefined, size)).toBe(expected);
        },
      ),
    );
  });

  it.each([1, 2, 3, 100])(
    'marks bytes that are not UTF-8 and keeps the others, in chunks of %i',
    async (size) => {
      const text = await read(
        bytesOf('caf', 0xe9, ' latt\n', 'é€😀\n', 0xf0, 0x9f, 'x', 0xc3),
        undefined,
        size,
      );
      expect(hasWrongBytes(text)).toBe(true);
      expect(showWrongBytes(text)).toBe('caf\\xe9 latt\né€😀\n\\xf0\\x9fx\\xc3');
      expect(text.split('\n').map(hasWrongBytes)).toEqual([true, false, true]);
    },
  );

  it('drops a byte order mark, and detects UTF-16 by it', async () => {
    expect(await read(bytesOf(0xef, 0xbb, 0xbf, 'a'))).toBe('a');
    expect(await read(Buffer.from('\uFEFFhé', 'utf16le'), undefined, 1)).toBe('hé');
    expect(await read(Buffer.from('\uFEFFhé', 'utf16le').swap16())).toBe('hé');
    expect(await read(bytesOf())).toBe('');
    expect(await read(bytesOf('a'))).toBe('a');
  });

  it('detects UTF-8 by its mark, whatever encoding is set', async () => {
    expect(await read(bytesOf(0xef, 0xbb, 0xbf, 'Café'), 'windows-1252', 1)).toBe('Café');
  });

  it('decodes an explicitly set encoding', async () => {
    expect(await read(bytesOf(0x92, 0x80, 0xe9), 'windows-1252')).toBe('’€é');
    expect(await read(bytesOf('Caf', 0x8e), 'macintosh')).toBe('Café');
    expect(hasWrongBytes(await read(bytesOf(0x81, 0x20, 'a'), 'shift_jis'))).toBe(true);
  });
});
