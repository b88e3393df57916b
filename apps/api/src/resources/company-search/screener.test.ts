import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rankingMetrics } from '@dossier/shared';
import { engines } from '@dossier/store/testing';
import fc from 'fast-check';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { deleteFrom, insertCompany, insertInto, updateIn } from '../../testing/fixtures.ts';

const SEARCH = '/api/v1/search/companies/';
const COMPANIES = 120;
const COUNTRIES = ['France', 'Ireland', null];
const metrics = ['valuation', 'revenue', 'total_funding'] as const;
type Metric = (typeof metrics)[number];

interface Company {
  id: number;
  type: 'private' | 'public';
  country: string | null;
  founded: number | null;
  isActive: boolean;
  categories: string[];
  figures: Partial<Record<Metric, number>>;
}

const value = fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined, freq: 1 });
const asked = fc.record({
  category: fc.option(fc.constantFrom('large', 'small', 'none', 'unknown'), { nil: undefined, freq: 3 }),
  country: fc.option(fc.constant('France'), { nil: undefined, freq: 1 }),
  type: fc.option(fc.constant('public'), { nil: undefined, freq: 1 }),
  founded_gte: fc.option(fc.constant(2005), { nil: undefined, freq: 1 }),
  valuation_gte: value,
  valuation_lte: value,
  revenue_gte: value,
  total_funding_lte: value,
  sort: fc.option(fc.constantFrom(...metrics, 'founded', 'country'), { nil: undefined }),
  page_size: fc.integer({ min: 1, max: 100 }),
});
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;

describe.each(engines)('the lists of companies on %s', (engine) => {
  let api: TestApi;
  const companies: Company[] = [];
  beforeAll(async () => {
    api = await startTestApi(engine);
    const { db } = api;
    for (const [i, slug] of ['large', 'small', 'none'].entries())
      await db('categories').insert({ id: i + 1, slug, name: slug });
    for (let i = 0; i < COMPANIES; i++) {
      const company: Omit<Company, 'id'> = {
        type: i % 3 === 0 ? 'public' : 'private',
        country: COUNTRIES[i % 3]!,
        founded: i % 4 === 0 ? null : 2000 + (i % 10),
        isActive: i % 11 !== 0,
        categories: [...(i % 2 === 0 ? ['large'] : []), ...(i % 30 < 2 ? ['small'] : [])],
        figures: Object.fromEntries(
          metrics.flatMap((metric, place) =>
            (i + place) % 5 === 0 ? [] : [[metric, (i * (place + 3)) % 13]],
          ),
        ),
      };
      const company_id = await insertCompany(db, {
        ...{ domain: `c${i}.com`, type: company.type, headquarters_country: company.country },
        founding_year: company.founded,
      });
      // After the figures, so that each of the three writes must keep the figures of the categories.
      const figures = Object.entries(company.figures) as [Metric, number][];
      await insertInto(
        db,
        'company_financials',
        figures.map(([metric, value]) => ({ company_id, name: rankingMetrics[metric], value, date: null })),
      );
      const links = [...company.categories, ...(i % 7 === 0 ? ['none'] : [])];
      await insertInto(
        db,
        'company_categories',
        links.map((slug) => ({ company_id, category_id: ['large', 'small', 'none'].indexOf(slug) + 1 })),
      );
      if (!company.isActive) await updateIn(db, 'companies', { id: company_id, is_active: false });
      companies.push({ ...company, id: company_id });
    }
    await deleteFrom(db, 'company_categories', { category_id: 3 });
    if (engine === 'postgres') await db.raw('analyze');
  });
  afterAll(() => api.close());

  /** Returns the ids of a request, computed from all companies. */
  function expected({ category, country, type, founded_gte, sort, ...input }: Asked): number[] {
    const bounds = metrics.flatMap((metric) => {
      const [least, most] = [`${metric}_gte`, `${metric}_lte`].map(
        (name) => input[name as keyof typeof input],
      );
      return least === undefined && most === undefined ? [] : [{ metric, least, most }];
    });
    const figures = bounds.some(() => true) || metrics.includes(sort as Metric);
    const keyOf = ({ figures: own, founded, country: of }: Company) =>
      sort === 'founded' ? founded : sort === 'country' ? of : sort ? own[sort] : 0;
    const found = companies.filter(
      (each) =>
        (category === undefined || each.categories.includes(category)) &&
        (country === undefined || each.country === country) &&
        (type === undefined || each.type === type) &&
        (founded_gte === undefined || (each.founded ?? 0) >= founded_gte) &&
        (!figures || each.isActive) &&
        (keyOf(each) ?? undefined) !== undefined &&
        bounds.every(({ metric, least = -Infinity, most = Infinity }) => {
          const own = each.figures[metric];
          return own !== undefined && own >= least && own <= most;
        }),
    );
    const sign = sort === undefined || sort === 'country' ? 1 : -1;
    const compare = (a: Company, b: Company) => {
      const [one, other] = [keyOf(a)!, keyOf(b)!];
      return sign * (one < other ? -1 : one > other ? 1 : a.id - b.id);
    };
    return found.toSorted(compare).map(({ id }) => id);
  }

  it('equal a computation from all companies, page by page, for any filters and order', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (input) => {
        const given = Object.entries(input).filter(([, value]) => value !== undefined);
        const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
        const ids = expected(input);
        const found: number[] = [];
        for (let address = `${SEARCH}?${query}&fields=slug`; address;) {
          const { body, status } = await api.get(address);
          expect([status, body.pagination.total_items]).toEqual([200, ids.length]);
          found.push(...body.companies.map(({ id }: { id: number }) => id));
          address = found.length < 60 ? body.pagination.next_link : null;
        }
        expect(found).toEqual(ids.slice(0, found.length));
        expect(found.length).toBeGreaterThanOrEqual(Math.min(60, ids.length));
      }),
      { numRuns: 40 },
    );
  });

  const index = engine === 'sqlite' ? 'USING COVERING INDEX ' : 'Index Only Scan.* using ';
  it.each([
    ['sort=valuation', 'category_figures_in_order'],
    ['sort=valuation&valuation_gte=5&valuation_lte=9', 'category_figures_in_order'],
    ['', 'company_categories_category_id_company_id_index'],
  ])('a page of a category with "%s" is a range of an index, in its order', async (query, name) => {
    const seen: { sql: string; bindings: string[] }[] = [];
    const listen = (statement: (typeof seen)[number]) => seen.push(statement);
    api.db.on('query', listen);
    expect((await api.get(`${SEARCH}?category=large&${query}`)).status).toBe(200);
    api.db.removeListener('query', listen);
    const page = seen.find((one) => / offset \S+\) as .page./.test(one.sql))!;
    const sql = page.sql.replaceAll(/\$\d+/g, '?');
    const end = sql.search(/\) as .page./);
    const start = sql.lastIndexOf('(select', end) + 1;
    const inner = sql.slice(start, end);
    const placesIn = (text: string) => text.split('?').length - 1;
    const values = page.bindings.slice(placesIn(sql.slice(0, start)), placesIn(sql.slice(0, end)));
    const plan = await api.db.transaction(async (trx) => {
      // Of so few rows, Postgres would read all.
      if (engine === 'postgres') await trx.raw('set local enable_seqscan = off');
      if (engine === 'postgres') await trx.raw('set local enable_bitmapscan = off');
      return JSON.stringify(
        await trx.raw(`explain ${engine === 'sqlite' ? 'query plan ' : ''}${inner}`, values),
      );
    });
    expect(plan).toMatch(new RegExp(index + name));
    expect(plan).not.toMatch(/"Sort|B-TREE/);
  });
});
