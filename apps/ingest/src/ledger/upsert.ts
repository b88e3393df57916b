import type { Trx } from '@dossier/store';
import type { z } from 'zod';
import type { Kind } from '../kinds/kind.ts';
import type { RowRules } from '../kinds/row-rules.ts';
import type { Outcome } from './outcome.ts';
import type { SeenKeys } from './seen-keys.ts';
import { upsertCategories } from './categories/upsert.ts';
import { createCompanies } from './companies/create.ts';
import { upsertCompanies } from './companies/upsert.ts';
import { upsertDocuments } from './documents/upsert.ts';
import { noStatements, type Statements } from './statements/statements.ts';
import { upsertRows } from './upsert-rows.ts';

type Upsert = (
  trx: Trx,
  records: never[],
  now: string,
  seenKeys: SeenKeys,
  statements: Statements,
) => Promise<Outcome[]>;

const UPSERTS: Record<Exclude<Kind['rules'], RowRules>, Upsert> = {
  companies: upsertCompanies,
  categories: upsertCategories,
  documents: upsertDocuments,
};

/**
 * Stores a batch and its outbox rows in the writer's transaction, and returns the outcomes in the order of the records.
 * Reads stored rows with one statement per table, never one per record. `now` is the time of new and changed rows.
 * `statements` keeps what each record says and merges it with what other sources say.
 * @param ids the id of each record, if it is stored or was: it is not mistaken for another with the same natural key
 */
export function upsert<Schema extends z.ZodType>(
  trx: Trx,
  kind: Kind<Schema>,
  records: z.output<Schema>[],
  now: string,
  seenKeys: SeenKeys,
  statements: Statements = noStatements,
  ids?: string[],
): Promise<Outcome[]> {
  const given = records as never[];
  const { rules, onlyCreates } = kind;
  if (typeof rules === 'object')
    return upsertRows(trx, kind, given, { now, seenKeys, statements, ids }, rules);
  if (onlyCreates) return createCompanies(trx, given, now, statements);
  return UPSERTS[rules](trx, given, now, seenKeys, statements);
}
