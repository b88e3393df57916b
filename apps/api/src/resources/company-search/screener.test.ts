import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rankingMetrics } from '@dossier/shared';
import { engines } from '@dossier/store/testing';
import fc from 'fast-check';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { planOfPage } from '../../testing/plan.ts';
import { deleteFrom, insertCompany, insertInto, updateIn } from '../../testing/fixtures.ts';
import {
  figures,
  screenedCompany,
  screenedIds,
  slugs,
  type Figure,
  type Screened,
} from '../../testing/screened.ts';

const SEARCH = '/api/v1/search/companies/';
const COMPANIES = 120;
const value = fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined, freq: 1 });
const asked = fc.record({
  name: fc.option(fc.constantFrom('c', 'd'), { nil: undefined, freq: 1 }),
  ticker: fc.option(fc.constantFrom('FEW', 'MANY'), { nil: undefined, freq: 1 }),
  category: fc.option(fc.constantFrom('large', 'small', 'none', 'unknown'), { nil: undefined, freq: 3 }),
  country: fc.option(fc.constant('France'), { nil: undefined, freq: 1 }),
  type: fc.option(fc.constant('public'), { nil: undefined, freq: 1 }),
  founded_gte: fc.option(fc.constant(2005), { nil: undefined, freq: 1 }),
  valuation_gte: value,
  valuation_lte: value,
  revenue_gte: value,
  total_funding_lte: value,
  sort: fc.option(fc.constantFrom(...figures, 'founded', 'country'), { nil: undefined }),
  page_size: fc.integer({ min: 1, max: 100 }),
});

describe.each(engines)('the lists of companies on %s', (engine) => {
  let api: TestApi;
  const companies: Screened[] = [];
  beforeAll(async () => {
    api = await startTestApi(engine);
    const { db } = api;
    for (const [i, slug] of slugs.entries()) await db('categories').insert({ id: i + 1, slug, name: slug });
    for (let i = 0; i < COMPANIES; i++) {
      const company = screenedCompany(i);
      const { name, ticker, is_active, categories, figures: own, ...fields } = company;
      const company_id = await insertCompany(db, { ...fields, domain: `${name}.com` });
      await db('company_names').insert({ name_key: name, company_id });
      await db('company_listings').insert({ company_id, ticker, venue: '' });
      // After the figures, so that each of the three writes must keep the figures of the categories.
      const values = Object.entries(own) as [Figure, number][];
      await insertInto(
        db,
        'company_financials',
        values.map(([figure, value]) => ({ company_id, name: rankingMetrics[figure], value, date: null })),
      );
      const links = [...categories, ...(i % 7 === 0 ? ['none'] : [])];
      await insertInto(
        db,
        'company_categories',
        links.map((slug) => ({ company_id, category_id: slugs.indexOf(slug) + 1 })),
      );
      if (!is_active) await updateIn(db, 'companies', { id: company_id, is_active });
      companies.push({ ...company, id: company_id });
    }
    await deleteFrom(db, 'company_categories', { category_id: 3 });
    if (engine === 'postgres') await db.raw('analyze');
  });
  afterAll(() => api.close());

  it('equal a computation from all companies, page by page, for any filters and order', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (input) => {
        const given = Object.entries(input).filter(([, value]) => value !== undefined);
        const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
        const ids = screenedIds(companies, input);
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
  // A cluster gives its settings of plans to no worker.
  const isCluster = engine === 'postgres' && process.env['TEST_CITUS_URL'] !== undefined;
  (isCluster ? it.skip : it).each([
    ['sort=valuation', 'category_figures_in_order'],
    ['sort=valuation&valuation_gte=5&valuation_lte=9', 'category_figures_in_order'],
    ['', 'company_categories_category_id_company_id_index'],
  ])('a page of a category with "%s" is a range of an index, in its order', async (query, name) => {
    const plan = await planOfPage(api, `${SEARCH}?category=large&${query}`);
    expect(plan).toMatch(new RegExp(index + name));
    expect(plan).not.toMatch(/"Sort|B-TREE/);
  });

  it('a page of few companies in the order of founding is found by their category', async () => {
    const plan = await planOfPage(api, `${SEARCH}?category=small&sort=founded`);
    expect(plan).toMatch(/company_categories_(category_id|pkey)|own USING/);
    expect(plan).not.toContain('companies_founding_year_id_index');
  });
});
