import { expect, it } from '@jest/globals';
import { recentKeys } from './verify.ts';

it('remembers the last keys and forgets much earlier ones', () => {
  const { isNew } = recentKeys(2);
  const asked = ['a', 'b', 'a', 'c', 'b', 'd', 'c', 'a'].map((key) => `${key} ${isNew(key)}`);
  expect(asked).toEqual(['a true', 'b true', 'a false', 'c true', 'b false', 'd true', 'c false', 'a true']);
});
