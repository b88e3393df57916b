import { expect, it } from '@jest/globals';
import { forbiddenLicences, lockedPackages } from './licences.ts';

it('every package of the product has a licence that is allowed', () => {
  expect(forbiddenLicences(lockedPackages())).toEqual([]);
});

it('finds a forbidden licence among choices and combinations', () => {
  const packages = {
    'libs/store': { license: 'GPL-3.0' },
    'node_modules/a': { license: 'GPL-3.0' },
    'node_modules/b': { license: '(MIT OR GPL-3.0)' },
    'node_modules/c': { license: 'MIT AND GPL-3.0' },
    'node_modules/d/node_modules/e': {},
    'node_modules/f': { license: 'GPL-3.0', dev: true },
  };
  expect(forbiddenLicences(packages)).toEqual(['a: GPL-3.0', 'c: MIT AND GPL-3.0', 'e: no licence']);
});
