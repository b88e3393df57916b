import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ensureOrganization,
  generateApiKey,
  openDatabase,
  registerApiKey,
  write,
  type ChartRow,
} from '@dossier/store';
import { engines } from '@dossier/store/testing';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany, insertDataset } from '../../testing/fixtures.ts';

const CHARTS = '/api/v1/embed/charts/';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe.each(engines)('PUT charts on %s', (engine) => {
  let api: TestApi;
  let revenue: { id: string; dataset_id: number };
  let arr: { id: string; dataset_id: number };
  beforeAll(async () => {
    api = await startTestApi(engine);
    const company_id = await insertCompany(api.db, { domain: 'acme.com', slug: 'acme', name: 'Acme' });
    revenue = await insertDataset(api.db, {
      company_id,
      name: 'Acme: Revenue ($M)',
      source_url: 'https://www.acme.com/results',
      updated_at: '2026-01-02T00:00:00.000Z',
    });
    arr = await insertDataset(api.db, { company_id, name: 'Acme: ARR ($M)', data_type: 'Recurring Revenue' });
  });
  beforeEach(async () => {
    await api.db('charts').delete();
  });
  afterAll(() => api.close());

  const put = (body: object, type?: 'json' | 'form') => api.send('put', CHARTS, body, type);
  const plain = () => ({ data: [{ dataset_id: revenue.dataset_id }] });
  const htmlOf = (response: { body: { data: { embed_html: string } } }) => response.body.data.embed_html;
  const srcOf = (html: string) => /src="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
  const pageOf = async (html: string) => {
    const page = await request(api.url).get(srcOf(html).replace(PUBLIC_URL, ''));
    expect([page.status, page.type]).toEqual([200, 'text/html']);
    return page.text;
  };
  const stored = () => api.db<ChartRow>('charts');

  it('creates a chart with 201, and returns the embed of the same chart with 200 afterwards [R-CHART-01 R-CHART-02]', async () => {
    const first = await put(plain());
    expect([first.status, first.body.status]).toEqual([201, 'success']);
    const html = htmlOf(first);
    expect(html).toMatch(/^<iframe [^<>]*><\/iframe>$/);
    expect(html).toContain('width="560" height="500"');
    expect(html).toContain('title="Acme: Revenue ($M)"');
    const [chart] = await stored();
    expect(chart).toMatchObject({
      creator: 'Test partner',
      name: 'Acme: Revenue ($M)',
      description: 'API Generated Chart',
      view_type: 'line',
    });
    expect(srcOf(html)).toContain(`/embeds/dataset-chart/${chart!.id}/-/`);
    const again = await put(plain());
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await stored()).toHaveLength(1);
  });

  it('draws on a logarithmic scale, as an index and stacked, the same in every form', async () => {
    const both = [{ dataset_id: revenue.dataset_id }, { dataset_id: arr.dataset_id }];
    const drawn = async (body: object) => {
      const html = htmlOf(await put(body));
      const path = srcOf(html).replace(PUBLIC_URL, '');
      const [csv, json] = await Promise.all(
        ['csv', 'json'].map((form) => request(api.url).get(`${path}.${form}`)),
      );
      return { path, page: await pageOf(html), csv: csv!.text, data: json!.body.data };
    };
    const log = await drawn({ ...plain(), name: 'log', scale: 'log' });
    expect(log.path).toContain('/scale=log/');
    expect(log.page).toContain('Logarithmic scale');
    const index = await drawn({ data: both, name: 'index', index: 100 });
    expect(index.page).toMatch(/Index: .* = 100/);
    expect(index.data.unit).toBe('index');
    const firsts = index.data.series.map(({ points }: { points: { value: number }[] }) => points[0]!.value);
    expect(firsts).toEqual([100, 100]);
    expect(index.csv).toMatch(/,100,index,/);
    const stacked = await drawn({ data: both, name: 'stacked', view_type: 'column', stacked: true });
    expect(stacked.path).toContain('/stacked=yes/');
    expect(stacked.page).toContain('. Stacked');
  });

  it.each([
    [{ scale: 'log', view_type: 'column' }, 'scale', /begin at zero/],
    [{ stacked: true }, 'stacked', /column or area/],
    [{ index: 100, view_type: 'area' }, 'index', /Use view_type line/],
    [{ index: 50 }, 'index', /100/],
  ])('rejects a drawing that would mislead: %j', async (options, field, words) => {
    const both = [{ dataset_id: revenue.dataset_id }, { dataset_id: arr.dataset_id }];
    const response = await put({ data: both, ...options });
    expect(response.status).toBe(400);
    expect(response.body.message).toMatch(words);
    expect(response.body.message).toContain(field);
    expect(await stored()).toEqual([]);
  });

  it('draws valuations as steps and funding rounds as dots', async () => {
    const company_id = await insertCompany(api.db, { domain: 'bolt.com', slug: 'bolt', name: 'Bolt' });
    const all = await Promise.all(
      ['Valuation', 'Funding'].map((data_type) =>
        insertDataset(api.db, { company_id, data_type, name: data_type }),
      ),
    );
    const html = htmlOf(await put({ data: all.map(({ dataset_id }) => ({ dataset_id })) }));
    const { body } = await request(api.url).get(`${srcOf(html).replace(PUBLIC_URL, '')}.json`);
    expect(body.data.series.map(({ path }: { path?: string }) => path)).toEqual(['step', 'dots']);
  });

  it('rejects a new chart of datasets in different units, and names the units', async () => {
    const company_id = await insertCompany(api.db, { domain: 'units.com', slug: 'units', name: 'Units' });
    const margin = await insertDataset(api.db, { company_id, name: 'Margin', metric: 'percent' });
    const answer = await put({ data: [...plain().data, { dataset_id: margin.dataset_id }] });
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        status: 'failed',
        message: 'The datasets are in different units: USD, percent. Send datasets of one unit.',
      },
    ]);
    expect(await stored()).toEqual([]);
    // A stored chart is returned unchanged.
    await put({ ...plain(), name: 'Margins' });
    const again = await put({ data: [...plain().data, { dataset_id: margin.dataset_id }], name: 'Margins' });
    expect(again.status).toBe(200);
  });

  it('does not change the stored data of a chart', async () => {
    const named = { name: 'Revenue of Acme', description: 'In full years' };
    const first = await put({ ...plain(), ...named });
    const [chart] = await stored();
    const other = { data: [{ dataset_id: arr.dataset_id, color: '#ff0000' }], view_type: 'column', ...named };
    const again = await put(other);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await stored()).toEqual([chart]);
    const text = await pageOf(htmlOf(again));
    expect(text).toContain('Acme: Revenue ($M)');
    expect(text).not.toContain('Acme: ARR ($M)');
  });

  it('identifies a chart by creator, name and description [R-CHART-02]', async () => {
    const key = generateApiKey();
    await registerApiKey(api.db, key, await ensureOrganization(api.db, 'Other partner', 'Funds'));
    const body = { ...plain(), name: 'A', description: 'B' };
    expect((await put(body)).status).toBe(201);
    expect((await put({ ...body, description: 'C' })).status).toBe(201);
    expect((await put({ ...body, name: 'B', description: 'A' })).status).toBe(201);
    const other = await request(api.url)
      .put(CHARTS)
      .set({ authorization: `Token ${key}` })
      .send(body);
    expect(other.status).toBe(201);
    expect((await put(body)).status).toBe(200);
    expect(await stored()).toHaveLength(4);
  });

  it('answers concurrent equal requests with one 201 and otherwise 200, and stores one row [R-CHART-05]', async () => {
    for (let round = 0; round < 5; round++) {
      const body = { ...plain(), name: `Round ${round}` };
      // SQLite has one connection. While it is taken the requests queue, and then they go in step.
      const taken = await api.db.transaction();
      const sent = Promise.all([put(body), put(body), put(body), put(body)]);
      await sleep(100);
      await taken.rollback();
      const answers = await sent;
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
      for (const answer of answers) expect(answer.body).toEqual(answers[0].body);
      expect(await stored().where({ name: `Round ${round}` })).toHaveLength(1);
    }
  });

  it('does not wait for a running load on Postgres; SQLite returns an error and keeps serving other requests', async () => {
    const loading = openDatabase(api.databaseUrl);
    // Of another organization: while several send requests, each has one in flight.
    const key = generateApiKey();
    await registerApiKey(api.db, key, await ensureOrganization(api.db, 'Reader', 'Platforms'));
    const read = async () => {
      const { status } = await api.get('/api/v1/documents', { authorization: `Token ${key}` });
      expect(status).toBe(200);
    };
    let [isAnswered, reads] = [false, 0];
    try {
      // The first read takes longest.
      await read();
      const answer = await write(loading, async () => {
        const chart = put(plain()).finally(() => (isAnswered = true));
        for (; !isAnswered; reads += 1) await read();
        return chart;
      });
      if (engine === 'postgres') expect(answer.status).toBe(201);
      else {
        expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
        // One may come before the chart begins to wait, and the last one ends after it.
        expect(reads).toBeGreaterThan(2);
        expect(JSON.stringify(answer.body)).toContain('The database is busy. Try again in 5 seconds.');
        expect((await put(plain())).status).toBe(201);
      }
      expect(await stored()).toHaveLength(1);
    } finally {
      await loading.destroy();
    }
  });

  it('rejects a duplicate chart in the database itself', async () => {
    await put(plain());
    const [chart] = await stored();
    // Errors of native code are not instances of Jest's `Error`, so compare the message.
    const message = await api
      .db('charts')
      .insert({ ...chart, id: UNKNOWN })
      .then(
        () => 'inserted',
        (error: { message: string }) => error.message,
      );
    expect(message).toMatch(/unique/i);
  });

  it('says what to send instead of a list in parts, as axios and qs write it', async () => {
    const message =
      'data: must not be sent in parts. Send the body as JSON with the header Content-Type: application/json, or ' +
      'data as the text of a JSON list';
    const form = await put({ 'data[0][dataset_id]': '1', 'data[0][color]': '#000000' }, 'form');
    const parts = await request(api.url)
      .put(CHARTS)
      .set({ authorization: `Token ${api.key}` })
      .field('data[0][dataset_id]', '1')
      .field('data[0][show_data_labels]', 'true');
    const dots = await put({ 'data.0.dataset_id': '1' }, 'form');
    for (const { status, body } of [form, parts, dots]) {
      expect(status).toBe(400);
      expect(body.message).toContain(message);
    }
  });

  it('accepts JSON, form-encoded and multipart bodies alike [R-CHART-03 R-CHART-04]', async () => {
    const data = [
      {
        dataset_id: arr.id.toUpperCase(),
        color: '#1b5e9e',
        annotated_points: [{ x: '2025-12-31', label: 'Best year' }],
        show_data_labels: true,
      },
      { dataset_id: String(revenue.dataset_id) },
    ];
    const fields = { name: 'Both', view_type: 'area', height: '400', width: '700', theme: 'dark' };
    const json = await put({ data, ...fields });
    const [asJson] = await stored();
    await stored().delete();
    const form = await put({ data: JSON.stringify(data), ...fields }, 'form');
    const [asForm] = await stored();
    await stored().delete();
    const multipart = request(api.url)
      .put(CHARTS)
      .set({ authorization: `Token ${api.key}` })
      .field('data', JSON.stringify(data));
    for (const [name, value] of Object.entries(fields)) void multipart.field(name, value);
    const parts = await multipart;
    const [asParts] = await stored();
    expect([json.status, form.status, parts.status]).toEqual([201, 201, 201]);
    expect(JSON.parse(asJson!.series_json)).toEqual([
      {
        dataset: arr.id,
        color: '#1b5e9e',
        annotated_points: [{ x: '2025-12-31T00:00:00.000Z', label: 'Best year' }],
        show_data_labels: true,
      },
      { dataset: revenue.id, annotated_points: [], show_data_labels: false },
    ]);
    for (const row of [asForm, asParts]) {
      const { name, description, view_type, series_json, creator } = asJson!;
      expect(row).toMatchObject({ name, description, view_type, series_json, creator });
    }
    expect(htmlOf(parts)).toContain('width="700" height="400"');
    expect(srcOf(htmlOf(parts))).toContain('/theme=dark/');
    const text = await pageOf(htmlOf(parts));
    expect(text).toContain('data-theme="dark"');
    for (const shown of ['Best year', 'Acme: ARR ($M)', 'Acme: Revenue ($M)', '$2M']) {
      expect(text).toContain(shown);
    }
  });

  it('names a chart by its datasets, sorted, when no name is sent or it is blank', async () => {
    const data = [{ dataset_id: revenue.dataset_id }, { dataset_id: arr.dataset_id }];
    expect((await put({ data })).status).toBe(201);
    expect((await put({ data: [...data].reverse() })).status).toBe(200);
    expect((await put({ data: JSON.stringify(data), name: '', description: ' ' }, 'form')).status).toBe(200);
    const rows = await stored();
    expect(rows.map(({ name, description }) => [name, description])).toEqual([
      ['Acme: ARR ($M), Acme: Revenue ($M)', 'API Generated Chart'],
    ]);
  });

  it('draws the current data of the datasets, without script and without a key', async () => {
    const html = htmlOf(await put({ ...plain(), description: 'In full years' }));
    const before = await pageOf(html);
    for (const shown of ['In full years', '$1M', 'https://www.acme.com/results']) {
      expect(before).toContain(shown);
    }
    expect(before).toMatch(/Data as of .{0,80}<time datetime="2025-12-31">/);
    const changed = JSON.stringify([{ x: '2025-12-31T00:00:00.000Z', y: 7_500_000, type: 'historical' }]);
    await api.db('datasets').where({ id: revenue.id }).update({ data_json: changed });
    const after = await pageOf(html);
    expect(after).toContain('$7.5M');
    expect(after).not.toContain('$1M');
  });

  it('does not show the default description to readers', async () => {
    expect(await pageOf(htmlOf(await put(plain())))).not.toContain('API Generated Chart');
  });

  it('shows a chart whose dataset was deleted, but not a deleted chart', async () => {
    const company_id = await insertCompany(api.db, { domain: `gone-${Date.now()}.com` });
    const gone = await insertDataset(api.db, { company_id, name: 'Gone' });
    const html = htmlOf(
      await put({ data: [{ dataset_id: gone.id }, { dataset_id: revenue.id }], name: 'Two' }),
    );
    const alone = htmlOf(await put({ data: [{ dataset_id: gone.id }], name: 'One' }));
    await api.db('datasets').where({ id: gone.id }).delete();
    const text = await pageOf(html);
    expect(text).toContain('Acme: Revenue ($M)');
    expect(text).not.toContain('Gone');
    await pageOf(alone);
    await stored().delete();
    const page = await request(api.url).get(srcOf(html).replace(PUBLIC_URL, ''));
    expect([page.status, page.type]).toEqual([404, 'text/html']);
  });

  it('escapes the names of charts', async () => {
    const name = '"><script>alert(1)</script>';
    const html = htmlOf(await put({ ...plain(), name, description: name }));
    expect(html).toMatch(/^<iframe [^<>]*><\/iframe>$/);
    expect(await pageOf(html)).not.toContain('<script>alert');
  });

  it.each([
    [{}, 400, 'data: is required'],
    [{ data: [] }, 400, 'data: must name at least one dataset'],
    [{ data: 'x' }, 400, 'data: must be a list of datasets, or its JSON text'],
    [{ data: '{"dataset_id":1}' }, 400, 'data: must be a list of datasets, or its JSON text'],
    [{ data: [{}] }, 400, 'data.0.dataset_id: is required'],
    [
      { data: '[{"dataset_id":"abc"}]' },
      400,
      'data.0.dataset_id: must be the integer or the UUID of a dataset',
    ],
    [
      { data: Array.from({ length: 11 }, () => ({ dataset_id: 1 })) },
      400,
      'data: must name at most 10 datasets',
    ],
    [
      { data: [{ dataset_id: 1, color: 'red' }] },
      400,
      'data.0.color: must be a CSS hex colour, such as #1b5e9e',
    ],
    [{ data: [{ dataset_id: 1, colour: '#fff' }] }, 400, 'data.0.colour: is unknown; did you mean color?'],
    [
      { data: [{ dataset_id: 1, annotated_points: [{ x: '2025-12-31' }] }] },
      400,
      'data.0.annotated_points.0.label: is required',
    ],
    [{ data: [{ dataset_id: 1 }], view_type: 'pie' }, 400, 'view_type: must be line, column or area'],
    [{ data: [{ dataset_id: 1 }], width: 4001 }, 400, 'width: must be at most 4000'],
    [{ data: [{ dataset_id: 1 }], name: 'a'.repeat(301) }, 400, 'name: must be at most 300 characters'],
    [{ data: [{ dataset_id: 1 }], nmae: 'a' }, 400, 'nmae: is unknown; did you mean name?'],
    [{ data: [{ dataset_id: 999_999 }] }, 404, 'Dataset not found for id: 999999'],
    [{ data: [{ dataset_id: UNKNOWN }], name: 'A' }, 404, `Dataset not found for id: ${UNKNOWN}`],
  ])('answers %j with %i in the failed form, and stores nothing', async (body, status, message) => {
    const response = await put(body);
    expect([response.status, response.body]).toEqual([status, { status: 'failed', message }]);
    expect(await stored()).toEqual([]);
  });

  it('answers a body that is not JSON with 400 in the failed form', async () => {
    const response = await request(api.url)
      .put(CHARTS)
      .set({ authorization: `Token ${api.key}` })
      .type('json')
      .send('{"data":');
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ status: 'failed', message: 'Invalid JSON in request body.' });
  });
});
