import { expect, it } from '@jest/globals';
import { partsOf, recordTables } from '@dossier/store';
import { findKind, kinds } from './index.ts';

it.each(kinds)('the ledger has the tables of the kind $name', ({ name, storage }) => {
  const own = recordTables[name]!;
  expect([own.table, own.ofCompany ?? false]).toEqual([storage.table, storage.ofCompany]);
  const columns = Object.values(recordTables).flatMap((each) => [
    ...(each === own ? Object.entries(partsOf(each)) : []),
    ...Object.entries(each.refersTo ?? {}),
  ]);
  for (const { table, record, of } of storage.parts) {
    expect(columns).toContainEqual([table, record]);
    // Otherwise the ledger would not count the rows that the deletion of the other record deletes.
    if (of && table in own.parts) expect(columns).toContainEqual([table, of.by]);
  }
});

it('other records name only kinds that say how', () => {
  const named = kinds.flatMap(({ names }) => Object.values(names ?? {}));
  expect(named).not.toEqual([]);
  for (const name of named) expect(findKind(name)!.namedBy).toBeDefined();
});
