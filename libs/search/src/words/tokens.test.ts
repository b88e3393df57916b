import { describe, expect, it } from '@jest/globals';
import { character } from '@dossier/shared/testing/text';
import fc from 'fast-check';
import { hasDigit, tokenize } from './tokens.ts';

const texts = (text: string) => tokenize(text).map((token) => token.text);

describe('tokens', () => {
  it.each([
    ['Payments, FinTech & AI/ML', ['payment', 'fintech', 'ai', 'ml']],
    ['Société GÉNÉRALE', ['societe', 'generale']],
    ['Ørsted Łódź Straße Œuvre', ['orsted', 'lodz', 'strasse', 'oeuvre']],
    ['ΟΔΟΣ οδος ὁδός', ['οδοσ', 'οδοσ', 'οδοσ']],
    ['İstanbul ISTANBUL', ['istanbul', 'istanbul']],
    ['ＡＢＣ ﬁnance', ['abc', 'finance']],
    ['com\u00adpany', ['company']],
    ['$1,234.5bn in FY2024', ['1', '234', '5', 'bn', 'in', '2024']],
    ['FY24 fy2023 FY245 2024', ['2024', '2023', 'fy', '245', '2024']],
    ['C, C++, c# and F#; a#b, A+', ['c', 'cplusplus', 'csharp', 'and', 'fsharp', 'a', 'b', 'a']],
    ['2024¹ m² ½', ['2024', '1', 'm', '2', '½']],
    ['東京2024年', ['东', '京', '2024', '年']],
    ['삼성전자는', ['삼', '성', '전', '자', '는']],
    ['ガ が', ['ガ', 'が']],
    ['コーヒー', ['コ', 'ー', 'ヒ', 'ー']],
    ['ราคา', ['ร', 'า', 'ค', 'า']],
    ['man\u0303ana', ['manana']],
    ['a\u0000b\ue000c', ['a', 'b', 'c']],
    ["Stripe's STRIPE'S Stripe’s Société’s", ['stripe', 'stripe', 'stripe', 'societe']],
    ["companies' 1990's business's", ['company', '1990', 'business']],
    ["'s x's's o'sullivan d’s’amber 東京's", ['s', 'x', 's', 'o', 'sullivan', 'd', 'amber', '东', '京']],
    ['❤️ 😀 — … \ud800', []],
    ['', []],
    [
      'companies Banks businesses TAXES batches caches cache movies movie résumés',
      ['company', 'bank', 'business', 'tax', 'batch', 'cach', 'cach', 'movy', 'movy', 'resume'],
    ],
    [
      'Ares news gas Paris business campus shoes 1990s fy24s компанияs',
      [
        'ares',
        'news',
        'gas',
        'paris',
        'business',
        'campus',
        'shoes',
        '1990',
        's',
        'fy',
        '24',
        's',
        'компанияs',
      ],
    ],
  ])('are parsed from %j', (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it('are the same for every Unicode form of accents', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('é', 'Å', 'ñ', 'й', 'ガ', 'x', ' ', '가')), (letters) => {
        const text = letters.join('');
        expect(texts(text.normalize('NFD'))).toEqual(texts(text.normalize('NFC')));
      }),
    );
  });

  it('have correct positions, contain only letters, digits and marks, and are never empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: character }), (text) => {
        let done = 0;
        for (const token of tokenize(text)) {
          expect(token.start).toBeGreaterThanOrEqual(done);
          expect(token.end).toBeGreaterThan(token.start);
          expect(token.text).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
          done = token.end;
        }
        expect(done).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 500 },
    );
  });

  it('cover every letter and digit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        let rest = text;
        for (const token of tokenize(text).toReversed())
          rest = rest.slice(0, token.start) + rest.slice(token.end);
        expect(rest).not.toMatch(/[\p{L}\p{N}]/u);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['2024', true],
    ['fy24', true],
    ['½', true],
    ['٢٠٢٤', true],
    ['amber', false],
  ])('report whether they contain a digit: %s', (token, expected) => {
    expect(hasDigit(token)).toBe(expected);
  });
});
