import { expect, it } from '@jest/globals';
import { flat } from './view-judged.ts';

it('shows each text of a list apart, and no entry for an empty list', () => {
  const record = { domain: null, data: { names: ['Acme, Inc', 'Bolt'], aliases: [], founding_year: 1999 } };
  const shown = flat(record).map(([name, { text }]) => [name, text]);
  expect(shown).toEqual([
    ['data.names', '<bdi>Acme, Inc; Bolt</bdi>'],
    ['data.founding_year', '<bdi>1999</bdi>'],
  ]);
});
