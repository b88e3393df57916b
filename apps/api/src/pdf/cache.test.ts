import { describe, expect, it } from '@jest/globals';
import { pdfCache } from './cache.ts';

describe('the cache of PDFs', () => {
  const made: string[] = [];
  const make = (key: string, size: number) => () => {
    made.push(key);
    return (async function* () {
      for (let i = 0; i < size; i++) yield Buffer.from([i]);
    })();
  };
  const read = async (chunks: AsyncIterable<Uint8Array>) => {
    let length = 0;
    for await (const chunk of chunks) length += chunk.length;
    return length;
  };

  it('makes each once, and again when newer ones have taken its place', async () => {
    const cache = pdfCache(40);
    const ask = (key: string) => read(cache.stream(key, make(key, 10)));
    for (const key of ['a', 'b', 'a', 'c', 'd', 'a']) expect(await ask(key)).toBe(10);
    expect(made.splice(0)).toEqual(['a', 'b', 'c', 'd']);
    // b was asked for the longest ago.
    for (const key of ['e', 'a', 'b']) await ask(key);
    expect(made.splice(0)).toEqual(['e', 'b']);
  });

  it('does not keep what is large, what fails, nor what nobody read to its end', async () => {
    const cache = pdfCache(40);
    const large = () => read(cache.stream('large', make('large', 11)));
    expect([await large(), await large()]).toEqual([11, 11]);
    for await (const chunk of cache.stream('left', make('left', 5))) {
      expect(chunk).toHaveLength(1);
      break;
    }
    expect(await read(cache.stream('left', make('left', 5)))).toBe(5);
    const failing = () =>
      (async function* () {
        yield Buffer.from([1]);
        throw new Error('no');
      })();
    await expect(read(cache.stream('failing', failing))).rejects.toThrow('no');
    expect(await read(cache.stream('failing', make('failing', 5)))).toBe(5);
    expect(made.splice(0)).toEqual(['large', 'large', 'left', 'left', 'failing']);
  });
});
