import { describe, expect, it } from '@jest/globals';
import { renderedCache } from './rendered.ts';

describe('the cache of PDFs', () => {
  const made: string[] = [];
  const make = (key: string, size: number) =>
    async function* () {
      made.push(key);
      for (let i = 0; i < size; i++) yield Buffer.from([i]);
    };
  const failing = async function* () {
    made.push('failing');
    yield Buffer.from([1]);
    throw new Error('no');
  };
  const size = async (pdf: Promise<Uint8Array>) => (await pdf).length;

  /** Makes a PDF of two pieces, the second one when its gate opens. */
  const gates = new Map<string, () => void>();
  const slowly = (key: string) =>
    async function* () {
      made.push(key);
      yield Buffer.from([0]);
      await new Promise<void>((go) => gates.set(key, go));
      yield Buffer.from([1]);
    };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

  it('renders each PDF once, and again after newer PDFs evicted it', async () => {
    const cache = renderedCache(40);
    const ask = (key: string) => size(cache.get(key, make(key, 10)));
    for (const key of ['a', 'b', 'a', 'c', 'd', 'a']) expect(await ask(key)).toBe(10);
    expect(made.splice(0)).toEqual(['a', 'b', 'c', 'd']);
    // b is the least recently used one.
    for (const key of ['e', 'a', 'b']) await ask(key);
    expect(made.splice(0)).toEqual(['e', 'b']);
  });

  it('stores neither a PDF above a quarter of its size nor a failure', async () => {
    const cache = renderedCache(40);
    const large = () => size(cache.get('large', make('large', 11)));
    expect([await large(), await large()]).toEqual([11, 11]);
    await expect(cache.get('failing', failing)).rejects.toThrow('no');
    expect(await size(cache.get('failing', make('failing', 5)))).toBe(5);
    expect(made.splice(0)).toEqual(['large', 'large', 'failing', 'failing']);
  });

  it('renders a PDF once for several concurrent readers, and fails for all of them', async () => {
    const cache = renderedCache(40);
    const readers = [1, 2, 3].map(() => size(cache.get('a', slowly('a'))));
    await settled();
    gates.get('a')!();
    expect(await Promise.all(readers)).toEqual([2, 2, 2]);
    const failures = await Promise.allSettled([1, 2].map(() => cache.get('b', failing)));
    expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(made.splice(0)).toEqual(['a', 'failing']);
  });

  it('renders two PDFs at a time, and the others in turn', async () => {
    const cache = renderedCache(40, 2);
    const all = ['a', 'b', 'c'].map((key) => size(cache.get(key, slowly(key))));
    await settled();
    expect(made).toEqual(['a', 'b']);
    gates.get('b')!();
    expect(await all[1]).toBe(2);
    await settled();
    expect(made).toEqual(['a', 'b', 'c']);
    gates.get('a')!();
    gates.get('c')!();
    expect(await Promise.all(all)).toEqual([2, 2, 2]);
  });
});
