import { commit, repeatedStatements, runOf, type RepeatedStatement, type Trx } from '@dossier/store';
import type { Place } from '../../rows/types.ts';
import type { Kind } from '../../kinds/kind.ts';
import { columnsOfRepeated } from './versions.ts';
import type { RecordId } from '../../stored/storage.ts';

/** A row that repeats the last statement about a record, which it leaves unchanged. */
export interface RepeatedRow {
  id: RecordId;
  statement: RepeatedStatement;
}

/**
 * Finds the rows that repeat statements of earlier runs and change nothing, with one query. If several rows are about one
 * record, it finds only the first.
 * @param rows rows of the kind, in order
 */
export async function repeatedRows<Hashed extends { hash: string }>(
  trx: Trx,
  { name, storage: { table, ofCompany } }: Kind,
  rows: Hashed[],
): Promise<Map<Hashed, RepeatedRow>> {
  const hashes = [...new Set(rows.map(({ hash }) => hash))];
  const open = new Map<string, RepeatedStatement | undefined>();
  for (const statement of await repeatedStatements(trx, { name, table, ofCompany }, hashes)) {
    const hash = statement.row_hash!;
    // If two records have it, only reading the row shows which one it is about.
    open.set(hash, open.has(hash) ? undefined : statement);
  }
  const found = new Map<Hashed, RepeatedRow>();
  for (const row of rows) {
    const statement = open.get(row.hash);
    open.delete(row.hash);
    if (statement)
      found.set(row, { id: ofCompany ? statement.record_id : Number(statement.record_id), statement });
  }
  return found;
}

/** Updates the run, file, line and time of the statements that rows repeat. */
export const repeatStatements = (trx: Trx, rows: Map<Place, RepeatedRow>, now: string): Promise<void> => {
  const run = runOf(trx);
  const change = [...rows].map(([place, { statement }]) => columnsOfRepeated(statement, place, run, now));
  return commit(trx, now, { statements: { change } });
};
