import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { companySource } from '@dossier/shared';
import type { Db } from '@dossier/store';
import { startTestApi, type TestApi } from './api.ts';
import { insertOneOfEach } from './one-of-each.ts';

/** Tables with these columns, except for those of former rows. */
async function tablesWith(db: Db, columns: string[]): Promise<string[]> {
  const tables = await db<{ name: string; type: string }>('sqlite_master')
    .where({ type: 'table' })
    .whereNot('name', 'like', '%_history')
    .pluck('name');
  const kept = await Promise.all(
    tables.map(async (name: string) => {
      const info = await db(name).columnInfo();
      return columns.every((column) => column in info) ? [name] : [];
    }),
  );
  return kept.flat();
}

describe('the tables of a company', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi('sqlite');
    await insertOneOfEach(api);
  });
  afterAll(() => api.close());

  it('are all filled by the fixtures', async () => {
    const tables = await tablesWith(api.db, ['company_id']);
    const counts = await Promise.all(
      tables.map((name) => api.db(name).count({ n: '*' }).first<{ n: number }>()),
    );
    expect(tables).toContain('filings');
    // A new database has no deletions and merges, and only ingest reads names, external ids and matches. Deliveries of
    // webhooks name the company of their changes, and end with the webhook.
    const empty = tables.filter((_, index) => counts[index]!.n === 0);
    expect(empty.sort()).toEqual([
      'company_aliases',
      'company_external_ids',
      'company_matches',
      'company_merges',
      'company_names',
      'deletions',
      'webhook_deliveries',
    ]);
  });

  it('are all covered by mode=sync if their rows change', async () => {
    const tables = await tablesWith(api.db, ['company_id', 'updated_at']);
    // Documents belong to several companies; listings change with the company itself, and citations with their metric.
    const own = tables.filter((name) => name !== 'metric_citations');
    expect([...own, 'documents', 'listings'].sort()).toEqual([...companySource.options].sort());
  });
});
