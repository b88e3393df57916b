import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany, insertEvent } from '../../testing/fixtures.ts';

describe.each(engines)('legacy funding rounds on %s', (engine) => {
  let api: TestApi;
  let acme: number;
  beforeAll(async () => {
    api = await startTestApi(engine);
    acme = await insertCompany(api.db, { domain: 'acme.com', name: 'Acme' }, ['acme.org']);
    await insertCompany(api.db, { domain: 'empty.com', name: 'Empty' });
    const add = (name: string, event_date: string, fields: object = {}) =>
      insertEvent(api.db, { company_id: acme, type: 'funding_round', name, event_date, ...fields });
    await add('Seed', '2020-01-01');
    await add('Series A', '2021-01-01', {
      data: {
        equities: [
          {
            name: 'Series A Preferred',
            equity_type: 'preferred',
            round_type: 'series_a',
            issue_price: '1.2345678901234567890',
            issued_at: '2021-01-02T00:00:00.000Z',
            updated_at: '2021-01-03T00:00:00.000Z',
          },
        ],
      },
      citations_json: JSON.stringify([
        {
          link: 'https://news.example/a',
          headline: 'A',
          quote: null,
          publication: 'News',
          type: 'article',
          updated_at: '2021-01-04T00:00:00.000Z',
        },
      ]),
    });
    await add('Abandoned', '2022-01-01', { status: 'cancelled' });
    await insertEvent(api.db, { company_id: acme, type: 'secondary_transaction', subtype: 'tender_offer' });
  });
  afterAll(() => api.close());

  it('returns the legacy funding record, newest round first, without cancelled rounds [R-FUNDING-05]', async () => {
    const { body } = await api.get('/api/v1/funding-rounds/?company_domain=acme.com');
    expect(body).toEqual({
      id: acme,
      name: 'Acme',
      domain: 'acme.com',
      funding_rounds: [
        {
          round_name: 'Series A',
          share_details: [
            {
              name: 'Series A Preferred',
              issue_price: '1.2345678901234567890',
              issued_at: '2021-01-02',
              updated_at: '2021-01-03T00:00:00.000Z',
            },
          ],
          citations: [
            { type: 'article', url: 'https://news.example/a', updated_at: '2021-01-04T00:00:00.000Z' },
          ],
        },
        { round_name: 'Seed', share_details: [], citations: [] },
      ],
    });
    for (const query of [
      `company_id=${acme}`,
      'company_domain=acme.org',
      `company_id=${acme}&company_domain=empty.com`,
    ]) {
      expect((await api.get(`/api/v1/funding-rounds?${query}`)).body).toEqual(body);
    }
    const empty = await api.get('/api/v1/funding-rounds/?company_domain=empty.com');
    expect(empty.body.funding_rounds).toEqual([]);
  });

  it('is deprecated, and links to the events that replace it [R-FUNDING-06]', async () => {
    const { headers } = await api.get('/api/v1/funding-rounds/?company_domain=acme.com');
    expect(headers['deprecation']).toMatch(/^@\d+$/);
    expect(headers['link']).toContain(
      `<${PUBLIC_URL}/api/v1/events/?types=funding-round&company_id=${acme}>; rel="successor-version"`,
    );
  });

  it.each([
    ['', 400, 'Either company_domain or company_id parameter is required'],
    ['?company_domain=nobody.com', 404, 'Company not found for domain: nobody.com'],
    ['?company_id=99', 404, 'Company not found for id: 99'],
  ])(
    'answers %s with %i and the words of the specification, as a JSON string',
    async (query, status, message) => {
      const response = await api.get(`/api/v1/funding-rounds/${query}`);
      expect([response.status, response.body]).toEqual([status, message]);
    },
  );
});
