import { expect, it } from '@jest/globals';
import { describeVersion } from './tested-versions.ts';

it('compares whole numbers of a version with the tested ones', () => {
  const isTested = (version: string) => describeVersion('Meilisearch', version).isTested;
  expect(['1.21', '1.21.3', '1.210.0', '1.2', '1.22.0'].map(isTested)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(describeVersion('Postgres', '18.4')).toEqual({
    isTested: true,
    message: 'Postgres 18.4 was tested (tested: 14, 15, 16, 17, 18).',
  });
  expect(describeVersion('Postgres', '9.6').message).toMatch(/^Postgres 9\.6 was not tested \(tested: 14, /);
});
