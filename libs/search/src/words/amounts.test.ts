import { describe, expect, it } from '@jest/globals';
import { amountsIn, formsOfAmount, writeAmounts } from './amounts.ts';

describe('amounts', () => {
  it.each([
    ['$50M', ['50000000']],
    ['50 million', ['50000000']],
    ['50m', ['50000000']],
    ['a $50-million round', ['50000000']],
    ['50,000,000 dollars.', ['50000000']],
    ['$1,234.5bn and €3.5 billion', ['1234500000000', '3500000000']],
    ['$10K, but Form 10K and 10-K', ['10000']],
    ['2024, 10, 3.5, 5G, v1.2m', []],
    ['1,234.5 units', ['1234.5']],
  ])('of %j are %j', (text, expected) => {
    expect(amountsIn(text)).toEqual(expected);
  });

  it('are written in digits in a query', () => {
    const words = writeAmounts('raised US$50M-€60M in 2022').split(/ +/);
    expect(words).toEqual(['raised', 'US$', '50000000', '€', '60000000', 'in', '2022']);
  });

  it('are highlighted as texts write them', () => {
    const forms = formsOfAmount('3500000000').map((form) => form.join(' '));
    expect(forms).toEqual(
      expect.arrayContaining(['3500000000', '3 500 000 000', '3 5 bn', '3 5 billion', '3500 m']),
    );
  });
});
