import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rankingMetrics } from '@dossier/shared';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { planOfPage, planOfStatement } from '../../testing/plan.ts';
import { companyRow, insertInto } from '../../testing/fixtures.ts';
import {
  figures,
  screenedCompany,
  screenedIds,
  slugs,
  type Asked,
  type Screened,
} from '../../testing/screened.ts';

/** So many that more than 10,000 have a name with c. */
const COMPANIES = 10_400;
/** Only so many have figures, so that tests walk to the end. More than 2,000 of a category have a valuation. */
const WITH_FIGURES = 6400;

// SQLite looks companies up one by one instead of reading a list of more than 2,000; Postgres chooses itself.
describe('the filters of companies that find more than are read at once', () => {
  let api: TestApi;
  const companies: Screened[] = Array.from({ length: COMPANIES }, (_, i) => {
    const company = { id: i + 1, ...screenedCompany(i) };
    return i < WITH_FIGURES ? company : { ...company, categories: [], figures: {} };
  });
  beforeAll(async () => {
    api = await startTestApi('sqlite');
    const { db } = api;
    const insert = (table: string, rowsOf: (company: Screened) => object[]) =>
      insertInto(db, table, companies.flatMap(rowsOf));
    await db('categories').insert(slugs.map((slug, i) => ({ id: i + 1, slug, name: slug })));
    await insert('companies', ({ id, name, type, is_active, founding_year, headquarters_country }) => [
      companyRow({ id, domain: `${name}.com`, type, is_active, founding_year, headquarters_country }),
    ]);
    await insert('company_names', ({ id, name }) => [{ name_key: name, company_id: id }]);
    await insert('company_listings', ({ id, ticker }) => [{ company_id: id, ticker, venue: '' }]);
    await insert('company_financials', ({ id, figures: own }) =>
      figures
        .filter((figure) => own[figure] !== undefined)
        .map((figure) => ({ company_id: id, name: rankingMetrics[figure], value: own[figure], date: null })),
    );
    await insert('company_categories', ({ id, categories }) =>
      categories.map((slug) => ({ company_id: id, category_id: slugs.indexOf(slug) + 1 })),
    );
    // More names than are read at once, of few companies.
    const names = Array.from({ length: 10_001 }, (_, i) => ({
      name_key: `many${i}`,
      company_id: (i % 5) + 1,
    }));
    await insertInto(db, 'company_names', names);
  });
  afterAll(() => api.close());

  const queryOf = (input: Asked) =>
    new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));

  it.each<Asked>([
    { category: 'large', valuation_gte: 1 },
    { category: 'large', valuation_gte: 1, revenue_gte: 1 },
    { category: 'large', valuation_gte: 1, country: 'France' },
    { category: 'large', type: 'private' },
    { sort: 'valuation', revenue_gte: 1 },
    { sort: 'valuation', category: 'large', revenue_gte: 1 },
    { sort: 'revenue', valuation_gte: 1, total_funding_gte: 1, type: 'private' },
    { sort: 'founded', valuation_gte: 1 },
    { sort: 'founded', category: 'large' },
    { sort: 'country', category: 'large' },
    { sort: 'total_funding', name: 'c', ticker: 'MANY' },
    { name: 'c', country: 'France' },
    { ticker: 'MANY', type: 'public' },
    { country: 'France', type: 'public' },
    { country: 'France', founded_gte: 1901, sort: 'valuation' },
    { founded_gte: 2005, founded_lte: 2005, type: 'private', sort: 'valuation' },
  ])('find for %j the same companies as a computation, to the end', async (input) => {
    const ids = screenedIds(companies, input);
    const found: number[] = [];
    const most = Object.keys(input).length > 1 ? 200 : 10_000;
    const counted = { total_items: Math.min(ids.length, most), total_is_exact: ids.length < most };
    for (let address = `/api/v1/search/companies/?${queryOf(input)}&fields=slug&page_size=100`; address;) {
      const { body } = await api.get(address);
      expect(body.pagination).toMatchObject(counted);
      found.push(...body.companies.map(({ id }: { id: number }) => id));
      address = body.pagination.next_link;
    }
    expect(found).toEqual(ids);
    const { body } = await api.get(`/api/v1/search/companies/?${queryOf(input)}&count=exact`);
    expect(body.pagination).toMatchObject({ total_items: ids.length, total_is_exact: true });
  });

  it.each<[Asked, string]>([
    [{ name: 'c' }, 'At least 10,000 companies'],
    [{ name: 'many' }, '5 companies'],
    [{ founded_gte: 1900, founded_lte: 2026 }, '7,800 companies'],
    [{ country: 'France', sort: 'founded' }, 'At least 200 companies'],
    [{ category: 'large', valuation_gte: 1 }, 'At least 200 companies'],
  ])('count for %j no more companies than a page tells: %s', async (input, text) => {
    const { text: page } = await api.get(`/companies?${queryOf(input)}`);
    expect(page).toContain(text);
  });

  it('read the companies of a country in the order of their founding, without sorting them', async () => {
    const plan = await planOfPage(api, '/api/v1/search/companies/?country=France&sort=founded');
    expect(plan).toMatch(/USING COVERING INDEX companies_headquarters_country_founding_year_id_index/);
    expect(plan).not.toContain('B-TREE');
  });

  it.each([
    ['valuation', /ranked USING COVERING INDEX ranked_name_value/],
    ['updated_at', /companies USING INDEX companies_updated_at_id_index/],
  ])('read the companies of a type by %s, without sorting them', async (sort, index) => {
    const { body } = await api.get(`/api/v1/search/companies/?type=private&sort=${sort}`);
    for (const address of [body.pagination.after_cursor, body.pagination.next_cursor]) {
      const plan = await planOfPage(
        api,
        `/api/v1/search/companies/?type=private&sort=${sort}&page_after=${address}`,
      );
      expect(plan).toMatch(index);
      expect(plan).not.toContain('B-TREE');
    }
  });

  it.each([
    ['country=France&founded_gte=1901&sort=valuation', /ranked USING COVERING INDEX ranked_name_value/],
    ['founded_gte=1901&type=private&sort=updated_at', /companies USING INDEX companies_updated_at_id_index/],
    ['country=France&type=public', /companies_(headquarters_country|type)_id_index/],
    ['country=France&updated_at_gte=2000-01-01&sort=type', /companies_type_id_index/],
  ])('read the companies of wide columns, %s, in their order', async (query, index) => {
    const plan = await planOfPage(api, `/api/v1/search/companies/?${query}`);
    expect(plan).toMatch(index);
    expect(plan).not.toContain('B-TREE');
  });

  it('sort the few companies between the two ends of a range, of which each alone finds many', async () => {
    const query = 'founded_gte=2005&founded_lte=2005&type=private&sort=updated_at';
    const plan = await planOfPage(api, `/api/v1/search/companies/?${query}`);
    expect(plan).toMatch(/companies_founding_year_id_index \(founding_year>\? AND founding_year<\?\)/);
  });

  it('read the companies of a category that were all counted instead of all that were founded', async () => {
    const plan = await planOfPage(api, '/api/v1/search/companies/?category=large&sort=founded&count=exact');
    expect(plan).toMatch(/SEARCH companies USING INTEGER PRIMARY KEY/);
  });

  it('look for more companies of a category in it, behind the first page too', async () => {
    const { body } = await api.get('/api/v1/search/companies/?category=large&sort=founded');
    const plan = await planOfStatement(api, body.pagination.next_link, /^select 1 .* offset/);
    expect(plan).toMatch(/SEARCH companies USING INTEGER PRIMARY KEY/);
  });

  it('count all companies with a year by the index of years', async () => {
    const plan = await planOfStatement(api, '/api/v1/search/companies/?sort=founded', /^select count/);
    expect(plan).toMatch(/SEARCH companies USING COVERING INDEX \w*founding_year\w* \(founding_year>\?\)/);
  });

  it('sort more companies of a category if there are a million others', async () => {
    const { db } = api;
    const address = '/api/v1/search/companies/?category=large&sort=country';
    expect(await planOfPage(api, address)).not.toContain('B-TREE');
    const counted = () => db('counters').where({ name: 'companies private' });
    const [before] = await counted().select('n');
    await db('counters').insert({ name: 'companies private', n: 1_000_000 }).onConflict('name').merge();
    try {
      const plan = await planOfPage(api, `${address}&page_size=20`);
      expect(plan).toMatch(/SEARCH companies USING INTEGER PRIMARY KEY/);
      expect(plan).toMatch(/B-TREE FOR ORDER BY/);
    } finally {
      await (before ? counted().update(before) : counted().delete());
    }
  });

  it('count the companies with two figures that each find others', async () => {
    const input = { category: 'large', valuation_gte: 1, revenue_gte: 12 };
    const { text } = await api.get(`/companies?${queryOf(input)}`);
    expect(text).toContain(`${screenedIds(companies, input).length} companies`);
  });
});

describe('a long category of companies of which few have a year', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi('sqlite');
    const ids = Array.from({ length: 2100 }, (_, i) => i + 1);
    await api.db('categories').insert({ id: 1, slug: 'large', name: 'large' });
    const company = (id: number) =>
      companyRow({
        id,
        domain: `c${id}.com`,
        type: 'private',
        founding_year: id % 700 === 0 ? 2000 + id : null,
      });
    await insertInto(api.db, 'companies', ids.map(company));
    await insertInto(
      api.db,
      'company_categories',
      ids.map((id) => ({ company_id: id, category_id: 1 })),
    );
  });
  afterAll(() => api.close());

  it('is read by the index of years', async () => {
    const address = '/api/v1/search/companies/?category=large&sort=founded';
    const { body } = await api.get(address);
    expect(body.companies.map(({ id }: { id: number }) => id)).toEqual([2100, 1400, 700]);
    expect(body.pagination.total_items).toBe(3);
    const byYear = /SEARCH companies USING (COVERING )?INDEX \w*founding_year\w* \(founding_year>\?\)/;
    expect(await planOfStatement(api, address, /^select count/)).toMatch(byYear);
    expect(await planOfPage(api, address)).toMatch(byYear);
  });
});
