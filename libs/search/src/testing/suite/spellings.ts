import { describe, expect, it } from '@jest/globals';
import { entry, type Bench } from './bench.ts';

/** Tests that spellings of one thing find each other. */
export function describeSpellings(bench: Bench): void {
  const { put, ids } = bench;

  describe('spellings', () => {
    it.each([
      ['1,234.5', '1234.5'],
      ['$1,234.5', '1234.5'],
      ['12,345', '12345'],
      ['GPT-4', 'gpt4'],
      ['GPT 4', 'gpt-4'],
      ["Levi's", 'levis'],
      ['Levi’s', 'Levis'],
      ['AT&T', 'att'],
      ['e-commerce', 'ecommerce'],
      ['U.S.', 'us'],
      ['3.5%', '3.5 %'],
      ['café', 'cafe'],
      ['naïve', 'naive'],
      ['FY2022', '2022'],
      ['Straße', 'strasse'],
    ])('%s and %s find each other in texts', async (one, other) => {
      await put(
        entry({ id: 'one', text: `On ${one} and more.` }),
        entry({ id: 'other', text: `On ${other} and more.` }),
        entry({ text: 'On 1,235.5, GPT-5, Lewis, e-mail and more of 2021.' }),
      );
      for (const text of [one, other]) {
        expect([text, (await ids(text)).sort()]).toEqual([text, ['one', 'other']]);
      }
    });
  });
}
