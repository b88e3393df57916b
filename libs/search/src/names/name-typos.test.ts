import { expect, it } from '@jest/globals';
import { oneTypoAway } from './name-typos.ts';

it('keys one typo away differ in one letter of any place, never in a number', () => {
  const near = new Set(oneTypoAway('acme3'));
  for (const key of ['xcme3', 'cme3', 'aacme3', 'came3', 'acmex3', 'acm3'])
    expect([key, near.has(key)]).toEqual([key, true]);
  for (const key of ['acme', 'acme4', 'acm3e', 'acme3', 'xxme3'])
    expect([key, near.has(key)]).toEqual([key, false]);
  expect(oneTypoAway('acme𠀀').filter((each) => /\p{Cs}/u.test(each))).toEqual([]);
  expect([oneTypoAway('acme'), oneTypoAway('320193')]).toEqual([[], []]);
});
