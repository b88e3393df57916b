import { describe, expect, it } from '@jest/globals';
import { rankingStems } from './lookup.ts';
import { MAX_TERMS, parseQuery, type Term } from './query.ts';

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
    ['e-commerce O’Reilly', [commerce, term({ tokens: ['o', 'reilly'], joined: 'oreilly' })]],
    ['revenue 2024 $3.5bn', [word('revenue'), number('2024'), number('3500000000')]],
    ['US$50M-$60M', [number('50000000'), number('60000000')]],
    ['"of $50M" "in fiscal 2022"', [quoted('of', '50', 'm'), quoted('in', 'fiscal', '2022')]],
    ['50 million and 10K', [number('50000000'), number('10', 'k')]],
    ['fiscal year 2022 FY22 FY 2022', [term({ tokens: ['2022'], exact: true, times: 3 })]],
    ['amber amber AMBER "amber"', [term({ tokens: ['amber'], exact: true, quoted: true, times: 4 })]],
    ['"half open', [word('half'), word('open')]],
    ['a"b c"d', [quoted('b', 'c'), word('d')]],
    ['NEAR(a b) title:x y z*', [word('near', 'a'), word('b'), word('title', 'x'), word('y'), word('z')]],
    ['C, C++ and C#', [word('c'), word('cplusplus'), word('csharp')]],
    ['"" " " -- *', []],
  ])('is split into terms: %j', (text, expected) => {
    expect(parseQuery(text).terms).toEqual(expected);
  });

  it('excludes words and phrases after a minus, but no numbers and no parts of words', () => {
    const { terms, excluded, name } = parseQuery('e-commerce -retail -"private credit" -5 - fund');
    expect(terms.map(({ tokens }) => tokens.join(' '))).toEqual(['e commerce', '5', 'fund']);
    expect(excluded).toEqual([['retail'], ['private', 'credit']]);
    expect(parseQuery(`acme ${'-retail '.repeat(32)}-bank`).excluded).toEqual([['retail'], ['bank']]);
    expect(name).toBeUndefined();
    expect(parseQuery('-retail').terms).toEqual([]);
  });

  it('counts a repeated word a few times, however often a pasted text has it', () => {
    const { terms } = parseQuery('amber '.repeat(300) + 'ambers cobalt');
    expect([...rankingStems(terms)]).toEqual([
      ['amber', 8],
      ['cobalt', 1],
    ]);
  });

  it.each([
    ['Who founded Acme?', ['founded', 'acme']],
    ['what is the cost of "the amber"', ['cost', 'the amber']],
    ["What's in it for us", ['what', 'in', 'it', 'for', 'us']],
    ['who is who', ['who', 'is']],
    ['amber of those', ['amber', 'those']],
    ['amber of us', ['amber']],
    ['companies of Stockholm', ['stockholm']],
    ['the company', ['the', 'company']],
  ])('needs no words in an entry that say nothing about it: %s', (text, expected) => {
    expect(parseQuery(text).terms.map(({ tokens }) => tokens.join(' '))).toEqual(expected);
  });

  it('ranks by the words of a chunk and by the chunk in one word, without stop words', () => {
    const ranking = (text: string) => [...rankingStems(parseQuery(text).terms).keys()];
    expect(ranking('a no-confidence motion')).toEqual(['confid', 'noconfid', 'motion']);
    expect(ranking('the "house of lords"')).toEqual(['hous', 'of', 'lord']);
    expect(ranking('to be or not')).toEqual(['to', 'be', 'or', 'not']);
  });

  it('is cut off after MAX_TERMS distinct terms', () => {
    const words = Array.from({ length: MAX_TERMS + 5 }, (_, index) => 'w'.repeat(index + 1));
    const { terms } = parseQuery(['w', 'w', ...words].join(' '));
    expect(terms.map(({ tokens }) => tokens[0])).toEqual(words.slice(0, MAX_TERMS));
  });
});
