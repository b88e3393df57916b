import { expect, it } from '@jest/globals';
import { companyFields } from '../../fields/references.ts';
import { stripped } from './content.ts';

it('a statement has no field that names a company or a source', () => {
  const names = Object.fromEntries(Object.keys(companyFields).map((name) => [name, 'x']));
  expect(stripped({ ...names, headline: 'Acme', only_new: true })).toEqual({ headline: 'Acme' });
});
