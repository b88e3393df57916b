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
      expect((await ids('amber basalt cobalt'))[0]).toBe('spread');
      expect(await idSet('amber basalt')).toEqual(['spread', 'two']);
      expect([await ids('dolomite'), await ids('"amber" "dolomite"')]).toEqual([[], []]);
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

    it('with a typo match words of texts and names as well', async () => {
      await put(
        entry({ id: 'text', text: 'Prices of molybdenum rise.' }),
        entry({ id: 'name', title: 'A', names: ['Quillfeather Trust Works'] }),
      );
      expect(await ids('molybdenom')).toEqual(['text']);
      expect(await ids('quilfeather')).toEqual(['name']);
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

    it('of two to four may be missing when few entries have all of them', async () => {
      await put(
        entry({ id: 'both', text: 'Amber and basalt.' }),
        entry({ id: 'amber', text: 'Amber alone.' }),
        entry({ id: 'none', text: 'Something else.' }),
      );
      expect(await ids('amber basalt')).toEqual(['both', 'amber']);
      expect(await ids('amber dolomite')).toEqual(['amber', 'both']);
      expect(await ids('amber basalt dolomite')).toEqual(['both', 'amber']);
      expect(await ids('amber dolomite erbium gallium')).toHaveLength(2);
      expect(await ids('dolomite erbium')).toEqual([]);
    });

    it('of a relaxed query match in every form', async () => {
      await put(
        entry({ id: 'it', text: 'Measurements of growing markets.' }),
        entry({ text: 'Something else.' }),
      );
      expect(await ids('how is the growth of a market measured')).toEqual(['it']);
      expect(await ids('measuring')).toEqual([]);
    });

    it('of a relaxed query rank by the words that they are near', async () => {
      await put(
        entry({ id: 'near', text: 'Molybdenum alone.' }),
        entry({ id: 'rare', text: 'Basalt of amber works.' }),
        ...Array.from({ length: 9 }, () => entry({ text: 'Amber works of cobalt.' })),
      );
      const found = await ids('where do they sell molybdenom or amber or erbium and gallium');
      expect(found[0]).toBe('near');
    });

    it('of a relaxed query may be missing with its numbers and phrases, which rank', async () => {
      const words = 'what the annual report says of revenue growth';
      await put(
        entry({ id: 'wrong year', text: `Revenue of 2025.` }),
        entry({ id: 'right year', text: 'Revenue of FY2024.' }),
        entry({ id: 'phrase', text: 'Growth of private credit.' }),
        entry({
          id: 'words',
          text: 'Growth of credit, private and public, of credit growth, and more credit.',
        }),
      );
      expect((await ids(`${words} in 2024`))[0]).toBe('right year');
      expect(await ids(`${words} in 2024`)).toContain('wrong year');
      expect((await ids(`${words} of "private credit"`))[0]).toBe('phrase');
      expect(await ids(`${words} of "private equity"`)).toContain('words');
    });

    it('that are repeated count as often as they occur', async () => {
      await put(
        entry({ id: 'amber', text: 'Amber is one thing.' }),
        entry({ id: 'basalt', text: 'Basalt is one thing.' }),
        entry({ id: 'basalt too', text: 'Basalt is the other thing.' }),
        ...Array.from({ length: 10 }, () => entry({ text: 'Neither of them.' })),
      );
      expect((await ids('amber dolomite basalt dolomite erbium'))[0]).toBe('amber');
      expect((await ids('amber dolomite basalt basalt basalt basalt erbium'))[0]).toMatch('basalt');
    });

    it('that are only numbers must all match, however many', async () => {
      const numbers = Array.from({ length: 14 }, (_, index) => 3_001 + index);
      await put(
        entry({ id: 'some', text: numbers.slice(1).join(' ') }),
        entry({ id: 'all', text: `${numbers.join(' ')} prices` }),
      );
      expect(await ids(numbers.join(' '))).toEqual(['all']);
      expect(await ids(numbers.toReversed().join(' '))).toEqual(['all']);
      expect(await search(`${numbers.join(' ')} 3015`)).toEqual({ total: 0, results: [] });
      expect(await ids('3002 3015')).toEqual([]);
    });

    it('after a minus exclude entries', async () => {
      await put(
        entry({ id: 'one', title: 'Amber', text: 'basalt' }),
        entry({ id: 'two', title: 'Amber', text: 'cobalt or private credit' }),
      );
      expect(await ids('amber -cobalt')).toEqual(['one']);
      expect(await ids('amber -"private credit"')).toEqual(['one']);
      expect(await ids('amber erbium gallium -cobalt')).toEqual(['one']);
      expect(await ids('-cobalt')).toEqual([]);
    });

    it('with signs are programming languages', async () => {
      await put(
        entry({ id: 'c', title: 'Written in C' }),
        entry({ id: 'c++', title: 'Written in C++.' }),
        entry({ id: 'c#', title: 'Written in C#' }),
      );
      for (const id of ['c', 'c++', 'c#']) expect(await ids(id.toUpperCase())).toEqual([id]);
      const [result] = (await search('c++')).results;
      expect(result!.highlight.title).toBe('Written in <em>C++</em>.');
    });

    it('of years and amounts meet in every spelling', async () => {
      await put(
        entry({ id: 'year', text: 'Revenue of FY22 grew.' }),
        entry({ id: 'amount', text: 'It raised $50 million.' }),
        entry({ id: 'digits', text: 'It raised 50,000,000 dollars.' }),
        entry({ id: 'other', text: 'It raised $51M in FY2023.' }),
      );
      for (const text of ['2022', 'FY2022', 'fiscal 2022', 'fiscal year 2022', 'revenue FY 2022']) {
        expect([text, await ids(text)]).toEqual([text, ['year']]);
      }
      for (const text of ['$50M', '50 million', '50m', '50,000,000', 'raised $50 million']) {
        expect([text, (await ids(text)).slice(0, 2).sort()]).toEqual([text, ['amount', 'digits']]);
      }
      const [result] = (await search('$50M raised')).results;
      expect(result!.highlight.content).toMatch(/<em>50( million|,000,000)<\/em>/);
    });

    it('of an entry are found as it writes its years and amounts, with and without quotes', async () => {
      const text = 'Between US$50M-$60M in fiscal 2022, and $1,500,000 before';
      await put(entry({ id: 'it', text }), entry({ text: 'Something else.' }));
      for (const part of [text, 'US$50M', '$50M-$60M', 'in fiscal 2022, and $1,500,000']) {
        expect([part, await ids(part)]).toEqual([part, ['it']]);
        expect([part, await ids(`"${part}"`)]).toEqual([part, ['it']]);
      }
    });

    it('with a hyphen are found in one word, and the other way round', async () => {
      await put(
        entry({ id: 'hyphen', text: 'On e-commerce.' }),
        entry({ id: 'joined', text: 'On ecommerce.' }),
      );
      expect(await ids('ecommerce')).toEqual(expect.arrayContaining(['hyphen', 'joined']));
      expect(await ids('e-commerce')).toEqual(expect.arrayContaining(['hyphen']));
    });

    it.each([
      [3, ['near'], 1],
      [12, [], 0],
    ])('with a hyphen come before near names, of %i in one word', async (count, last, partial) => {
      const joined = Array.from({ length: count }, () => entry({ text: 'On ecommerce.' }));
      await put(...joined, entry({ text: 'On e-commerce.' }), entry({ id: 'near', title: 'Ecommerze' }));
      const found = await search({ text: 'e-commerce', countTypes: true });
      expect(found.results.slice(count + 1).map(({ document_id }) => document_id)).toEqual(last);
      expect([found.total, found.partial!.document]).toEqual([count + 1 + partial, partial]);
    });

    it('without meaning are not highlighted', async () => {
      await put(entry({ title: 'The growth of a market', text: 'What is the growth of amber?' }));
      const [result] = (await search('what is the growth of the market')).results;
      expect(result!.highlight.title).toBe('The <em>growth</em> of a <em>market</em>');
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

    it('alone are never dropped, and an unpaired quote is ignored', async () => {
      await put(entry({ id: 'd', text: 'private funds and credit markets today' }));
      expect(await ids('"private credit"')).toEqual([]);
      expect(await ids('"private credit" funds and markets today')).toEqual(['d']);
      expect(await ids('"private funds')).toEqual(['d']);
      expect(await ids('private "" funds "')).toEqual(['d']);
    });
  });
}
