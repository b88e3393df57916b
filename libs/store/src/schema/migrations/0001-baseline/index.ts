import type { Knex } from 'knex';
import { createAccess } from './access.ts';
import { createCompanies } from './companies.ts';
import { createCounts } from './counts.ts';
import { createDocuments } from './documents.ts';
import { createFacts } from './facts.ts';
import { createHistory } from './history.ts';
import { createIngest } from './ingest.ts';
import { createLedger } from './ledger.ts';

/** Creates all tables. */
export async function up(db: Knex): Promise<void> {
  await createLedger(db);
  await createCompanies(db);
  await createDocuments(db);
  await createFacts(db);
  await createIngest(db);
  await createAccess(db);
  await createHistory(db);
  await createCounts(db);
}
