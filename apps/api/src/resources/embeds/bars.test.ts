import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { srcOf } from '../../testing/embed-site.ts';
import { insertCompany, insertDataset, insertEvent } from '../../testing/fixtures.ts';

describe.each(engines)('bars on %s', (engine) => {
  let api: TestApi;
  const ids: number[] = [];
  beforeAll(async () => {
    api = await startTestApi(engine);
    for (const [i, slug] of ['acme', 'bolt'].entries()) {
      const company_id = await insertCompany(api.db, { domain: `${slug}.com`, slug, name: slug });
      const values = [1, 2].map((y) => ({
        x: `${2020 + y}-12-31T00:00:00.000Z`,
        y: y * (i + 1),
        type: 'historical',
      }));
      values.push({ x: '2099-12-31T00:00:00.000Z', y: 900, type: 'historical' });
      const { dataset_id } = await insertDataset(api.db, {
        company_id,
        name: `${slug}: Revenue`,
        data_json: JSON.stringify(values),
      });
      ids.push(dataset_id);
      if (i > 0) continue;
      const round = (name: string, event_date: string, amount_raised: string, more: object = {}) =>
        insertEvent(api.db, {
          company_id,
          type: 'funding_round',
          name,
          event_date,
          ...more,
          data: { amount_raised, currency: 'USD' },
        });
      await round('Series B', '2024-05-01', '250000000.50');
      await round('Series A', '2020-05-01', '9000000');
      await insertEvent(api.db, {
        ...{ company_id, type: 'funding_round', name: 'Loan', event_date: '2018-01-01' },
        data: { amount_raised: '7', currency: 'EUR' },
      });
      await round('Called off', '2025-05-01', '1', { status: 'cancelled' });
      await insertEvent(api.db, {
        ...{ company_id, type: 'funding_round', name: 'Grant', event_date: '2019-01-01' },
        data: { amount_raised: '5', currency: 'EUR' },
      });
    }
  });
  afterAll(() => api.close());

  async function read(query: string) {
    const { body } = await api.get(`/api/v1/embed/${query}`);
    const path = srcOf(body.data.embed_html).replace(PUBLIC_URL, '');
    expect((await request(api.url).get(path)).status).toBe(200);
    return { path, data: (await request(api.url).get(`${path}.json`)).body.data };
  }

  it('show the funding rounds of a company, and name those in another currency', async () => {
    const { path, data } = await read('company-data-rounds/?company_slug=acme&locale=de&as_of=2023-01-01');
    expect(data).toMatchObject({
      name: 'Finanzierungsrunden von acme',
      bars: [{ label: 'Series A', date: '2020-05-01', values: [9e6] }],
    });
    const whole = await read('company-data-rounds/?company_slug=acme');
    expect(
      whole.data.bars.map(({ label, values }: { label: string; values: number[] }) => [label, ...values]),
    ).toEqual([
      ['Series A', 9e6],
      ['Series B', 250_000_000.5],
    ]);
    expect(whole.data.leftOut).toEqual(['Loan', 'Grant'].map((name) => ({ name, currency: 'EUR' })));
    const { text } = await request(api.url).get(`${path}.csv`);
    expect(text).toContain('Series A,2020-05-01,,9000000,USD,reported');
  });

  it('show the latest value of each dataset, never a forecast, one of them highlighted', async () => {
    const { data } = await read(`datasets-bars/?dataset_ids=${ids.join()}&highlight=bolt%3A+Revenue`);
    expect(data.bars).toMatchObject([
      { label: 'acme: Revenue', date: '2022-12-31', values: [2], quiet: true },
      { label: 'bolt: Revenue', date: '2022-12-31', values: [4], quiet: false },
    ]);
    const wrong = await request(api.url)
      .get(`/api/v1/embed/datasets-bars/?dataset_ids=${ids.join()}&highlight=Bolt`)
      .set('Authorization', `Token ${api.key}`);
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      'highlight: must be the name of one of the bars',
    ]);
    const none = await read('company-data-rounds/?company_slug=bolt');
    expect(none.data.bars).toEqual([]);
  });

  it('show the latest value up to a pinned day', async () => {
    const query = `datasets-bars/?dataset_ids=${ids.join()}`;
    const { path, data } = await read(`${query}&as_of=2022-06-30`);
    expect(data.bars).toMatchObject([
      { label: 'acme: Revenue', date: '2021-12-31', values: [1], period: 'year' },
      { label: 'bolt: Revenue', date: '2021-12-31', values: [2] },
    ]);
    expect((await request(api.url).get(path)).text).not.toContain('There are no values to show.');
    const early = await read(`${query}&as_of=2001-01-01`);
    expect(early.data.bars).toEqual([]);
  });

  it('show pinned rounds as they were before later ones in another currency', async () => {
    const { data } = await read('company-data-rounds/?company_slug=acme&as_of=2018-12-31');
    expect(data).toMatchObject({ unit: 'EUR', bars: [{ label: 'Loan', values: [7] }] });
    expect(data.leftOut).toBeUndefined();
    const later = await read('company-data-rounds/?company_slug=acme&as_of=2020-12-31');
    expect(later.data.leftOut).toHaveLength(2);
  });

  it('say which values are estimates, and of which periods they are', async () => {
    const company_id = await insertCompany(api.db, { domain: 'mixed.com', slug: 'mixed', name: 'Mixed' });
    const made = await Promise.all(
      [
        { name: 'Yearly', frequency: 'annual', days: ['2023-12-31'], type: 'estimate' },
        { name: 'Quarterly', frequency: 'quarterly', days: ['2024-09-30'], type: 'historical' },
        // A year and the first three months of the next, not two quarters.
        { name: 'To date', frequency: 'irregular', days: ['2023-12-31', '2024-03-31'], type: 'historical' },
      ].map(({ name, frequency, days, type }) =>
        insertDataset(api.db, {
          ...{ company_id, name, frequency, data_type: 'Revenue' },
          data_json: JSON.stringify(days.map((x) => ({ x: `${x}T00:00:00.000Z`, y: 4e6, type }))),
        }),
      ),
    );
    const subject = made.map(({ dataset_id }) => dataset_id).join();
    const { path, data } = await read(`datasets-bars/?dataset_ids=${subject}`);
    expect(data.bars).toMatchObject([
      { label: 'Yearly', period: 'year', estimates: [true] },
      { label: 'Quarterly', period: 'quarter' },
      { label: 'To date', period: 'month' },
    ]);
    const page = (await request(api.url).get(path)).text;
    for (const text of ['>2023<', '>Q3 2024<', '>Mar 2024<', '$4M (est.)', 'Periods of different length'])
      expect(page).toContain(text);
    const csv = (await request(api.url).get(`${path}.csv`)).text;
    expect(csv).toContain('Yearly,2023-12-31,,4000000,USD,estimate');
    expect(csv).toContain('Quarterly,2024-09-30,,4000000,USD,reported');
  });
});
