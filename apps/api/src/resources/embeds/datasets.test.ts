import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { srcOf } from '../../testing/embed-site.ts';
import { deleteFrom, insertCompany, insertDataset } from '../../testing/fixtures.ts';

const DATASETS = '/api/v1/embed/datasets/';
const values = (...given: number[]) =>
  JSON.stringify(given.map((y, i) => ({ x: `${2020 + i}-12-31T00:00:00.000Z`, y, type: 'historical' })));

type Series = { name: string; quiet?: boolean; path?: string; dataLabels: boolean };
type Chart = { view: string; stacked?: boolean; series: Series[]; unit: string; name: string };

describe.each(engines)('charts of datasets at an address on %s', (engine) => {
  let api: TestApi;
  const ids: Record<string, { id: string; dataset_id: number }> = {};
  beforeAll(async () => {
    api = await startTestApi(engine);
    for (const slug of ['acme', 'bolt']) {
      const company_id = await insertCompany(api.db, { domain: `${slug}.com`, slug, name: slug });
      ids[slug] = await insertDataset(api.db, {
        company_id,
        name: `${slug}: Revenue ($M)`,
        data_json: values(1e6, 2e6, 4e6),
      });
      ids[`${slug} users`] = await insertDataset(api.db, {
        company_id,
        name: `${slug}: Users`,
        data_type: 'Users',
        metric: 'Count',
        data_json: values(10, 20),
      });
    }
  });
  afterAll(() => api.close());

  const ask = (query: Record<string, string | number>) =>
    api.get(`${DATASETS}?${new URLSearchParams(query as Record<string, string>).toString()}`);
  const read = async (query: Record<string, string | number>) => {
    const { body } = await ask(query);
    const path = srcOf(body.data.embed_html).replace(PUBLIC_URL, '');
    const { status, text } = await request(api.url).get(path);
    expect(status).toBe(200);
    const chart = (await request(api.url).get(`${path}.json`)).body.data as Chart;
    return { path, text, chart };
  };
  const both = () => `${ids['acme']!.dataset_id},${ids['bolt']!.id}`;

  it('draw datasets of several companies, and store nothing', async () => {
    const { path, text, chart } = await read({ dataset_ids: both(), locale: 'de' });
    expect(path).toContain(`/dataset-chart/${ids['acme']!.id}~${ids['bolt']!.id}/locale=de;view=line/`);
    expect(text).toContain('<html lang="de"');
    expect([chart.view, chart.unit, chart.series.map(({ name }) => name)]).toEqual([
      'line',
      'USD',
      ['acme: Revenue ($M)', 'bolt: Revenue ($M)'],
    ]);
    const { text: csv } = await request(api.url).get(`${path}.csv`);
    expect(csv).toContain('2022-12-31,bolt: Revenue,4000000,USD,reported');
    expect(await api.db('charts')).toEqual([]);
  });

  it.each([
    ['line', { view: 'line' }],
    ['step', { view: 'line', series: [{ path: 'step' }, { path: 'step' }] }],
    ['column', { view: 'column' }],
    ['stacked', { view: 'column', stacked: true }],
    ['area', { view: 'area' }],
  ])('draw them as %s', async (view_type, expected) => {
    const { chart } = await read({ dataset_ids: both(), view_type });
    expect(chart).toMatchObject(expected);
    expect(chart.stacked ?? false).toBe(view_type === 'stacked');
  });

  it('label the values of a single dataset', async () => {
    const { chart } = await read({ dataset_ids: ids['acme users']!.id, view_type: 'column' });
    expect(chart.series).toMatchObject([{ name: 'acme: Users', dataLabels: true }]);
  });

  it('highlight one dataset, by number or UUID, and of stored charts and comparisons too', async () => {
    const quiet = ({ series }: Chart) => series.map((one) => one.quiet ?? false);
    for (const highlight of [ids['bolt']!.dataset_id, ids['bolt']!.id])
      expect(quiet((await read({ dataset_ids: both(), highlight })).chart)).toEqual([true, false]);
    const wrong = await ask({ dataset_ids: both(), highlight: ids['acme users']!.id });
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      expect.stringContaining('highlight: must be one of the datasets'),
    ]);
    const { body } = await api.send('put', '/api/v1/embed/charts/', {
      data: [{ dataset_id: ids['acme']!.dataset_id }, { dataset_id: ids['bolt']!.dataset_id }],
      highlight: String(ids['acme']!.dataset_id),
    });
    const stored = await request(api.url).get(`${srcOf(body.data.embed_html).replace(PUBLIC_URL, '')}.json`);
    expect(quiet(stored.body.data)).toEqual([false, true]);
  });

  it('write numbers whole or with decimals, for elements and pictures too', async () => {
    const { path, text } = await read({ dataset_ids: both(), numbers: 'full' });
    expect(path).toContain('/numbers=full;view=line/');
    expect(text).toContain('data-numbers="full"');
    expect((await request(api.url).get(`${path}.json`)).body.look).toEqual({ numbers: 'full' });
    const csvOf = async (of: string) => (await request(api.url).get(`${of}.csv`)).text;
    expect(await csvOf(path)).toBe(await csvOf((await read({ dataset_ids: both() })).path));
    expect((await ask({ dataset_ids: both(), numbers: '4' })).status).toBe(400);
  });

  it('reject several units, unknown datasets and misleading drawings', async () => {
    const mixed = await ask({ dataset_ids: `${both()},${ids['acme users']!.id}` });
    expect([mixed.status, mixed.body.message]).toEqual([400, expect.stringContaining('different units')]);
    expect((await ask({ dataset_ids: '999999' })).status).toBe(404);
    expect((await ask({ dataset_ids: 'acme' })).status).toBe(400);
    expect((await ask({})).status).toBe(400);
    expect((await ask({ dataset_ids: both(), view_type: 'column', scale: 'log' })).status).toBe(400);
    expect((await ask({ dataset_ids: both(), view_type: 'stacked', index: 100 })).status).toBe(400);
    expect((await ask({ dataset_ids: both(), view_type: 'column', baseline: 'data' })).status).toBe(400);
    expect((await ask({ dataset_ids: both(), baseline: 'data', scale: 'log' })).status).toBe(400);
    const stored = { data: [{ dataset_id: ids['acme']!.dataset_id }], view_type: 'line' };
    const logarithmic = await api.send('put', '/api/v1/embed/charts/', {
      ...stored,
      ...{ name: 'Never stored', baseline: 'data', scale: 'log' },
    });
    expect(logarithmic.status).toBe(400);
    expect(await api.db('charts').where({ name: 'Never stored' })).toEqual([]);
    const near = await read({ dataset_ids: both(), view_type: 'line', baseline: 'data' });
    expect(near.chart).toMatchObject({ baseline: 'data' });
  });

  it('keep drawing the others when a dataset is deleted', async () => {
    const company_id = await insertCompany(api.db, { domain: 'gone.com', slug: 'gone', name: 'Gone' });
    const gone = await insertDataset(api.db, { company_id, name: 'gone: Revenue' });
    const { path } = await read({ dataset_ids: `${both()},${gone.id}`, highlight: gone.id });
    await deleteFrom(api.db, 'datasets', { id: gone.id });
    const { body } = await request(api.url).get(`${path}.json`);
    expect(body.data.series).toMatchObject([{ name: 'acme: Revenue ($M)' }, { name: 'bolt: Revenue ($M)' }]);
    expect(JSON.stringify(body.data)).not.toContain('quiet');
  });
});
