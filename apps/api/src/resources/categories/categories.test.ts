import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import fc from 'fast-check';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany, insertDocument, insertInto } from '../../testing/fixtures.ts';

describe.each(engines)('categories on %s', (engine) => {
  let api: TestApi;
  let acme: number;
  let payments: number;
  beforeAll(async () => {
    api = await startTestApi(engine);
    const addCategory = async (slug: string, name: string): Promise<number> =>
      (await api.db('categories').insert({ slug, name }).returning('id'))[0].id;
    payments = await addCategory('payments', 'Payments');
    const design = await addCategory('design', 'Design');
    await addCategory('empty', 'Empty');
    const fields = {
      created_at: '2026-01-05T10:00:00.000Z',
      description: 'Makes anvils.',
      logo_json: '{"url":"https://acme.com/logo.png","dimensions":{"width":64,"height":64}}',
    };
    acme = await insertCompany(api.db, { domain: 'acme.com', ...fields }, ['acme.org']);
    await insertInto(api.db, 'company_categories', [
      { company_id: acme, category_id: payments },
      { company_id: acme, category_id: design },
    ]);
    for (let i = 0; i < 12; i++) {
      const at = `2026-01-${String(1 + Math.floor(i / 2)).padStart(2, '0')}T00:00:00.000Z`;
      if (i % 3 === 0) {
        const company_id = await insertCompany(api.db, { domain: `c${i}.com`, created_at: at });
        await insertInto(api.db, 'company_categories', { company_id, category_id: payments });
      }
      const document_id = await insertDocument(api.db, { slug: `report-${i}`, published_at: at });
      await insertInto(api.db, 'document_categories', { document_id, category_id: payments });
    }
    await api.db('documents').where({ slug: 'report-11' }).update({
      pdf_url: 'https://x.example/a.pdf',
      preview_image: 'https://x.example/a.png',
      preview_description: 'What it says.',
    });
  });
  afterAll(() => api.close());

  it('returns all categories of a company [R-CATEGORY-01]', async () => {
    for (const query of ['company_domain=acme.com', 'company_domain=acme.org', `company_id=${acme}`]) {
      const { body } = await api.get(`/api/v1/categories/?${query}`);
      expect(body.categories.map(({ slug }: { slug: string }) => slug)).toEqual(['design', 'payments']);
      expect(body.categories[1]).toEqual({ id: payments, name: 'Payments', slug: 'payments' });
    }
    expect((await api.get('/api/v1/categories/?company_domain=c0.com')).body.categories).toHaveLength(1);
  });

  it('returns the single matching category for a slug [R-CATEGORY-02]', async () => {
    expect((await api.get('/api/v1/categories/?slug=payments')).body).toEqual({
      category: { id: payments, name: 'Payments', slug: 'payments' },
    });
  });

  it('lists companies and documents, newest publication first, each with the meta of its type [R-CATEGORY-05 R-CATEGORY-07 R-CATEGORY-08]', async () => {
    const { body } = await api.get('/api/v1/categories/payments/items/');
    expect(body.category).toEqual({ id: payments, name: 'Payments', slug: 'payments' });
    expect(body.pagination).toEqual({ limit: 20, offset: 0, total: 17, next_offset: null });
    expect(body.items).toHaveLength(17);
    expect(body.items.slice(0, 3).map(({ slug }: { slug: string }) => slug)).toEqual([
      'report-11',
      'report-10',
      'acme-com',
    ]);
    const dates = body.items.map((item: { published_at: string }) => item.published_at);
    expect(dates).toEqual([...dates].sort().reverse());
    expect(body.items[0]).toEqual({
      type: 'document',
      id: expect.any(Number),
      slug: 'report-11',
      title: 'report-11',
      description: 'What it says.',
      published_at: '2026-01-06T00:00:00.000Z',
      meta: {
        doc_type: 'market',
        document_type: 'market',
        pdf_url: 'https://x.example/a.pdf',
        preview_image: 'https://x.example/a.png',
      },
    });
    expect(body.items[2]).toEqual({
      type: 'company',
      id: acme,
      slug: 'acme-com',
      title: 'acme-com',
      description: 'Makes anvils.',
      published_at: '2026-01-05T10:00:00.000Z',
      meta: {
        domain: 'acme.com',
        logo: { url: 'https://acme.com/logo.png', dimensions: { width: 64, height: 64 } },
      },
    });
  });

  it('returns the right slice for every limit and offset, with the next offset or null [R-CATEGORY-04 R-PAGE-07]', async () => {
    const whole = (await api.get('/api/v1/categories/payments/items?limit=100')).body.items;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 20 }),
        async (limit, offset) => {
          const { body } = await api.get(
            `/api/v1/categories/payments/items/?limit=${limit}&offset=${offset}`,
          );
          expect(body.items).toEqual(whole.slice(offset, offset + limit));
          expect(body.pagination).toEqual({
            limit,
            offset,
            total: whole.length,
            next_offset: offset + limit < whole.length ? offset + limit : null,
          });
        },
      ),
      { numRuns: 40 },
    );
    expect((await api.get('/api/v1/categories/empty/items')).body).toMatchObject({
      items: [],
      pagination: { total: 0, next_offset: null },
    });
  });

  it.each([
    ['payments/items/?limit=0', 400, 'limit must be greater than 0.'],
    ['payments/items/?limit=-5', 400, 'limit must be greater than 0.'],
    ['payments/items/?limit=-99999999999999999999', 400, 'limit must be greater than 0.'],
    ['payments/items/?limit=0&offset=-1', 400, 'limit must be greater than 0.'],
    ['nothing/items/', 404, 'Category for requested slug not found.'],
    ['?slug=nothing', 404, 'Category for requested slug not found.'],
    ['?company_domain=nobody.com', 404, 'Company not found for domain: nobody.com'],
    ['?company_id=999', 404, 'Company not found for id: 999'],
  ])(
    'answers %s with %i in the words of the specification, as a JSON string',
    async (path, status, message) => {
      const response = await api.get(`/api/v1/categories/${path}`);
      expect([response.status, response.body]).toEqual([status, message]);
    },
  );

  it.each([
    ['', 'category_filter_required', 'company_domain, company_id or slug'],
    ['?slug=payments&company_domain=acme.com', 'one_category_filter', 'slug'],
    ['payments/items?limit=101', 'invalid_input', 'at most 100'],
    ['payments/items?limit=few', 'invalid_input', 'from 1 to 100'],
    ['payments/items?offset=-1', 'invalid_input', 'at least 0'],
    ['payments/items?page=2', 'invalid_input', 'is unknown'],
  ])('rejects %s with 400', async (path, code, words) => {
    const { status, body } = await api.get(`/api/v1/categories/${path}`);
    expect([status, body.code]).toEqual([400, code]);
    expect(body.error).toContain(words);
  });
});
