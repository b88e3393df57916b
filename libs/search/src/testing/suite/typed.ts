import { describe, expect, it } from '@jest/globals';
import { character } from '@dossier/shared/testing/text';
import fc from 'fast-check';
import { tokenize } from '../../words/tokens.ts';
import { entry, QUERIES, type Bench } from './bench.ts';

/** Tests that any text is a query: signs, scripts, lengths. */
export function describeTyped(bench: Bench): void {
  const { put, search, ids, idSet } = bench;

  describe('free-text input', () => {
    const signs = entry({ title: 'Amber 😀 " * ( )', text: '-' });
    const [amber, basalt] = [entry({ id: 'a', title: 'Amber' }), entry({ id: 'b', title: 'Basalt' })];
    const cobalt = entry({ title: 'Cobalt' });

    it.each(['', ' ', '"', '""', '***', '-', '()', '!?', '😀', '\u0000', '\u200d', '\ud800', '"*" ^ :'])(
      'finds nothing without a letter or digit: %j',
      async (text) => {
        await put(signs);
        expect(await search(text)).toEqual({ total: 0, results: [] });
      },
    );

    it.each([
      'amber*',
      '^amber',
      ':amber',
      '(amber',
      'amber)',
      '{amber}',
      '+amber',
      'amber;--',
      "amber'",
      '"amber',
      'amber\u0000',
      '\u202eamber\u202c',
      '😀 amber',
    ])('ignores punctuation around a word: %j', async (text) => {
      await put(amber, basalt);
      expect(await ids(text)).toEqual(['a']);
    });

    it.each([
      'amber AND basalt',
      'amber OR basalt',
      'amber NOT basalt',
      'NEAR(amber basalt)',
      'NEAR(amber, 5)',
    ])('has no operators, so every word counts: %j', async (text) => {
      await put(amber, basalt, cobalt);
      expect((await ids(text)).sort()).toEqual(text.includes('basalt') ? ['a', 'b'] : ['a']);
    });

    it('never causes an error', async () => {
      await put(entry({ title: 'Amber', text: 'basalt "cobalt" 2024' }));
      const piece = fc.oneof(
        fc.constantFrom(
          'AND',
          'OR',
          'NOT',
          'NEAR(',
          ')',
          '"',
          '*',
          ':',
          '^',
          '{',
          '}',
          '-',
          '+',
          "'",
          '\\',
          '%',
          ';',
        ),
        fc.constantFrom(
          'amber',
          'basalt',
          '2024',
          ' ',
          '\t',
          '\n',
          '\u0000',
          '\ue000',
          '\ufffe',
          '日本',
          'שלום',
        ),
        fc.string({ unit: character, maxLength: 8 }),
      );
      const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
      await fc.assert(
        fc.asyncProperty(text, async (typed) => {
          const { total, results } = await search(typed);
          expect(results).toHaveLength(total);
        }),
        { numRuns: QUERIES },
      );
    });

    it.each([
      ['one word of 10 kB', 'a'.repeat(10_000)],
      ['10 kB of words', Array.from({ length: 1_700 }, (_, index) => `w${index}`).join(' ')],
      ['10 kB of quotes', '"'.repeat(10_001)],
      ['10 kB of brackets', '('.repeat(10_000)],
      ['a phrase of 10 kB', `"${'amber '.repeat(1_700)}"`],
    ])('accepts %s', async (_, text) => {
      await put(amber);
      expect(await search(text)).toEqual({ total: 0, results: [] });
    });

    it('matches words in other scripts', async () => {
      await put(
        entry({ id: 'he', title: 'חברת סטרייפ' }),
        entry({ id: 'ar', title: 'شركة سترايب' }),
        entry({ id: 'ru', title: 'Компания Яндекс' }),
        entry({ id: 'el', title: 'Εταιρεία ΟΤΕ' }),
      );
      expect(await ids('סטרייפ')).toEqual(['he']);
      expect(await ids('شركة')).toEqual(['ar']);
      expect(await ids('яндекс')).toEqual(['ru']);
      expect(await ids('εταιρεια')).toEqual(['el']);
    });

    it('matches every word of any text', async () => {
      const texts = fc.sample(fc.string({ unit: 'grapheme', minLength: 5, maxLength: 30 }), {
        numRuns: QUERIES,
        seed: 1,
      });
      const entries = texts.map((title) => entry({ title }));
      await put(...entries);
      for (const { id, title } of entries) {
        const words = [...new Set(tokenize(title).map(({ start, end }) => title.slice(start, end)))].slice(
          0,
          3,
        );
        if (words.length === 0) continue;
        const found = await ids({ text: words.map((word) => `"${word}"`).join(' '), limit: 200 });
        expect({ title, found }).toEqual({ title, found: expect.arrayContaining([id]) });
      }
    });

    it('matches a part of a run of Chinese or Japanese', async () => {
      await put(
        entry({ id: 'zh', title: '阿里巴巴集团控股有限公司' }),
        entry({ id: 'ja', title: '東京海上日動火災保険' }),
      );
      expect(await ids('控股')).toEqual(['zh']);
      expect(await ids('東京海上')).toEqual(['ja']);
      expect(await ids('阿里巴巴 公司')).toEqual(['zh']);
    });

    it('matches simplified and traditional Chinese with each other', async () => {
      await put(
        entry({ id: 'simplified', type: 'company', title: '腾讯控股', names: ['腾讯控股'] }),
        entry({ id: 'traditional', title: '騰訊音樂', text: '臺灣積體電路製造' }),
      );
      for (const text of ['腾讯', '騰訊']) expect(await idSet(text)).toEqual(['simplified', 'traditional']);
      expect(await ids('台湾积体电路')).toEqual(['traditional']);
      expect(await ids('騰訊控股')).toEqual(['simplified']);
      const [result] = (await search('腾讯音乐')).results;
      expect(result!.highlight.title).toBe('<em>騰訊音樂</em>');
    });
  });
}
