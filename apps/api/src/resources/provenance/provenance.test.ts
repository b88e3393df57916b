import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { insertOneOfEach } from '../../testing/one-of-each.ts';

const PATH = '/api/v1/provenance/companies/';

describe.each(engines)('the provenance of companies on %s', (engine) => {
  let api: TestApi;
  let acme: number;
  beforeAll(async () => {
    api = await startTestApi(engine);
    ({ acme } = await insertOneOfEach(api));
  });
  afterAll(() => api.close());

  it('shows the source and the link of each field, and what other sources say', async () => {
    const { body } = await api.get(`${PATH}?company_domain=www.acme.org`);
    expect(body.company).toEqual({ id: acme, domain: 'acme.com', name: 'Acme' });
    const byField = Object.fromEntries(body.fields.map((each: { field: string }) => [each.field, each]));
    const feed = { source: 'default', file: 'companies.ndjson', line: 3, run: 1 };
    expect(byField['financials.latest_estimated_valuation']).toEqual({
      field: 'financials.latest_estimated_valuation',
      value: {
        ...{ name: 'latest_estimated_valuation', value: 95_000_000_000.5, date: '2026-01-13' },
        source_url: 'https://news.example/valuation',
      },
      ...feed,
      source_urls: ['https://news.example/valuation'],
      observed_at: '2026-01-02T00:00:00.000Z',
      others: [],
    });
    expect(byField['name']).toMatchObject({ ...feed, source_urls: ['https://acme.com/about'] });
    const city = byField['headquarters.city'];
    expect(city).toMatchObject({ value: 'Tucson', source: 'hand', file: null, line: null, run: 3 });
    expect(city.others).toMatchObject([
      { value: 'Tuscon', source: 'vendor', file: 'vendor.csv', line: 9, run: 2 },
      { value: 'Tucson', ...feed },
    ]);
  });

  it('finds a company as the company detail does', async () => {
    for (const query of [`id=${acme}`, 'company_slug=acme', 'company_domain=acme.com'])
      expect((await api.get(`${PATH}?${query}`)).body.company.id).toBe(acme);
    expect((await api.get(`${PATH}?company_slug=bare`)).body.fields).toEqual([]);
    const failures = ['', `?id=${acme}&company_slug=acme`, '?company_slug=unknown'];
    const responses = await Promise.all(failures.map((query) => api.get(PATH + query)));
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 404]);
    expect(responses[0]!.body.error).toContain('Send exactly one of company_domain, id and company_slug');
  });
});
