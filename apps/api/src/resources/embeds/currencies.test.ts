import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WidgetData } from '@dossier/embeds';
import { usualEngines } from '@dossier/store/testing';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany, insertDataset, insertInto } from '../../testing/fixtures.ts';

const points = (days: string[], y: number) =>
  JSON.stringify(days.map((day) => ({ x: `${day}T00:00:00.000Z`, y, type: 'historical' })));

describe.each(usualEngines)('valuations in several currencies on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    const add = async (slug: string, series: [metric: string, data_json: string][]) => {
      const company_id = await insertCompany(api.db, { domain: `${slug}.com`, slug, name: slug });
      for (const [metric, data_json] of series) {
        const source_url = `https://${metric.toLowerCase()}.example/a`;
        await insertDataset(api.db, { company_id, data_type: 'Valuation', metric, data_json, source_url });
      }
      return company_id;
    };
    const company_id = await add('dollars', [
      ['EUR', points(['2020-01-01', '2021-01-01', '2025-01-01'], 4e8)],
      ['USD', points(['2022-01-01'], 4e8)],
      ['GBP', points(['2023-01-01'], 3e8)],
    ]);
    await insertInto(api.db, 'company_financials', {
      company_id,
      name: 'latest_estimated_valuation',
      value: 4e8,
      date: '2025-01-01',
    });
    await add('none', [
      ['USD', '[]'],
      ['CHF', points(['2022-01-01'], 1e8)],
      ['EUR', points(['2020-01-01', '2021-01-01'], 4e8)],
    ]);
  });
  afterAll(() => api.close());

  const open = async (kind: string, query: string, form = '') => {
    const { body } = await api.get(`/api/v1/embed/company-data-${kind}?${query}`);
    const src = /src="([^"]+)"/.exec(body.data.embed_html as string)![1]!.replace(PUBLIC_URL, '');
    return request(api.url).get(src + form);
  };
  const dataOf = async (query: string) =>
    (await open('valuation-chart', query, '.json')).body.data as WidgetData['valuation-chart'];

  it('are shown in dollars if there are any', async () => {
    const data = await dataOf('company_slug=dollars');
    expect(data).toMatchObject({ currency: 'USD', asOf: '2022-01-01' });
    expect(data.points.map(({ date }) => date)).toEqual(['2022-01-01']);
    expect(data.leftOut).toHaveLength(4);
  });

  it('are otherwise shown in the most frequent currency', async () => {
    const data = await dataOf('company_slug=none');
    expect([data.currency, data.points.length]).toEqual(['EUR', 2]);
    expect(data.leftOut).toEqual([{ date: '2022-01-01', currency: 'CHF' }]);
  });

  it.each(['valuation-chart', 'valuation-table'])(
    'are mentioned in a note on other currencies in the %s',
    async (kind) => {
      expect((await open(kind, 'company_slug=dollars')).text).toContain(
        'In US dollars, Jan 2022. Not shown: 3 values in euros, 1 value in British pounds',
      );
      const pinned = await open(kind, 'company_slug=dollars&as_of=2022-12-31');
      expect(pinned.text).toContain('Not shown: 2 values in euros<');
    },
  );

  it('never become the source of a figure in dollars', async () => {
    const { body } = await open('summary', 'company_slug=dollars', '.json');
    expect((body.data as WidgetData['company-summary']).valuation).toMatchObject({
      estimate: true,
      source: null,
    });
  });
});
