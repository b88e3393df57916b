import { describe, expect, it } from '@jest/globals';
import { entry, type Bench } from './bench.ts';

const filler = 'Nothing of note is said here. '.repeat(40);
const report = (fields: object = {}) =>
  entry({
    id: '7',
    slug: 'metals',
    title: 'Metals outlook',
    url: '/research/metals',
    passages: [
      { id: 'summary', title: 'Summary', text: `Zirconium ${filler}` },
      { id: 'prices', title: 'Prices', text: `${filler} zirconium and hafnium <b>prices</b> ${filler}` },
      { id: 'supply', title: 'Hafnium supply', text: filler },
      { title: '', text: 'In short: zirconium.' },
    ],
    ...fields,
  });

/** Tests of results that name a section. */
export function describeSections(bench: Bench): void {
  const { put, search, ids } = bench;

  describe('sections', () => {
    it('are named by the result, linked to, and shown in its snippet', async () => {
      await put(report());
      const { total, results } = await search('zirconium hafnium');
      expect(total).toBe(1);
      expect(results).toEqual([
        expect.objectContaining({
          document_id: 'metals',
          url: '/research/metals#prices',
          section: { id: 'prices', title: 'Prices' },
        }),
      ]);
      expect(results[0]!.highlight.content).toContain(
        '<em>zirconium</em> and <em>hafnium</em> &lt;b&gt;prices&lt;/b&gt;',
      );
    });

    it('are named when only their title matches', async () => {
      await put(report());
      const [result] = (await search('supply')).results;
      expect(result).toMatchObject({
        url: '/research/metals#supply',
        section: { id: 'supply', title: 'Hafnium supply' },
        highlight: { content: 'Hafnium <em>supply</em>' },
      });
    });

    it('are absent from results without a matching section', async () => {
      await put(report());
      for (const text of ['metals', 'short']) {
        const [result] = (await search(text)).results;
        expect([result!.url, result!.section]).toEqual(['/research/metals', undefined]);
      }
    });

    it('are one result together, also when the words are in different ones', async () => {
      await put(report(), report({ id: '8', slug: 'more', type: 'filing' }));
      for (const text of ['hafnium', 'zirconium', 'summary supply']) {
        expect([(await search(text)).total, await ids(text)]).toEqual([2, ['metals', 'more']]);
      }
      expect((await search({ text: 'hafnium', limit: 1, offset: 1 })).results).toHaveLength(1);
    });
  });
}
