import { describe, expect, it } from '@jest/globals';
import { entry, type Bench } from './bench.ts';

/** Tests of adding, replacing and removing entries. */
export function describeWriting(bench: Bench): void {
  const { put, remove, search, ids, open } = bench;

  describe('put and remove', () => {
    it('replaces the whole entry each time it is put', async () => {
      await put(entry({ id: 'x', title: 'Amber', text: 'basalt' }));
      const next = entry({ id: 'x', title: 'Cobalt', text: 'dolomite', date: '2020-01-01T00:00:00.000Z' });
      await put(next, next);
      await put(next);
      expect(await ids('amber')).toEqual([]);
      expect(await ids('basalt')).toEqual([]);
      expect(await search('cobalt dolomite')).toMatchObject({
        total: 1,
        results: [{ date: '2020-01-01T00:00:00+00:00' }],
      });
    });

    it('keeps the last of two entries with the same key', async () => {
      await put(entry({ id: 'x', title: 'Amber' }), entry({ id: 'x', title: 'Basalt' }));
      expect(await ids('amber')).toEqual([]);
      expect(await ids('basalt')).toEqual(['x']);
    });

    it('keeps the ranking after entries were replaced many times', async () => {
      const documents = ['amber amber basalt', 'amber and much else besides', 'basalt amber amber amber'].map(
        (text, index) => entry({ id: `r${index}`, text }),
      );
      await put(...documents);
      const before = await search('amber');
      for (let round = 0; round < 5; round += 1) await put(...documents.toReversed());
      expect(await search('amber')).toEqual(before);
    });

    it('removes entries and ignores unknown keys', async () => {
      await put(entry({ id: 'x', title: 'Amber' }), entry({ id: 'y', title: 'Amber' }));
      await remove([
        { type: 'document', id: 'x' },
        { type: 'filing', id: 'y' },
        { type: 'company', id: 'none' },
      ]);
      expect(await ids('amber')).toEqual(['y']);
      await remove([]);
      await put();
      expect(await ids('amber')).toEqual(['y']);
    });

    it('keeps entries when the index is opened again', async () => {
      const first = await open('persistence');
      const kept = entry({ id: 'kept', title: 'Zirconium' });
      await first.put([kept]);
      await first.close();
      const second = await open('persistence');
      try {
        const page = await second.search({ text: 'zirconium', limit: 10, offset: 0 });
        expect(page.results.map((result) => result.document_id)).toEqual(['kept']);
      } finally {
        await second.remove([kept]);
        await second.close();
      }
    });

    it('finds entries that a second engine wrote to the same index', async () => {
      const writer = await open(bench.place);
      try {
        const document = entry({ id: 'shared', title: 'Zirconium' });
        await writer.put([document]);
        expect(await ids('zirconium')).toEqual(['shared']);
      } finally {
        await writer.remove([{ type: 'document', id: 'shared' }]);
        await writer.close();
      }
    });
  });
}
