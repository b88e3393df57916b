import type { z } from 'zod';
import type { Kind } from './kind.ts';
import type { CompanyReference } from './references.ts';
import type { Columns, RowOfCompany, RowRules } from './row-rules.ts';
import { noStatements } from './statements.ts';
import { upsertRows } from './upsert-rows.ts';

export type { ContentColumns } from './row-rules.ts';

/** Returns a kind whose records belong to companies. Its rules are pure: `upsertRows` reads and writes for them. */
export function rowKind<
  Schema extends z.ZodType<CompanyReference>,
  Row extends RowOfCompany,
  Derived extends keyof Columns<Row> = never,
>(kind: Omit<Kind<Schema>, 'upsert'>, rules: RowRules<z.output<Schema>, Row, Derived>): Kind<Schema> {
  return {
    ...kind,
    ...(rules.facts && { statedFacts: (record: unknown) => rules.facts!(record as z.output<Schema>) }),
    upsert: (trx, records, now, seenKeys, statements = noStatements) =>
      upsertRows(trx, kind, records, { now, seenKeys, statements }, rules),
  };
}
