import type { ChangeKind } from '@dossier/shared';
import { LISTS } from '../ledger/counts/lists.ts';
import { partsOf, recordTables } from '../ledger/record-tables.ts';
import type { Condition } from '../sql/filters.ts';

const ofRecords = Object.entries(recordTables).flatMap(([kind, record]) =>
  [record.table, ...Object.keys(partsOf(record))].map((table) => [table, kind as ChangeKind] as const),
);

/** Returns the kinds of records whose changes may change the rows of a table. @throws if it contains no records */
export function kindsOfTable(table: string): ChangeKind[] {
  const made = LISTS.filter((list) => list.table === table).flatMap(({ sources }) => Object.keys(sources));
  const kinds = ofRecords.filter(([name]) => name === table || made.includes(name)).map(([, kind]) => kind);
  if (kinds.length === 0) throw new Error(`No change of a record changes the table ${table}`);
  return [...new Set(kinds)];
}

/** A table, and a comma if another table follows. A function such as `json_each` is no table. */
const TABLE = /\b(?:from|join)\s+"?(\w+)"?(?!\w*\()(?:\s+as\s+\w+)?\s*(,)?/gi;

/**
 * Returns the kinds of records that filters read besides the rows of their list, from their SQL: a filter cannot omit one.
 * @throws for a table without records, because the change log does not show when such a filter keeps other rows
 */
export function kindsRead(where: readonly Condition[]): ChangeKind[] {
  const tables = where.flatMap(({ sql, unindexed, list }) =>
    [...[sql, unindexed, list].join(' ').matchAll(TABLE)].map(([text, table, comma]) => {
      if (comma) throw new Error(`Write "join" instead of the comma in "${text}"`);
      return table!;
    }),
  );
  return [...new Set(tables.flatMap(kindsOfTable))];
}
