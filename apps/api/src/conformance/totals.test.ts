import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import { exampleOf } from '../openapi/examples.ts';
import { openApiDocument, operationsOf, type Schema } from '../openapi/index.ts';
import { routes } from '../routes.ts';
import { PUBLIC_URL, startTestApi, type TestApi } from '../testing/api.ts';
import { insertVariedRows, ROWS } from '../testing/varied-rows.ts';

/** Parameters that choose a page or a form of the response, so that all rows match them. */
const OPTIONS = [
  ...['page', 'page_size', 'page_after', 'page_before', 'limit', 'offset', 'pagination', 'fields', 'as_of'],
  ...[
    'version',
    'api_version',
    'include',
    'include_citations',
    'require_thumbnails',
    'include_all_signal_evidence',
  ],
  ...['sort_by', 'order', 'mode', 'count'],
];
/** What the list of a path needs in every request. */
const NEEDED: Record<string, string> = {
  '/api/v1/companies/': 'mode=sync&updated_at_gte=2026-01-13&updated_at_lte=2026-01-26',
};
/** Fields of the same path that are not those of its list. */
const FOREIGN: Record<string, string[]> = {
  '/api/v1/companies/': ['id', 'company_domain', 'company_slug', 'updated_at_gte', 'updated_at_lte'],
};

/** A response of a list. */
type Listed = Record<string, unknown> & {
  pagination?: { total_items: number };
  meta?: { total_ranked: number };
};

const document = openApiDocument(routes, PUBLIC_URL);

/** Returns whether a response has a total. */
const hasTotal = ({ $ref, ...schema }: Schema): boolean =>
  /"(total_items|total_ranked)":/.test(JSON.stringify(schema)) ||
  JSON.stringify({ $ref, ...schema }).includes('/CursorPagination"');

/** Every list with a total, and a query for each of its filters with the value of its example, from the contracts. */
const lists = operationsOf(document).flatMap(({ method, path, operation }) => {
  const schema = operation.responses['200']?.content?.['application/json']?.schema;
  if (method !== 'GET' || !schema || !hasTotal(schema)) return [];
  const parameters = operation.parameters!.filter((parameter) => parameter.in === 'query');
  const filters = parameters
    .filter(({ name }) => !OPTIONS.includes(name) && !FOREIGN[path]?.includes(name))
    .map(
      ({ name, schema }) =>
        [name, `${name}=${encodeURIComponent(String(exampleOf(document, schema)))}`] as const,
    );
  const has = (name: string) => parameters.some((parameter) => parameter.name === name);
  const forms = [has('page_size') ? 'page_size=50' : 'limit=100'];
  if (has('pagination')) forms.push(`${forms[0]}&pagination=cursor`);
  return [{ path, filters, forms, needed: NEEDED[path] ?? '' }];
});

describe('the lists whose totals are tested', () => {
  it('are those of all families', () => {
    expect(lists.map(({ path }) => path)).toEqual([
      '/api/v1/companies/rankings/',
      '/api/v1/companies/',
      '/api/v1/search/companies/',
      '/api/v1/documents',
      '/api/v1/metrics/',
      '/api/v1/news/company/',
      '/api/v1/events/',
    ]);
  });
});

describe.each(engines)('the total of a list on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await insertVariedRows(api.db);
  });
  afterAll(() => api.close());

  /** Returns the rows and the total of a list; undefined if it needs another filter, or not these together. */
  async function countOf(path: string, query: string) {
    // `api.get` also checks each row, which other tests do, and takes most of the time.
    const response = await fetch(`${api.url}${path}?${query}`, {
      headers: { authorization: `Token ${api.key}` },
    });
    const { status } = response;
    const body = (await response.json()) as Listed;
    if (status === 400) return undefined;
    expect({ query, status }).toEqual({ query, status: 200 });
    const items = Object.values(body).find(Array.isArray) as unknown[];
    const total = body.pagination?.total_items ?? body.meta?.total_ranked;
    return { rows: items.length, total: Number(total) };
  }

  // Which count belongs to a pair is decided before there is SQL, so one database shows it.
  const arePaired = engine === 'sqlite';
  it.each(lists)(
    `equals its rows for every ${arePaired ? 'pair of filters' : 'filter'}: $path`,
    async ({ path, filters, forms, needed }) => {
      const wrong: unknown[] = [];
      let compared = 0;
      const compare = async (queries: string[], inForms = forms) => {
        let rows: number | undefined;
        for (const form of inForms) {
          const query = [form, needed, ...new Set(queries)].filter(Boolean).join('&');
          const count = await countOf(path, query);
          if (!count) return undefined;
          if (count.rows !== count.total) wrong.push({ query, ...count });
          rows = count.rows;
          compared += 1;
        }
        return rows;
      };
      // A list that needs a company or a window has one.
      const scope = filters.find(([name]) => name === 'company_domain')?.[1];
      const window = filters.filter(([name]) => name.startsWith('updated_at')).map(([, query]) => query);
      const bases = [[], ...(scope ? [[scope]] : []), window];
      const matches = new Map<string, number[]>();
      for (const base of bases) {
        await compare(base);
        for (const [i, [name, one]] of filters.entries()) {
          const rows = await compare([...base, one]);
          if (rows !== undefined) matches.set(name, [...(matches.get(name) ?? []), rows]);
          if (!arePaired) continue;
          for (const [, other] of filters.slice(i + 1))
            await compare([...base, one, other], forms.slice(0, 1));
        }
      }
      expect(wrong).toEqual([]);
      // Each filter leaves some rows and not all, so that a total that ignores it is wrong.
      const trivial = filters
        .map(([name]) => ({ name, rows: matches.get(name) ?? [] }))
        .filter(({ rows }) => Math.max(0, ...rows) === 0 || Math.max(...rows) === ROWS);
      expect(trivial).toEqual([]);
      expect(compared).toBeGreaterThan(filters.length);
    },
  );
});
