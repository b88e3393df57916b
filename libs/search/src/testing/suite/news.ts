import { describe, expect, it } from '@jest/globals';
import { entry as entryOf, type Bench } from './bench.ts';

const entry = (given: Parameters<typeof entryOf>[0]) => entryOf({ url: `/${given.id}`, ...given });

const news = (id: string, given: Parameters<typeof entry>[0]) => entry({ id, type: 'news', ...given });

const others = () => [
  entry({ id: 'report', title: 'Zirconium', text: 'A market of smelters.', companies: [1] }),
  entry({ id: 'one', title: 'Zirconia Works', type: 'company', names: ['Zirconia Works'], companies: [1] }),
  entry({ id: 'annual', title: 'Zirconia Works: annual report', type: 'filing', companies: [1] }),
];
const corpus = () => [
  ...others(),
  news('headline', { title: 'Zirconium plant opens', companies: [1], date: '2024-01-01T00:00:00.000Z' }),
  news('description', {
    text: 'The maker of zirconium hires.',
    companies: [2],
    date: '2024-03-01T00:00:00.000Z',
  }),
  news('article', {
    companies: [1, 2],
    date: '2024-02-01T00:00:00.000Z',
    passages: [{ title: 'Zirconium is scarce', text: 'Prices of molybdenum rise.' }],
  }),
];
const types = ['news' as const];
const all = ['document' as const, 'company' as const, 'filing' as const, 'news' as const];

/** Tests of news, which a search finds only if it asks for it. */
export function describeNews(bench: Bench): void {
  const { put, search, ids, idSet, keys, hashes, remove, check, suggest } = bench;

  describe('news', () => {
    it('is never found unless the filter names it', async () => {
      const texts = [
        ...['zirconium', 'zirconium plant opens', 'molybdenum', 'zirconium smelters molybdenum plant'],
        ...['"zirconium plant"', 'zirconum', 'maker -zirconium', 'news of Zirconia Works'],
      ];
      const ask = async () => {
        const pages = [];
        for (const text of texts) pages.push(await search({ text, countTypes: true }));
        return pages;
      };
      await put(...others());
      const without = await ask();
      await put(...corpus());
      expect(await ask()).toEqual(without);
      expect(await suggest('zirconium p')).toEqual([]);
    });

    it('is found by its headline, its description and its articles, the best match first', async () => {
      await put(...corpus());
      const found = await search({ text: 'zirconium', filter: { types }, countTypes: true });
      expect(found.results.map(({ document_id }) => document_id)).toEqual([
        ...['headline', 'description', 'article'],
      ]);
      const none = { document: 0, company: 0, filing: 0, news: 0 };
      expect([found.total, found.types, found.partial]).toEqual([3, { ...none, news: 3 }, none]);
      expect(await ids({ text: 'molybdenum', filter: { types } })).toEqual(['article']);
      expect(await ids({ text: 'smelters', filter: { types } })).toEqual([]);
    });

    it('is filtered by company and date', async () => {
      await put(...corpus());
      const ask = (given: object) => idSet({ text: 'zirconium', filter: { types }, ...given });
      expect(await ask({ filter: { types, company: 2 } })).toEqual(['article', 'description']);
      expect(await ask({ dateFrom: '2024-02-01T00:00:00.000Z' })).toEqual(['article', 'description']);
      expect(await ask({ dateTo: '2024-01-31T00:00:00.000Z' })).toEqual(['headline']);
    });

    it('orders equal matches by date, newest first', async () => {
      const days = ['2024-01-02', '2024-03-02', '2024-02-02'];
      await put(...days.map((day) => news(day, { text: 'Cobalt rises.', date: `${day}T00:00:00.000Z` })));
      expect(await ids({ text: 'cobalt', filter: { types } })).toEqual(days.toSorted().reverse());
    });

    it('comes after documents, companies and filings, on pages without gaps', async () => {
      await put(...corpus());
      const whole = await search({ text: 'zirconium', filter: { types: all }, countTypes: true });
      expect(whole.results.map(({ type }) => type)).toEqual(['document', 'news', 'news', 'news']);
      expect([whole.total, whole.types]).toEqual([4, { document: 1, company: 0, filing: 0, news: 3 }]);
      for (const offset of [0, 1, 2, 3, 4]) {
        const page = await search({ text: 'zirconium', filter: { types: all }, limit: 2, offset });
        expect([page.total, page.results]).toEqual([4, whole.results.slice(offset, offset + 2)]);
      }
    });

    it('forgives a typo, and finds items with some words of a longer query', async () => {
      await put(...corpus());
      expect(await ids({ text: 'molybdenom', filter: { types } })).toEqual(['article']);
      const text = 'why do prices of molybdenum fall in winter';
      const found = await search({ text, filter: { types }, countTypes: true });
      expect([found.results.map(({ document_id }) => document_id), found.partial!.news]).toEqual([
        ['article'],
        1,
      ]);
      expect(await search({ text: '!', filter: { types }, countTypes: true })).toMatchObject({
        total: 0,
        types: { news: 0 },
      });
    });

    it('is listed, hashed, checked and removed like other entries', async () => {
      await put(...corpus());
      const key = { type: 'news' as const, id: 'headline' };
      expect(await keys()).toContainEqual(key);
      expect(await hashes([key])).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
      expect(await check()).toEqual([]);
      await remove([key]);
      expect(await hashes([key])).toEqual([undefined]);
      expect(await idSet({ text: 'zirconium', filter: { types } })).toEqual(['article', 'description']);
      expect(await check()).toEqual([]);
    });
  });
}
