import { describe, expect, it } from '@jest/globals';
import { entry, type Bench } from './bench.ts';

/** Eight entries that contain "zirconium"; of two companies, in all types and forms. */
const corpus = () => [
  entry({ id: 'market', title: 'Zirconium', form: 'market', companies: [1, 2] }),
  entry({ id: 'profile', title: 'Zirconium', form: 'company', companies: [1] }),
  entry({ id: 'nobody', title: 'Zirconium', form: 'market' }),
  entry({ id: 'one', title: 'Zirconium', type: 'company', companies: [1] }),
  entry({ id: 'two', title: 'Zirconium', type: 'company', companies: [2] }),
  entry({ id: 'annual', title: 'Zirconium', type: 'filing', form: '10-K', companies: [1] }),
  entry({ id: 'amended', title: 'Zirconium', type: 'filing', form: '10-K/A', companies: [1] }),
  entry({ id: 'odd', title: 'Zirconium', type: 'filing', form: 'say "hi" \\', companies: [2] }),
];

/** Tests of filters and of counts by type. */
export function describeFilters(bench: Bench): void {
  const { put, idSet, search } = bench;

  describe('filters', () => {
    it.each([
      [{ types: ['company' as const] }, ['one', 'two']],
      [{ types: ['document' as const, 'filing' as const], company: 2 }, ['market', 'odd']],
      [{ company: 1 }, ['amended', 'annual', 'market', 'one', 'profile']],
      [{ company: 3 }, []],
      [{ forms: { filing: ['10-k'] } }, ['annual', 'market', 'nobody', 'one', 'profile', 'two']],
      [{ types: ['filing' as const], forms: { filing: ['10-K', '10-K/A'] } }, ['amended', 'annual']],
      [{ types: ['filing' as const], forms: { filing: ['say "hi" \\'] } }, ['odd']],
      [{ types: ['document' as const], forms: { document: ['company'] } }, ['profile']],
    ])('restrict results and their total with %j', async (filter, expected) => {
      await put(...corpus());
      const page = await search({ text: 'zirconium', filter });
      expect([page.total, await idSet({ text: 'zirconium', filter })]).toEqual([expected.length, expected]);
    });

    it('follow an entry that is put again', async () => {
      const [market] = corpus();
      await put(market!);
      await put({ ...market!, companies: [2], form: 'interview' });
      const found = (filter: object) => idSet({ text: 'zirconium', filter });
      expect(await found({ company: 1 })).toEqual([]);
      expect(await found({ company: 2, forms: { document: ['interview'] } })).toEqual(['market']);
    });

    it('page through both indexes without gaps and repeats', async () => {
      await put(...corpus());
      const filter = { company: 1 };
      const all = (await search({ text: 'zirconium', filter })).results.map((each) => each.document_id);
      const walked: string[] = [];
      for (let offset = 0; offset < 7; offset += 2) {
        const { results, total } = await search({ text: 'zirconium', filter, limit: 2, offset });
        expect(total).toBe(5);
        walked.push(...results.map((each) => each.document_id));
      }
      expect(walked).toEqual(all);
    });
  });

  describe('counts by type', () => {
    const long = 'zirconium hafnium yttrium niobium tantalum tungsten rhenium osmium iridium platinum gold';

    it('are exact and cover every page', async () => {
      await put(...corpus());
      const ask = (asked: object) => search({ text: 'zirconium', countTypes: true, ...asked });
      expect((await ask({ limit: 1 })).types).toEqual({ document: 3, company: 2, filing: 3 });
      expect((await ask({ limit: 1, offset: 5 })).types).toEqual({ document: 3, company: 2, filing: 3 });
      expect((await ask({ filter: { company: 2 } })).types).toEqual({ document: 1, company: 1, filing: 1 });
      expect((await ask({ text: 'nothingsuch' })).types).toEqual({ document: 0, company: 0, filing: 0 });
      expect((await ask({ text: '!' })).types).toEqual({ document: 0, company: 0, filing: 0 });
      expect((await ask({ text: '!' })).partial).toEqual({ document: 0, company: 0, filing: 0 });
    });

    it('tell results with only some of the words from whole matches, which come first', async () => {
      await put(...corpus(), entry({ id: 'whole', text: 'Zirconium, hafnium, niobium and yttrium.' }));
      const ask = (text: string) => search({ text, countTypes: true });
      expect((await ask('zirconium hafnium')).partial).toEqual({ document: 3, company: 0, filing: 3 });
      const { results, types, partial } = await ask('zirconium hafnium niobium yttrium');
      expect(results[0]!.document_id).toBe('whole');
      expect([types, partial]).toEqual([
        { document: 4, company: 2, filing: 3 },
        { document: 3, company: 0, filing: 3 },
      ]);
      const named = await ask('zircon');
      expect([named.types, named.partial]).toEqual([
        { document: 3, company: 2, filing: 0 },
        { document: 3, company: 2, filing: 0 },
      ]);
    });

    it('are those of the results of a relaxed query', async () => {
      await put(...corpus());
      const page = await search({ text: long, countTypes: true });
      const found = (type: string) => page.results.filter((each) => each.type === type).length;
      expect(page.types).toEqual({
        document: found('document'),
        company: found('company'),
        filing: found('filing'),
      });
      expect(page.total).toBe(page.results.length);
      expect(page.total).toBeGreaterThan(0);
    });

    it('agree with the total of each page of a sentence', async () => {
      const metals = long.split(' ');
      const documents = metals.flatMap((metal, place) => [
        entry({ text: `${metal} and ${metals[(place + 3) % metals.length]}` }),
        entry({ text: metal }),
      ]);
      const companies = metals.map((metal) => entry({ type: 'company', title: `${metal} works` }));
      await put(...documents, ...companies, entry({ text: 'zirconium' }));
      const all = await search({ text: long, countTypes: true });
      expect(all.types).toEqual({ document: 23, company: 11, filing: 0 });
      const walked: string[] = [];
      for (let offset = 0; offset < all.total; offset += 5) {
        const page = await search({ text: long, limit: 5, offset });
        expect(page.total).toBe(34);
        walked.push(...page.results.map((each) => each.document_id));
      }
      expect(walked).toEqual(all.results.map((each) => each.document_id));
    });

    it('are absent unless asked for', async () => {
      await put(...corpus());
      expect(Object.keys(await search('zirconium')).sort()).toEqual(['results', 'total']);
    });
  });
}
