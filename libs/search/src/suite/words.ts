import { describe, expect, it } from '@jest/globals';
import { entry, type Bench } from './bench.ts';

/** Tests of words and phrases. */
export function describeWords(bench: Bench): void {
  const { put, remove, search, ids, idSet } = bench;

  describe('words', () => {
    it('must all occur in the title or passages of an entry', async () => {
      await put(
        entry({
          id: 'spread',
          title: 'Amber',
          passages: [
            { title: 'On basalt', text: 'first' },
            { title: '', text: 'then cobalt' },
          ],
        }),
        entry({ id: 'two', title: 'Amber', text: 'basalt' }),
        entry({ id: 'one', text: 'cobalt' }),
      );
      expect(await ids('amber basalt cobalt')).toEqual(['spread']);
      expect(await idSet('amber basalt')).toEqual(['spread', 'two']);
      expect(await ids('amber dolomite')).toEqual([]);
    });

    it('match in either case and with or without accents', async () => {
      await put(
        entry({ id: 'nfc', title: 'Société Générale' }),
        entry({ id: 'nfd', title: 'Société Générale'.normalize('NFD') }),
        entry({ id: 'plain', title: 'SOCIETE GENERALE' }),
      );
      for (const text of ['societe generale', 'SOCIÉTÉ', 'générale'.normalize('NFD')]) {
        expect(await idSet(text)).toEqual(['nfc', 'nfd', 'plain']);
      }
      for (const { highlight } of (await search('societe')).results) {
        expect(highlight.title.normalize('NFC')).toMatch(/^<em>soci[ée]t[ée]<\/em> /i);
      }
    });

    it('match in singular and plural', async () => {
      await put(
        entry({ id: 'one', title: 'A company of batteries' }),
        entry({ id: 'many', title: 'Companies and a battery' }),
      );
      expect(await idSet('company')).toEqual(['many', 'one']);
      expect(await idSet('companies batteries')).toEqual(['many', 'one']);
      const [result] = (await search('"companies and"')).results;
      expect(result!.highlight.title).toBe('<em>Companies and</em> a battery');
    });

    it('match with or without a possessive ending, with any apostrophe', async () => {
      await put(
        entry({ id: 'plain', title: 'Zirconium prices' }),
        entry({ id: 'straight', title: "Zirconium's price" }),
        entry({ id: 'curled', title: 'ZIRCONIUM’S price' }),
      );
      for (const text of ['zirconium', "zirconium's", 'Zirconium’s prices', '"zirconium’s price"']) {
        expect(await idSet(text)).toEqual(['curled', 'plain', 'straight']);
      }
    });

    it('may have one typo from five letters, and two from nine letters', async () => {
      await put(
        entry({ id: 'bank', title: 'Bank' }),
        entry({ id: 'market', title: 'Market' }),
        entry({ id: 'infra', title: 'Infrastructure' }),
      );
      for (const text of ['markett', 'maket', 'merket', 'mraket']) {
        expect(await ids(text)).toEqual(['market']);
      }
      expect(await ids('infrastucure')).toEqual(['infra']);
      expect(await ids('bnak')).toEqual([]);
      expect(await ids('mrakte')).toEqual([]);
      const [result] = (await search('markett')).results;
      expect(result!.highlight.title).toBe('<em>Market</em>');
    });

    it('with a typo match the nearest words of the current entries', async () => {
      await put(entry({ id: 'near', title: 'Infrastructure' }), entry({ id: 'far', title: 'Infrastructor' }));
      expect((await ids('infrastructurz'))[0]).toBe('near');
      await remove([{ type: 'document', id: 'near' }]);
      expect(await ids('infrastructurz')).toEqual(['far']);
    });

    it('must match numbers exactly', async () => {
      await put(
        entry({ id: '2025', title: 'Report 2025', text: 'FY2025 revenue of 1234567890' }),
        entry({ id: '2024', title: 'Report 2024', text: 'FY2024 revenue' }),
      );
      expect(await ids('2024')).toEqual(['2024']);
      expect(await ids('fy2024')).toEqual(['2024']);
      expect(await ids('report 2024')).toEqual(['2024']);
      for (const text of ['2026', '202', '20255', 'fy2026', '1234567891', '123456789', '"2026"']) {
        expect(await search(text)).toEqual({ total: 0, results: [] });
      }
    });

    it('of a long query may be missing, but not its numbers and phrases', async () => {
      const words = 'what the annual report says of revenue growth';
      await put(
        entry({ id: 'wrong year', title: words, text: `${words} in 2025, of private funds and credit` }),
        entry({ id: 'right year', text: 'Revenue of 2024.' }),
        entry({ id: 'phrase', text: 'Growth of private credit.' }),
      );
      const year = await search(`${words} in 2024`);
      expect(year.total).toBe(1);
      expect(year.results.map((result) => result.document_id)).toEqual(['right year']);
      const phrase = await search(`${words} of "private credit"`);
      expect(phrase.total).toBe(1);
      expect(phrase.results.map((result) => result.document_id)).toEqual(['phrase']);
    });

    it('are limited in a long query, but its last numbers and phrases still count', async () => {
      const words = 'what the annual report of the company says about growth margins customers and prices';
      const numbers = Array.from({ length: 14 }, (_, index) => 3_001 + index);
      await put(
        entry({ id: 'some', text: `${words} ${numbers.slice(1).join(' ')} private equity and credit` }),
        entry({ id: 'all', text: `${numbers.join(' ')} prices private credit` }),
      );
      expect(await ids(`${words} 3001`)).toEqual(['all']);
      expect(await ids(`${words} 3014`)).toHaveLength(2);
      expect(await ids(`${words} "private credit"`)).toEqual(['all']);
      expect(await ids(numbers.join(' '))).toEqual(['all']);
      expect(await ids(numbers.toReversed().join(' '))).toEqual(['all']);
      expect(await search(`${words} 3015`)).toEqual({ total: 0, results: [] });
    });

    it('of a long query need not all match when there are few results', async () => {
      await put(
        entry({ id: 'answer', text: 'Revenue growth of payments companies was strong.' }),
        entry({ id: 'other', text: 'A note on gardening.' }),
      );
      const { total, results } = await search(
        'how strong was the revenue growth of payments companies lately',
      );
      expect(results[0]!.document_id).toBe('answer');
      expect(total).toBe(results.length);
    });
  });

  describe('phrases', () => {
    it('match adjacent words in order', async () => {
      await put(
        entry({ id: 'together', text: 'The market for private credit grows.' }),
        entry({ id: 'apart', text: 'Credit is private here.' }),
      );
      expect(await ids('"private credit"')).toEqual(['together']);
      expect(await idSet('private credit')).toEqual(['apart', 'together']);
      const [result] = (await search('"private credit"')).results;
      expect(result!.highlight.content).toContain('private');
      expect(result!.highlight.content).toContain('<em>');
    });

    it('of three words match only when all three are adjacent', async () => {
      await put(
        entry({ id: 'whole', text: 'first amber basalt cobalt last' }),
        entry({ id: 'near', text: 'amber basalt and basalt cobalt' }),
        entry({
          id: 'apart',
          text: 'Amber basalt is one thing and another one, with nothing, is basalt cobalt',
        }),
        entry({
          id: 'in two',
          passages: [
            { title: 'On amber basalt', text: 'first' },
            { title: '', text: 'Basalt cobalt' },
          ],
        }),
        entry({ id: 'turned', text: 'cobalt basalt amber basalt cobalt' }),
      );
      expect(await idSet('"amber basalt cobalt"')).toEqual(['turned', 'whole']);
      expect(await idSet('"cobalt basalt amber"')).toEqual(['turned']);
      expect(await idSet('"amber basalt" "basalt cobalt"')).toEqual([
        'apart',
        'in two',
        'near',
        'turned',
        'whole',
      ]);
      expect(await idSet('amber-basalt-cobalt')).toEqual(['turned', 'whole']);
    });

    it('do not match across passages, or across title and text', async () => {
      await put(
        entry({
          title: 'Amber',
          passages: [
            { title: 'Basalt', text: 'cobalt' },
            { title: '', text: 'dolomite' },
          ],
        }),
      );
      expect(await ids('"amber basalt"')).toEqual([]);
      expect(await ids('"basalt cobalt"')).toEqual([]);
      expect(await ids('"cobalt dolomite"')).toEqual([]);
    });

    it('do not match frequent words that are apart', async () => {
      await put(entry({ id: 'x', text: 'amber and basalt or amber, basalt, amber or basalt and amber' }));
      expect(await ids('"amber basalt"')).toEqual(['x']);
      expect(await ids('"basalt basalt"')).toEqual([]);
      expect(await ids('"and or"')).toEqual([]);
      expect(await ids('"or and"')).toEqual([]);
    });

    it('are never dropped, and an unpaired quote is ignored', async () => {
      await put(entry({ id: 'd', text: 'private funds and credit markets today' }));
      expect(await ids('"private credit" funds and markets today')).toEqual([]);
      expect(await ids('"private funds')).toEqual(['d']);
      expect(await ids('private "" funds "')).toEqual(['d']);
    });
  });
}
