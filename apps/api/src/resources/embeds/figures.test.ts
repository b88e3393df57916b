import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WidgetData } from '@dossier/embeds';
import { usualEngines } from '@dossier/store/testing';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany, insertDataset, insertInto } from '../../testing/fixtures.ts';

const EMBED = '/api/v1/embed/company-data-';
const LOADED = '2026-01-02T00:00:00.000Z';

const points = (...given: [day: string, value: number, type?: string][]) =>
  JSON.stringify(given.map(([day, y, type = 'historical']) => ({ x: `${day}T00:00:00.000Z`, y, type })));

describe.each(usualEngines)('the figures of embeds on %s', (engine) => {
  let api: TestApi;
  let forecast: number;
  beforeAll(async () => {
    api = await startTestApi(engine);
    const company_id = await insertCompany(api.db, {
      domain: 'acme.com',
      slug: 'acme',
      name: 'Acme',
      updated_at: LOADED,
    });
    await insertCompany(api.db, { domain: 'bare.com', slug: 'bare', updated_at: LOADED });
    const of = { company_id, updated_at: LOADED };
    const source_url = 'https://www.acme.com/news';
    await insertDataset(api.db, {
      ...of,
      name: 'Valuation',
      data_type: 'Valuation',
      source_url,
      data_json: points(['2024-02-01', 5e9], ['2025-02-27', 9e9]),
    });
    await insertDataset(api.db, {
      ...of,
      name: 'Run rate',
      data_type: 'Run Rate Revenue',
      data_json: points(['2025-06-30', 4e8, 'estimate']),
    });
    const row = await insertDataset(api.db, {
      ...of,
      name: 'Revenue',
      data_type: 'Revenue',
      data_json: points(['2025-12-31', 3e8], ['2027-12-31', 6e8, 'estimate']),
    });
    forecast = row.dataset_id;
    await insertInto(api.db, 'company_financials', [
      { company_id, name: 'latest_estimated_valuation', value: 9e9, date: '2025-02-27' },
      { company_id, name: 'latest_estimated_revenue', value: 4e8, date: null },
      { company_id, name: 'total_estimated_funding', value: 1e9, date: '2025-03-01' },
    ]);
  });
  afterAll(() => api.close());

  const dataOf = async <T>(html: string): Promise<T> => {
    const src = /src="([^"]+)"/.exec(html)![1]!.replaceAll('&#38;', '&').replace(PUBLIC_URL, '');
    return (await request(api.url).get(`${src}.json`)).body.data as T;
  };
  const ofCompany = async <T>(kind: string, query: string) =>
    dataOf<T>((await api.get(`${EMBED}${kind}?${query}`)).body.data.embed_html as string);

  it('are equal in the summary and the chart, with the source of a reported figure', async () => {
    const { valuation, revenue, funding } = await ofCompany<WidgetData['company-summary']>(
      'summary',
      'company_slug=acme',
    );
    const chart = await ofCompany<WidgetData['valuation-chart']>('valuation-chart', 'company_slug=acme');
    const last = chart.points.at(-1)!;
    expect(last).toMatchObject({ value: 9e9, estimate: false });
    expect(valuation).toEqual({ ...last, source: { url: 'https://www.acme.com/news', title: 'acme.com' } });
    expect(revenue).toEqual({ value: 4e8, date: '2025-06-30', estimate: true, source: null });
    expect(funding).toEqual({ value: 1e9, date: '2025-03-01', estimate: true, source: null });
  });

  it('are equal in the summary and the chart on a pinned day', async () => {
    const query = 'company_slug=acme&as_of=2024-12-31';
    const { valuation } = await ofCompany<WidgetData['company-summary']>('summary', query);
    const { points } = await ofCompany<WidgetData['valuation-chart']>('valuation-chart', query);
    expect(valuation).toMatchObject({ value: 5e9, date: '2024-02-01', estimate: false });
    expect(valuation).toEqual(points.at(-1));
  });

  it('come from the series when the company has none, without future values', async () => {
    const company_id = await insertCompany(api.db, { domain: 'rows.com', slug: 'rows', updated_at: LOADED });
    const data_json = points(['2025-01-01', 7e8], ['2028-01-01', 9e9, 'estimate']);
    await insertDataset(api.db, { company_id, data_type: 'Valuation', updated_at: LOADED, data_json });
    const { valuation } = await ofCompany<WidgetData['company-summary']>('summary', 'company_slug=rows');
    expect(valuation).toEqual({ value: 7e8, date: '2025-01-01', estimate: false, source: null });
  });

  it('have their own source in a chart of datasets, otherwise the source of the dataset', async () => {
    const data = [{ x: '2024-12-31T00:00:00.000Z', y: 1, type: 'historical' }];
    const row = await insertDataset(api.db, {
      company_id: 1,
      source_url: 'https://row.example/',
      data_json: JSON.stringify([
        { ...data[0], source_url: 'https://own.example/a' },
        { ...data[0], x: '2025-12-31T00:00:00.000Z', source_url: null },
      ]),
    });
    const { body } = await api.send('put', '/api/v1/embed/charts/', {
      data: [{ dataset_id: row.dataset_id }],
    });
    const chart = await dataOf<WidgetData['dataset-chart']>(body.data.embed_html as string);
    expect(chart.series[0]!.source!.title).toBe('row.example');
    expect(chart.series[0]!.points.map(({ source }) => source?.title)).toEqual(['own.example', undefined]);
  });

  it('are dated by the latest one, not by the day of the load', async () => {
    expect(
      (await ofCompany<WidgetData['valuation-chart']>('valuation-chart', 'company_slug=acme')).asOf,
    ).toBe('2025-02-27');
    expect(
      (await ofCompany<WidgetData['valuation-chart']>('valuation-table', 'company_slug=acme')).asOf,
    ).toBe('2025-02-27');
    expect((await ofCompany<WidgetData['company-summary']>('summary', 'company_slug=acme')).asOf).toBe(
      '2025-06-30',
    );
  });

  it('are never dated later than the day of the load', async () => {
    const { body } = await api.send('put', '/api/v1/embed/charts/', { data: [{ dataset_id: forecast }] });
    const chart = await dataOf<WidgetData['dataset-chart']>(body.data.embed_html as string);
    expect(chart.series[0]!.points.at(-1)!.date).toBe('2027-12-31');
    expect(chart.asOf).toBe('2025-12-31');
  });

  it('are dated by the pinned day', async () => {
    const { asOf, points: left } = await ofCompany<WidgetData['valuation-chart']>(
      'valuation-chart',
      'company_slug=acme&as_of=2024-12-31',
    );
    expect([asOf, left.length]).toEqual(['2024-12-31', 1]);
  });

  it('are dated by the last change of the company when there are none', async () =>
    expect((await ofCompany<WidgetData['company-summary']>('summary', 'company_slug=bare')).asOf).toBe(
      '2026-01-02',
    ));
});
