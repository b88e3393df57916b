import type { Db } from '@dossier/store';

/** Every table that ingest writes, but for the writer's clock. */
const TABLES = [
  'companies',
  'company_domains',
  'company_financials',
  'company_listings',
  'categories',
  'company_categories',
  'datasets',
  'documents',
  'document_bodies',
  'document_companies',
  'document_categories',
  'filings',
  'outbox',
];

/** All rows of all tables as JSON text, sorted: equal texts are equal databases. */
export async function dump(db: Db, without: string[] = []): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows = (await db(table)) as Record<string, unknown>[];
    const kept = rows.map((row) => Object.entries(row).filter(([column]) => !without.includes(column)));
    tables[table] = kept.map((entries) => JSON.stringify(Object.fromEntries(entries))).sort();
  }
  return tables;
}
