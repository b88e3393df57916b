import { describe, expect, it } from '@jest/globals';
import { character } from '@dossier/shared/testing/text';
import fc from 'fast-check';
import type { SearchDocument } from '../../search-engine.ts';
import { entry, QUERIES, type Bench } from './bench.ts';

/** Names of many kinds: common words, one letter, numbers, signs, legal forms, several words, other scripts. */
const NAMES = [
  ...['Notion', 'Square', 'Apple', 'Monday', 'Scale', 'Bud', 'Target', 'Block', 'Nvidia', 'Klarna', 'Airbnb'],
  ...['X', '3M', '23andMe', '8x8', '1010data', 'C++ Alliance', 'AT&T', "Levi's", 'Toys "R" Us', 'Yahoo!'],
  ...['T-Mobile', 'monday.com', 'A.P. Moller', 'Ørsted A/S', 'Société Générale', 'L’Oréal', 'iRobot', 'eBay'],
  ...['Stripe, Inc.', 'Monzo Bank Ltd', 'Bank of America', 'The Home Depot', 'Johnson & Johnson', 'Open AI'],
  ...['Яндекс', 'トヨタ', '腾讯控股', 'Zora e-Commerce', 'Disney+'],
];

/** What people ask about a company. */
const FORMS: ((name: string) => string)[] = [
  ...[
    'pricing',
    'competitors',
    'chief executive',
    'revenue 2023',
    'valuation history',
    'headcount growth',
  ].map((topic) => (name: string) => `${name} ${topic}`),
  ...['what is % worth', 'who founded %?', 'news about %', 'how much has % raised', 'tell me about %'].map(
    (form) => (name: string) => form.replace('%', () => name),
  ),
  (name) => `${name}’s business model`,
  (name) => `${name} vs Zirconia Works`,
];

const WORDS =
  'pricing competitors chief executive revenue valuation history growth news business model worth'.split(' ');

/** The long form of the campaign `search` asks for every name in every form, the short one for every name and every form. */
const isLong = QUERIES > 1_000;

/** Queries with signs, operators, control characters and halves of characters, in many scripts, and very long ones. */
const HOSTILE = [
  ...['"', '""', '"!?."', '“Apple', '„', "'", '(((', '\\', '\\"', '`', '*', 'appl*', '^', ':', '%', '{}'],
  ...['-', '--', '-Apple', '-"Apple', '-""', '- -', '−Apple', '-Apple -Klarna', '"-Apple"', '-🦄'],
  ...['AND', 'OR', 'NOT', 'NEAR(a b, 5)', 'a AND NOT b', 'key = "about"', 'type IN [company]', '[]'],
  ...["'; DROP TABLE entry;--", '<em>Apple</em>', '&amp;', '${x}', '../../', 'null', 'NaN', '1e999', '½'],
  ...['\u0000', '\u0000\u0007Bud', '\u200b', '\ufeffApple', '\u202eelppA', '\ufffe', '\ue000', '0s0appl'],
  ...[
    '\ud800',
    '\udc00Apple',
    'App\ud83dle',
    '\ud83e\ud83e\udd84',
    'Ap\u0300\u0301ple',
    'e\u0301'.repeat(40),
  ],
  ...['漢字かな', '腾讯控股有限公司', 'トヨタ自動車株式会社', '삼성전자', 'บริษัท ปตท', 'شركة أرامكو السعودية'],
  ...[
    'الـــنـــفـــط',
    'חברת טבע',
    'Компания',
    'ΟΤΕ',
    'भारतीय',
    'ｆｕｌｌ ｗｉｄｔｈ',
    'ﬁnance',
    '²⁰²³',
    '0u61',
  ],
  ...['🦄', '🏳️‍🌈 Apple', '👩‍👩‍👧‍👦'.repeat(20), 'a'.repeat(600), '1'.repeat(600), '漢'.repeat(300)],
  ...['a ', '"a" ', '-a ', '- ', '10-K ', '漢 '].map((piece) => piece.repeat(300)),
  ...['word', '', '-x', '漢'].map((stem) => Array.from({ length: 2_000 }, (_, i) => `${stem}${i}`).join(' ')),
];

/** Tests that a company's name is found inside a query, and that no query is an error. */
export function describeAbout(bench: Bench): void {
  const { put, search } = bench;

  const company = (name: string, place: number): SearchDocument =>
    entry({
      id: `c${place}`,
      type: 'company',
      names: [name],
      aliases: [`TK${place}`],
      title: name,
      text: 'Makes things for other companies.',
    });
  const noise = Array.from({ length: 60 }, (_, i) =>
    entry({
      title: `Report ${i} on ${WORDS[i % WORDS.length]!}`,
      text: `The ${WORDS.join(' and ')} of companies in 2023, who founded them, how much they raised.`,
    }),
  );

  describe('a company that a query is about', () => {
    it('comes first among companies and in the first ten results, whatever its name and the query', async () => {
      const companies = [...NAMES, 'Zirconia Works'].map(company);
      await put(...companies, ...noise);
      const wrong: string[] = [];
      for (const [place, name] of NAMES.entries()) {
        for (const ask of FORMS.filter((_, form) => isLong || (form + place) % FORMS.length === 0)) {
          for (const text of new Set([ask(name), ask(name.toLowerCase())])) {
            const { results } = await search({ text, limit: 10 });
            const found = results.filter(({ type }) => type === 'company').map(({ title }) => title);
            // A comparison is about both.
            const first = text.includes(' vs ') ? found.slice(0, 2) : found.slice(0, 1);
            if (!first.includes(name)) wrong.push(`${text}: ${found.slice(0, 2).join(', ')} (${place})`);
          }
        }
      }
      expect(wrong).toEqual([]);
    });

    it('finds the texts that write its name, if the query writes its ticker', async () => {
      await put(
        { ...company('Loral Power Assembly, Inc.', 1), aliases: ['LPA'] },
        entry({
          id: 'loss',
          title: 'A year',
          text: 'Loral Power Assembly lost three dollars per share in 2024.',
        }),
        entry({ title: 'Tickers', text: 'LPA, TKA and TKB.' }),
        ...noise,
      );
      const { results } = await search({ text: 'what did LPA lose per share in 2024', limit: 5 });
      expect(results.find(({ type }) => type === 'document')?.title).toBe('A year');
    });
  });

  describe('queries of any kind', () => {
    it(
      'are never an error',
      async () => {
        await put(...NAMES.map(company), ...noise.slice(0, 10));
        const name = fc.constantFrom(...NAMES, 'Bland AI');
        const typed = fc.oneof(
          name.map((each) => each.replace(/\s/g, '')),
          fc.tuple(name, name).map(([a, b]) => (a + b).replace(/\s/g, '').toLowerCase()),
          fc.tuple(name, fc.constantFrom(...FORMS)).map(([each, ask]) => ask(each)),
          fc.string({ unit: character, maxLength: 30 }),
          fc.string({ unit: 'grapheme', maxLength: 30 }),
          fc.constantFrom(...HOSTILE),
        );
        const texts = fc.sample(
          fc.tuple(typed, typed).map(([a, b]) => `${a} ${b}`),
          { numRuns: QUERIES, seed: 7 },
        );
        for (const text of [...texts, ...HOSTILE, ...NAMES.map((each) => each.replace(/\s/g, ''))]) {
          const { total, results } = await search({ text, limit: 5 }).catch((error: unknown) => {
            throw new Error(`The query ${JSON.stringify(text)} failed`, { cause: error });
          });
          expect(results).toHaveLength(Math.min(5, total));
        }
      },
      Math.max(600_000, 500 * QUERIES),
    );
  });
}
