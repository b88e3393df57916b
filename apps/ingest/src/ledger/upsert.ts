import type { Trx } from '@dossier/store';
import type { z } from 'zod';
import type { Kind } from '../kinds/kind.ts';
import type { Outcome, SeenKeys } from './outcome.ts';
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

/** How records are stored that do not belong to a company. */
const UPSERTS: Record<string, Upsert> = {
  company: upsertCompanies,
  category: upsertCategories,
  document: upsertDocuments,
};

/**
 * Stores a batch and its outbox rows in the writer's transaction, and returns the outcomes in the order of the records.
 * Reads stored rows with one statement per table, never one per record. `now` is the time of new and changed rows.
 * `statements` keeps what each record says and merges it with what other sources say.
 */
export function upsert<Schema extends z.ZodType>(
  trx: Trx,
  kind: Kind<Schema>,
  records: z.output<Schema>[],
  now: string,
  seenKeys: SeenKeys,
  statements: Statements = noStatements,
): Promise<Outcome[]> {
  const given = records as never[];
  if (kind.rules) return upsertRows(trx, kind, given, { now, seenKeys, statements }, kind.rules);
  if (kind.onlyCreates) return createCompanies(trx, given, now, statements);
  return UPSERTS[kind.name]!(trx, given, now, seenKeys, statements);
}
