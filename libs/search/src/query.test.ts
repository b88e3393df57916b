import { describe, expect, it } from '@jest/globals';
import { MAX_TERMS, parseQuery } from './query.ts';

const word = (...tokens: string[]) => ({ tokens, exact: false });
const exact = (...tokens: string[]) => ({ tokens, exact: true });

describe('a search query', () => {
  it.each([
    ['Private credit', [word('private'), word('credit')]],
    ['"Private credit" funds', [exact('private', 'credit'), word('fund')]],
    ['“Private credit” «funds»', [exact('private', 'credit'), exact('fund')]],
    ['e-commerce O’Reilly', [word('e', 'commerce'), word('o', 'reilly')]],
    ['revenue 2024 $3.5bn', [word('revenue'), exact('2024'), exact('3', '5bn')]],
    ['amber amber AMBER "amber"', [exact('amber')]],
    ['"half open', [word('half'), word('open')]],
    ['a"b c"d', [word('a'), exact('b', 'c'), word('d')]],
    ['NEAR(a b) title:x -y z*', [word('near', 'a'), word('b'), word('title', 'x'), word('y'), word('z')]],
    ['"" " " -- *', []],
  ])('is split into terms: %j', (text, expected) => {
    expect(parseQuery(text)).toEqual(expected);
  });

  it('is cut off after MAX_TERMS distinct terms', () => {
    const words = Array.from({ length: MAX_TERMS + 5 }, (_, index) => `w${index}`);
    const terms = parseQuery(['w0', 'w0', ...words].join(' '));
    expect(terms.map((term) => term.tokens[0])).toEqual(words.slice(0, MAX_TERMS));
  });
});
