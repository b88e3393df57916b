import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import { PUBLIC_URL, startTestApi, type TestApi } from '../testing/api.ts';
import { insertCompany, insertDocument, insertEvent, insertMetric, insertNews } from '../testing/fixtures.ts';

const HOUR_MS = 3_600_000;
/** More rows of a window than a page has. */
const CHANGED = 8;
const PAGE_SIZE = 3;
const LISTS = [
  { table: 'documents', path: '/api/v1/documents?', items: 'documents', id: 'id' },
  { table: 'news', path: '/api/v1/news/company/?news_type=all&', items: 'company_news', id: 'id' },
  { table: 'events', path: '/api/v1/events/?pagination=cursor&', items: 'events', id: 'event_id' },
  { table: 'metrics', path: '/api/v1/metrics/?', items: 'metrics', id: 'metric_id' },
] as const;

describe.each(engines)('windows of updated_at on %s', (engine) => {
  let api: TestApi;
  const start = Date.now() - 24 * HOUR_MS;
  const at = (hours: number) => new Date(start + hours * HOUR_MS).toISOString();
  const rows: Record<string, string[]> = {};
  beforeAll(async () => {
    api = await startTestApi(engine);
    const { db } = api;
    const company_id = await insertCompany(db, { domain: 'acme.com', updated_at: at(-100) });
    for (const { table } of LISTS) rows[table] = [];
    for (let i = 0; i < CHANGED + 2; i++) {
      // Two rows are older than the first window.
      const updated_at = at(i < 2 ? -10 : i);
      const name = `Row ${i}`;
      const ids = [
        await insertDocument(db, { slug: `row-${i}`, updated_at }),
        await insertNews(db, { company_id, headline: name, updated_at }),
        await insertEvent(db, { company_id, type: 'funding_round', name, updated_at }),
        await insertMetric(db, { company_id, end_date: `2026-01-${10 + i}`, updated_at }),
      ];
      if (i >= 2) LISTS.forEach(({ table }, place) => rows[table]!.push(String(ids[place])));
    }
  });
  afterAll(() => api.close());

  /** Reads all pages of a window of each list, and returns the ids by table. */
  async function sync(from: string, to: string): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for (const { table, path, items, id } of LISTS) {
      found[table] = [];
      const window = `updated_at_gte=${from}&updated_at_lte=${to}&page_size=${PAGE_SIZE}`;
      for (let next: string | null = path + window; next !== null;) {
        const { status, body } = await api.get(next);
        expect([next, status]).toEqual([next, 200]);
        found[table].push(...body[items].map((item: Record<string, unknown>) => String(item[id])));
        next = body.pagination.next_link?.replace(PUBLIC_URL, '') ?? null;
      }
    }
    return found;
  }
  const sorted = (found: Record<string, string[]>) =>
    Object.fromEntries(
      Object.entries(found).map(([table, ids]) => [
        table,
        ids.map((id) => id.replace(/^(fr|st|ca|cm)_/, '')).sort(),
      ]),
    );

  it('return every change of 24 hours once in cursor pages [R-SYNC-01]', async () => {
    expect(sorted(await sync(at(0), at(24)))).toEqual(sorted(rows));
  });

  it('return nothing new in the next window, and then only what has changed [R-SYNC-02]', async () => {
    const none = Object.fromEntries(LISTS.map(({ table }) => [table, []]));
    expect(await sync(at(20), at(24))).toEqual(none);
    const changed: Record<string, string[]> = {};
    for (const { table } of LISTS) {
      changed[table] = [rows[table]![0]!];
      const id = table === 'events' ? rows[table]![0]!.replace(/^(fr|st|ca|cm)_/, '') : rows[table]![0]!;
      await api
        .db(table)
        .where({ id })
        .update({ updated_at: at(22) });
    }
    expect(sorted(await sync(at(20), at(24)))).toEqual(sorted(changed));
  });
});
