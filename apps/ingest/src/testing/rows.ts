import type { Db } from '@dossier/store';

/** Every table that ingest writes, except the writer's clock. */
const TABLES = [
  'companies',
  'company_domains',
  'company_names',
  'company_financials',
  'company_listings',
  'categories',
  'company_categories',
  'datasets',
  'documents',
  'document_bodies',
  'document_companies',
  'document_categories',
  'assets',
  'filings',
  'events',
  'news',
  'metrics',
  'metric_citations',
  'deletions',
  'outbox',
];

/** Writes all rows of all tables as sorted JSON text. Equal texts mean equal databases. */
export async function dump(db: Db): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows: object[] = await db(table);
    tables[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return tables;
}
