import { describe, expect, it } from '@jest/globals';
import { stemsOf } from './lookup.ts';
import { MAX_TERMS, readQuestion, type Term } from './query.ts';

const term = (given: Partial<Term> & { tokens: string[] }): Term => ({
  exact: false,
  quoted: false,
  times: 1,
  ...given,
});
const word = (...tokens: string[]) => term({ tokens });
const number = (...tokens: string[]) => term({ tokens, exact: true });
const quoted = (...tokens: string[]) => term({ tokens, exact: true, quoted: true });
const commerce = term({ tokens: ['e', 'commerce'], joined: 'ecommerce' });

describe('a search query', () => {
  it.each([
    ['Private credit', [word('private'), word('credit')]],
    ['"Private credit" funds', [quoted('private', 'credit'), word('fund')]],
    ['“Private credit” «funds»', [quoted('private', 'credit'), quoted('fund')]],
    ['e-commerce O’Reilly', [commerce, word('o', 'reilly')]],
    ['revenue 2024 $3.5bn', [word('revenue'), number('2024'), number('3500000000')]],
    ['50 million and 10K', [number('50000000'), word('and'), number('10k')]],
    ['fiscal year 2022 FY22 FY 2022', [term({ tokens: ['2022'], exact: true, times: 3 })]],
    ['amber amber AMBER "amber"', [term({ tokens: ['amber'], exact: true, quoted: true, times: 4 })]],
    ['"half open', [word('half'), word('open')]],
    ['a"b c"d', [word('a'), quoted('b', 'c'), word('d')]],
    ['NEAR(a b) title:x y z*', [word('near', 'a'), word('b'), word('title', 'x'), word('y'), word('z')]],
    ['C, C++ and C#', [word('c'), word('cplusplus'), word('and'), word('csharp')]],
    ['"" " " -- *', []],
  ])('is split into terms: %j', (text, expected) => {
    expect(readQuestion(text).terms).toEqual(expected);
  });

  it('excludes words and phrases after a minus, but no numbers and no parts of words', () => {
    const { terms, excluded, name } = readQuestion('e-commerce -retail -"private credit" -5 - fund');
    expect(terms.map(({ tokens }) => tokens.join(' '))).toEqual(['e commerce', '5', 'fund']);
    expect(excluded).toEqual([['retail'], ['private', 'credit']]);
    expect(name).toBeUndefined();
    expect(readQuestion('-retail').terms).toEqual([]);
  });

  it('counts a repeated word a few times, however often a pasted text has it', () => {
    const { terms } = readQuestion('amber '.repeat(300) + 'ambers cobalt');
    const lookups = terms.map((term) => ({ ...term, alternatives: [term.tokens] }));
    expect([...stemsOf(lookups)]).toEqual([
      ['amber', 8],
      ['cobalt', 1],
    ]);
  });

  it('is cut off after MAX_TERMS distinct terms', () => {
    const words = Array.from({ length: MAX_TERMS + 5 }, (_, index) => `w${index}`);
    const { terms } = readQuestion(['w0', 'w0', ...words].join(' '));
    expect(terms.map(({ tokens }) => tokens[0])).toEqual(words.slice(0, MAX_TERMS));
  });
});
