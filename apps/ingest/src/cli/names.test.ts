import { expect, it } from '@jest/globals';
import { keyForm } from '../edits/find-record.ts';
import { kinds } from '../kinds/index.ts';
import { formatNames as readFormats } from '../readers/formats/index.ts';
import { formatNames, kindNames } from './names.ts';

it('the command line names every kind with its table and its key', () => {
  expect(kindNames).toEqual(
    kinds.map((kind) => ({
      ...{ name: kind.name, plural: kind.plural, key: keyForm(kind) },
      ...(!kind.storage.ofCompany && { isNumbered: true }),
    })),
  );
  expect(kinds.map(({ storage }) => storage.table)).toEqual(kindNames.map(({ plural }) => plural));
});

it('the command line names every format', () => {
  expect([...formatNames].sort()).toEqual([...readFormats].sort());
});
