import { groupBy } from '@dossier/shared';
import type { LogEntry, Target } from './changes.ts';
import type { Trx } from '../sql/open.ts';
import {
  addStatements,
  changeStatements,
  deleteStatements,
  endStatements,
  moveStatements,
  type MovedStatement,
  type StatementChange,
  type StatementRow,
} from './statements.ts';
import { noteStatedBy } from './tally.ts';

/** A new statement. Its record may get its id from the same commit. */
export type NewStatement = Omit<StatementRow, 'id' | 'record_id'> & { record: Target };

/** What a transaction changes about statements. */
export interface StatementChanges {
  add?: NewStatement[];
  /** Columns to change, by the id of the statement. */
  change?: StatementChange[];
  move?: MovedStatement[];
  remove?: number[];
}

/** Writes statements. @param changes.ended deleted records, whose statements no longer count */
export async function writeStatements(
  trx: Trx,
  now: string,
  { add = [], change = [], move = [], remove = [], ended }: StatementChanges & { ended: LogEntry[] },
): Promise<void> {
  await addStatements(
    trx,
    add.map(({ record, ...row }) => ({ ...row, record_id: String(record.id) })),
  );
  await changeStatements(trx, change);
  await moveStatements(trx, move);
  await noteStatedBy(trx, remove);
  await deleteStatements(trx, remove);
  for (const [kind, some] of groupBy(ended, (each) => each.kind))
    await endStatements(
      trx,
      kind,
      some.map(({ record }) => String(record)),
      now,
    );
}
