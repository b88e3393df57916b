import { describe, expect, it } from '@jest/globals';
import { entryHash } from '../../entries/entry-hash.ts';
import { entry, type Bench } from './bench.ts';

/** Tests of hashes, keys and checks. */
export function describeListing(bench: Bench): void {
  const { put, remove, hashes, keys, check } = bench;
  const sorted = (list: { type: string; id: string }[]) => list.map(({ type, id }) => `${type} ${id}`).sort();

  describe('hashes and keys', () => {
    it('returns the current hash of an entry, and none for an unknown key', async () => {
      const [first, other] = [entry({ id: 'x', title: 'Amber' }), entry({ type: 'company', id: 'x' })];
      await put(first, other);
      const asked = [
        { type: 'company', id: 'x' },
        { type: 'filing', id: 'x' },
        { type: 'document', id: 'x' },
      ] as const;
      expect(await hashes([...asked])).toEqual([entryHash(other), undefined, entryHash(first)]);
      const next = { ...first, passages: [{ title: '', text: 'basalt' }] };
      await put(next);
      expect(entryHash(next)).not.toBe(entryHash(first));
      expect(await hashes([...asked])).toEqual([entryHash(other), undefined, entryHash(next)]);
      await remove([first]);
      expect(await hashes([...asked])).toEqual([entryHash(other), undefined, undefined]);
      expect(await hashes([])).toEqual([]);
    });

    it('returns different hashes for different entries', () => {
      const base = entry({ title: 'a', excerpt: 'b', text: 'c' });
      const others = [
        { ...base, type: 'filing' as const },
        { ...base, id: 'other' },
        { ...base, names: ['a'] },
        { ...base, names: ['b', 'a'] },
        { ...base, title: 'ab', excerpt: '' },
        { ...base, url: '/other' },
        { ...base, date: '2024-06-01T00:00:00.001Z' },
        { ...base, passages: [{ title: 'c', text: '' }] },
        { ...base, passages: [...base.passages, { title: '', text: '' }] },
      ];
      const all = [base, ...others].map(entryHash);
      expect(new Set(all).size).toBe(all.length);
      expect(entryHash(structuredClone(base))).toBe(all[0]);
    });

    it('lists the keys of all entries, for any characters in their ids', async () => {
      const stored = [
        entry({ id: 'Ünï cödé/%"1' }),
        entry({ type: 'filing', id: '0f3c2a52-6d0b-5c7e-9a41-6b9f0e7d5a10' }),
        entry({ type: 'company', id: '17' }),
      ];
      await put(...stored);
      expect(sorted(await keys())).toEqual(sorted(stored));
      expect(await hashes(stored)).toEqual(stored.map(entryHash));
    });

    it('reports no damage after any sequence of writes', async () => {
      expect(await check()).toEqual([]);
      const stored = [
        entry({ id: 'Ünï cödé/%"1', title: '', text: 'a'.repeat(70_000) }),
        entry({ type: 'filing', names: ['Amber Inc.', 'Ämber'], title: 'Émigré "x"', excerpt: '<em>' }),
        ...Array.from({ length: 250 }, (_, i) => entry({ type: 'company', text: `basalt ${i}` })),
      ];
      await put(...stored);
      await put({ ...stored[1]!, title: 'Other', passages: [{ title: 'cobalt', text: '' }] });
      await remove(stored.slice(2, 20));
      expect(await check()).toEqual([]);
    });

    it('lists entries across several pages', async () => {
      const stored = Array.from({ length: 2_100 }, (_, id) => entry({ type: 'filing', id: `many-${id}` }));
      await put(...stored);
      expect(sorted(await keys())).toEqual(sorted(stored));
      expect(await hashes(stored)).toEqual(stored.map(entryHash));
    });

    it('lists every remaining entry while others are removed', async () => {
      const stored = Array.from({ length: 1_500 }, (_, id) => entry({ type: 'filing', id: `stay-${id}` }));
      await put(...stored);
      const [removed, staying] = [stored.slice(0, 400), stored.slice(400)];
      const listed = new Set(sorted(await keys(() => remove(removed))));
      expect(sorted(staying).filter((key) => !listed.has(key))).toEqual([]);
    });
  });
}
