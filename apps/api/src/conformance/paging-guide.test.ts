import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openApiDocument, operationsOf } from '../openapi/index.ts';
import { routes } from '../routes.ts';
import { PUBLIC_URL, startTestApi, type TestApi } from '../testing/api.ts';
import { insertChanges } from '../testing/fixtures.ts';
import { insertVariedRows, ROWS } from '../testing/varied-rows.ts';

const GUIDE = join(import.meta.dirname, '../../../../docs/partners/paging.md');
const program = /```js\n(.*?)```/s.exec(readFileSync(GUIDE, 'utf8'))![1]!;
type Items = (url: string, name: string) => AsyncGenerator<unknown>;

/** A small page of each list, the name of its items, and the table whose rows it lists. */
const lists: [path: string, query: string, name: string, table: string][] = [
  [
    '/api/v1/companies/rankings/',
    'limit=4&page_after=Start',
    'companies',
    "ranked where name = 'latest_estimated_valuation'",
  ],
  [
    '/api/v1/companies/',
    'mode=sync&sources=listings&page_size=4&updated_at_gte=2026-01-10&updated_at_lte=2026-01-24',
    'companies',
    "companies where updated_at >= '2026-01-10' and updated_at < '2026-01-25'",
  ],
  ['/api/v1/search/companies/', 'page_size=7', 'companies', 'companies'],
  ['/api/v1/documents', 'page_size=7', 'documents', 'documents'],
  ['/api/v1/filings/', 'page_size=7&company_id=12', 'filings', 'filings where company_id = 12'],
  ['/api/v1/metrics/', 'page_size=7&company_id=12', 'metrics', 'metrics where company_id = 12'],
  [
    '/api/v1/news/company/',
    'page_size=7&company_id=12&news_type=all',
    'company_news',
    'news where company_id = 12',
  ],
  [
    '/api/v1/categories/{category_slug}/items/',
    'limit=7',
    'items',
    'company_categories where category_id = 1',
  ],
  ['/api/v1/events/', 'page_size=7', 'events', 'events'],
  ['/api/v1/events/', 'page_size=7&pagination=cursor', 'events', 'events'],
  ['/api/v1/changes/', 'limit=7', 'changes', 'changes'],
];

it('the program of the paging guide is tested with every list', () => {
  const paged = operationsOf(openApiDocument(routes, PUBLIC_URL)).filter(
    ({ method, operation }) =>
      method === 'GET' && JSON.stringify(operation.responses['200'] ?? {}).includes('"pagination":'),
  );
  expect(new Set(paged.map(({ path }) => path))).toEqual(new Set(lists.map(([path]) => path)));
});

describe('the program of the paging guide', () => {
  let api: TestApi;
  let items: Items;
  beforeAll(async () => {
    api = await startTestApi('sqlite');
    await insertVariedRows(api.db);
    await insertChanges(
      api.db,
      Array.from({ length: ROWS }, (_, record) => ({ kind: 'news', record: String(record), key: ['a'] })),
    );
    const fetchWithKey = (address: string) =>
      fetch(address.replace(PUBLIC_URL, api.url), { headers: { authorization: `Token ${api.key}` } });
    items = compileFunction(`${program}; return items;`, ['fetch'])(fetchWithKey) as Items;
  });
  afterAll(() => api.close());

  it.each(lists)('reads each item of %s?%s once', async (path, query, name, table) => {
    const address = `${PUBLIC_URL}${path.replace('{category_slug}', 'payments')}?${query}`;
    const read: string[] = [];
    for await (const item of items(address, name)) {
      read.push(JSON.stringify(item));
      if (read.length > 10 * ROWS) throw new Error('The program does not end.');
    }
    expect(new Set(read).size).toBe(read.length);
    expect(read.length).toBeGreaterThan(7);
    const [row] = await api.db.from(api.db.raw(table)).count<{ n: number }[]>({ n: '*' });
    expect(read).toHaveLength(Number(row!.n));
  });
});
