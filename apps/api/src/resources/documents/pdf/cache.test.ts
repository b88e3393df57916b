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

  /** Makes two pieces, the second one when it is let. */
  const gates = new Map<string, () => void>();
  const slowly = (key: string) =>
    async function* () {
      made.push(key);
      yield Buffer.from([0]);
      await new Promise<void>((go) => gates.set(key, go));
      yield Buffer.from([1]);
    };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

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
    const first = cache.stream('left', slowly('left'))[Symbol.asyncIterator]();
    expect((await first.next()).value).toHaveLength(1);
    await first.return!();
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

  it('makes what several ask for at once only once, and goes on for those who stay', async () => {
    const cache = pdfCache(40);
    const leaving = cache.stream('a', slowly('a'))[Symbol.asyncIterator]();
    const others = [1, 2].map(() => read(cache.stream('a', slowly('a'))));
    await leaving.next();
    await leaving.return!();
    const late = read(cache.stream('a', slowly('a')));
    await settled();
    gates.get('a')!();
    expect(await Promise.all([...others, late])).toEqual([2, 2, 2]);
    expect(made.splice(0)).toEqual(['a']);
  });

  it('makes so many at once, the next one in turn, and none that nobody waits for any more', async () => {
    const cache = pdfCache(40, 2);
    const ask = (key: string) => read(cache.stream(key, slowly(key)));
    const first = [ask('a'), ask('b')];
    const left = cache.stream('left', slowly('left'))[Symbol.asyncIterator]();
    void left.next();
    const last = [ask('c'), ask('d')];
    await settled();
    expect(made).toEqual(['a', 'b']);
    await left.return!();
    gates.get('b')!();
    expect(await first[1]).toBe(2);
    await settled();
    expect(made).toEqual(['a', 'b', 'c']);
    gates.get('a')!();
    gates.get('c')!();
    await settled();
    gates.get('d')!();
    expect(await Promise.all([...first, ...last])).toEqual([2, 2, 2, 2]);
    expect(made.splice(0)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('lets a reader who takes his time hold up nobody', async () => {
    const cache = pdfCache(40, 1);
    const slow = cache.stream('a', make('a', 5))[Symbol.asyncIterator]();
    await slow.next();
    expect(await read(cache.stream('b', make('b', 5)))).toBe(5);
    expect(await slow.next()).toEqual({ value: Buffer.from([1]) });
    made.splice(0);
  });

  it('makes anew what has failed for all who waited', async () => {
    const cache = pdfCache(40);
    const failing = async function* () {
      yield Buffer.from([1]);
      throw new Error('no');
    };
    const both = [1, 2].map(() => read(cache.stream('a', failing)));
    for (const one of await Promise.allSettled(both)) expect(one).toMatchObject({ status: 'rejected' });
    expect(await read(cache.stream('a', make('a', 5)))).toBe(5);
    expect(made.splice(0)).toEqual(['a']);
  });
});
