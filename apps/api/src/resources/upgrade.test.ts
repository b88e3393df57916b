import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPostgres, type Db } from '@dossier/store';
import { engines, migrateFurther } from '@dossier/store/testing';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { insertDocument, insertEvent, insertFiling, insertMetric, insertNews } from '../testing/fixtures.ts';
import { insertOneOfEach } from '../testing/one-of-each.ts';

const LISTS = [
  '/api/v1/filings?company_domain=acme.com&page_size=1',
  '/api/v1/filings?updated_at_gte=2025-12-25&updated_at_lte=2026-01-05&page_size=1',
  '/api/v1/news/company?company_domain=acme.com&news_type=all&page_size=1',
  '/api/v1/events?company_domain=acme.com&pagination=cursor&page_size=1',
  '/api/v1/metrics?company_domain=acme.com&page_size=1',
  '/api/v1/documents?company_domain=acme.com&page_size=1',
  '/api/v1/companies?mode=sync&updated_at_gte=2025-12-25&updated_at_lte=2026-01-05&page_size=1',
];
/** The tables of the migrations themselves. */
const OF_KNEX = ['migrations', 'migrations_lock', 'sqlite_sequence'];

type Rows = Record<string, Record<string, unknown>[]>;

async function rowsOf(db: Db, columns?: Record<string, string[]>): Promise<Rows> {
  const query = isPostgres(db)
    ? db('information_schema.tables').where({ table_schema: 'public', table_type: 'BASE TABLE' })
    : db('sqlite_master').where({ type: 'table' });
  const name = isPostgres(db) ? 'table_name' : 'name';
  const tables = columns ? Object.keys(columns) : ((await query.orderBy(name).pluck(name)) as string[]);
  const all: Rows = {};
  for (const table of tables.filter((each) => !OF_KNEX.includes(each))) {
    const rows: Record<string, unknown>[] = await db(table).select(columns?.[table] ?? '*');
    all[table] = rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return all;
}

describe.each(engines)('an upgrade of the schema on %s', (engine) => {
  let api: TestApi;
  /** What a client read before the upgrade, with the cursors that it has. */
  const lists: Awaited<ReturnType<typeof pagesOf>>[] = [];
  beforeAll(async () => {
    api = await startTestApi(engine);
    const { acme: company_id } = await insertOneOfEach(api);
    await insertFiling(api.db, { company_id });
    await insertNews(api.db, { company_id, importance: 'minor' });
    await insertEvent(api.db, { company_id, type: 'company_milestone' });
    await insertMetric(api.db, { company_id });
    await insertDocument(api.db, { slug: 'another' }, [{ company_id, relation: 'subject' }]);
    for (const address of LISTS) lists.push(await pagesOf(address));
  });
  afterAll(() => api.close());

  /** Returns the pages of a list, and the places of the following pages. */
  async function pagesOf(address: string): Promise<{ places: string[]; pages: unknown[] }> {
    const [places, pages]: [string[], unknown[]] = [[], []];
    for (let next: string | undefined | null = address; next;) {
      const { status, body } = await api.get(next);
      expect(status).toBe(200);
      places.push(next);
      const { pagination, ...page } = body;
      pages.push(page);
      next = pagination?.next_link ?? pagination?.next;
    }
    return { places, pages };
  }

  it('keeps every row with its id and times, and every cursor', async () => {
    const { db } = api;
    const before = await rowsOf(db);
    expect(before['companies']).toHaveLength(2);
    await migrateFurther(db, async (each) => {
      for (const name of ['news', 'news_history'])
        await each.schema.alterTable(name, (table) => table.integer('rank').notNullable().defaultTo(1));
      await each.schema.alterTable('documents', (table) => table.text('next'));
    });
    const columns = Object.fromEntries(
      Object.entries(before).map(([table, [row]]) => [table, row ? Object.keys(row) : []]),
    );
    expect(await rowsOf(db, columns)).toEqual(before);

    expect(lists.filter(({ pages }) => pages.length < 2)).toEqual([]);
    for (const { places, pages } of lists) {
      const again = [];
      for (const place of places) again.push((await api.get(place)).body);
      expect(again.map(({ pagination: _, ...page }) => page)).toEqual(pages);
    }
  });
});
