import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import {
  ensureOrganization,
  generateApiKey,
  listAudit,
  registerApiKey,
  renameOrganization,
  write,
} from '@dossier/store';
import request from 'supertest';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../../testing/api.ts';
import { consoleOf } from '../../../testing/console.ts';
import { insertCompany, insertDataset } from '../../../testing/fixtures.ts';
import { srcOf } from '../../../testing/embed-site.ts';

const BUILDER = '/embeds/new';
const TEXT = 'Year,Secretcolumn (USD),Costs (USD),Staff\n2022,10,5,3\n2023,20,about 9,4\n2024,40,12,5';

describe.each(engines)('own data on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterAll(() => api.close());

  /** Signs in to the builder with the key of an organization. */
  async function member(organization: string) {
    const key = generateApiKey();
    await registerApiKey(api.db, key, await ensureOrganization(api.db, organization, 'Platforms'));
    const answer = await request(api.url).post(`${BUILDER}/session`).type('form').send({ key });
    return { key, ...visitor(answer.headers['set-cookie']![0]!.split(';')[0]!) };
  }
  const visitor = (cookie: string) => ({
    get: (path: string) => request(api.url).get(path).set('Cookie', cookie).redirects(0),
    post: (path: string, fields: object = {}) =>
      request(api.url).post(path).set('Cookie', cookie).type('form').send(fields).redirects(0),
  });
  type Visitor = ReturnType<typeof visitor>;
  /** Stores the table, and returns its address in the builder, its UUID and those of its columns. */
  async function store(who: Visitor, text = TEXT) {
    const { status, headers } = await who.post(`${BUILDER}/data`, { name: 'Our table', text, store: 'yes' });
    expect(status).toBe(303);
    const address = headers['location']!;
    const id = new URL(address, api.url).searchParams.get('table')!;
    const columns = await api.db('own_columns').where({ table_id: id }).orderBy('position').pluck('id');
    return { address, id, columns: columns as string[] };
  }
  const frameIn = (page: string) => /<iframe\s+src="([^"]+)"/.exec(page)![1]!;
  const read = (path: string) => request(api.url).get(path).redirects(0);

  it('shows how each cell was read and what was rejected before it is stored', async () => {
    const ana = await member('Checks');
    const page = await ana.post(`${BUILDER}/data`, { name: 'Our table', text: TEXT });
    expect(page.status).toBe(200);
    expect(page.text.replaceAll(/\s+/g, ' ')).toContain('8 values of days in 3 rows; 1 rejected.');
    expect(page.text).toContain('“Costs”: “about 9” is not a number. Correct it, or leave the cell empty.');
    expect(await api.db('own_columns').where({ creator: 'Checks' })).toEqual([]);
    const wrong = await ana.post(`${BUILDER}/data`, { name: '', text: 'a', store: 'yes' });
    expect([wrong.status, wrong.text.includes('needs a header row')]).toEqual([400, true]);
    const hostile = await ana.post(`${BUILDER}/data`, { name: '<b>', text: 'a,<img src=x>\n<script>,1' });
    expect(hostile.text).not.toMatch(/<img|<script>|<b>,/);
  });

  it('is drawn, saved with versions, and deleted', async () => {
    const ana = await member('News');
    const { address, id, columns } = await store(ana);
    const page = await ana.get(address);
    expect(page.text).toContain('Our table');
    const path = frameIn(page.text);
    expect(path).toContain(`/dataset-chart/${columns[0]}~${columns[1]}/view=line/`);
    for (const form of ['', '.json', '.csv', '.svg'])
      expect((await read(path + form)).headers['cache-control']).toBe('public, max-age=60');
    const { data } = (await read(`${path}.json`)).body;
    expect([data.name, data.unit, data.series.map(({ name }: { name: string }) => name)]).toEqual([
      'Our table',
      'USD',
      ['Secretcolumn', 'Costs'],
    ]);
    expect(
      data.series[1].points.map(({ date, value }: { date: string; value: number }) => [date, value]),
    ).toEqual([
      ['2022-12-31', 5],
      ['2024-12-31', 12],
    ]);
    const choices = `table=${id}&form=datasets&datasets=${columns[2]}&view_type=column`;
    const saved = await ana.post(`${BUILDER}/saved`, { choices });
    const edited = new URL(saved.headers['location']!, api.url).searchParams;
    expect([edited.get('table'), edited.get('datasets'), edited.get('view_type')]).toEqual([
      id,
      columns[2],
      'column',
    ]);
    const list = await ana.get(`${BUILDER}/data`);
    expect(list.text).toContain('Secretcolumn, Costs, Staff');
    expect((await ana.post(`${BUILDER}/data/${id}/delete`)).status).toBe(303);
    const { body } = await read(`${path}.json`);
    expect(body.data.series).toEqual([]);
    expect((await read(path)).text).toContain('There are no values to show.');
  });

  it('draws values after the day of pasting as estimates', async () => {
    const ana = await member('Futures');
    const { address } = await store(ana, 'Year,N\n2024,1\n2999,2');
    const path = frameIn((await ana.get(address)).text);
    const [{ points }] = (await read(`${path}.json`)).body.data.series;
    expect(points.map(({ estimate }: { estimate: boolean }) => estimate)).toEqual([false, true]);
    expect((await read(`${path}.csv`)).text).toMatch(/2999.*estimate/);
  });

  it('has bars of names, one of them highlighted', async () => {
    const ana = await member('Names');
    const { address } = await store(
      ana,
      'Sector,Sales (USD million),Costs (USD million)\nRobots,"1,200.5",3\nFood,-4,',
    );
    const page = await ana.get(`${address}&highlight=Food`);
    expect(page.text).toMatch(/<option\s+value="Food"\s+selected/);
    expect(page.text).not.toContain('id="form-datasets"');
    expect(page.text).toMatch(/data-summary="Your own table: Our table."/);
    expect(page.text).toMatch(/<legend>\s*Columns of your table\s*<\/legend>/);
    for (const raw of ['No company is chosen', 'Datasets bars', 'Datasets scatter', 'category'])
      expect([raw, page.text.includes(raw)]).toEqual([raw, false]);
    const none = await ana.get(`${address}&form=datasets-bars&datasets=x`);
    expect(none.text).toContain('Choose a column to see its embed.');
    const { body, headers } = await read(`${frameIn(page.text)}.json`);
    expect(headers['cache-control']).toBe('public, max-age=60');
    expect(body).toMatchObject({
      kind: 'bar-chart',
      data: {
        ...{ name: 'Our table', unit: 'USD', columns: ['Sales', 'Costs'] },
        bars: [
          { label: 'Robots', values: [1_200_500_000, 3e6], quiet: true },
          { label: 'Food', values: [-4e6, null], quiet: false },
        ],
      },
    });
    const { columns } = await store(ana, 'Sector,Sales\nRobots,1');
    const lines = await request(api.url)
      .get(`/api/v1/embed/datasets/?dataset_ids=${columns[0]}`)
      .set('Authorization', `Token ${ana.key}`);
    expect([lines.status, lines.body.message]).toEqual([
      400,
      expect.stringContaining('draw values of names as bars'),
    ]);
  });

  it('keeps the order of the table in bars, pictures, CSV and the list of names', async () => {
    const ana = await member('Ordered');
    const { address } = await store(ana, 'Region,A,B\nNorth,,5\nSouth,3,4\nEast,1,');
    const page = (await ana.get(address)).text;
    const path = frameIn(page);
    const order = ['North', 'South', 'East'];
    expect(page.match(/(?<=<option\s+value=")(North|South|East)/g)).toEqual(order);
    const { bars } = (await read(`${path}.json`)).body.data as { bars: { label: string }[] };
    expect(bars.map(({ label }) => label)).toEqual(order);
    expect((await read(`${path}.csv`)).text.match(/^(North|South|East)(?=,,A)/gm)).toEqual(order);
    for (const form of ['', '.svg']) {
      const drawn = await read(path + form);
      expect((drawn.text ?? String(drawn.body)).match(/(?<=>)(North|South|East)(?=<)/g)).toEqual(order);
    }
  });

  it('marks an estimate among the bars of a name, and no value beside it', async () => {
    const ana = await member('Guesses');
    const { address } = await store(ana, 'Sector,2024 (USD),2025 (USD)\nRobots,5,7E\nFood,4,6');
    const path = frameIn((await ana.get(address)).text);
    expect((await read(`${path}.csv`)).text.match(/^.*(estimate|reported).*$/gm)).toEqual([
      'Robots,,2024,5,USD,reported,,',
      'Robots,,2025,7,USD,estimate,,',
      'Food,,2024,4,USD,reported,,',
      'Food,,2025,6,USD,reported,,',
    ]);
    for (const form of ['', '.svg']) {
      const drawn = await read(path + form);
      const text = drawn.text ?? String(drawn.body);
      expect(text.match(/<rect class="[^"]*estimate"/g)).toHaveLength(1);
      for (const words of ['Pale, dashed: estimate', '$7 (est.)', '2025 $7 (estimate)'])
        expect(text).toContain(words);
    }
  });

  describe('as a scatter plot of two columns', () => {
    const REGIONS =
      'Region,Employees,Operating margin (%),Founded\nNorth America,900,15.5,1990\nEurope,1250E,-2.5,1995\n<b>Asia,1600,,2001';
    type Dots = { label: string; x: { value: number }; y: { value: number }; quiet?: boolean }[];

    it('has a dot for each name with both values, one of them highlighted, and names the others', async () => {
      const ana = await member('Regions');
      const { address, columns } = await store(ana, REGIONS);
      const page = await ana.get(`${address}&form=datasets-scatter&highlight=Europe`);
      expect(page.text).toContain('Choose two, one for each axis.');
      expect(page.text).toMatch(/<option\s+value="Europe"\s+selected/);
      const path = frameIn(page.text);
      expect(path).toContain(`/scatter-chart/${columns[0]}~${columns[1]}/`);
      const { body, headers } = await read(`${path}.json`);
      expect(headers['cache-control']).toBe('public, max-age=60');
      const figure = (value: number, estimate = false) => ({ value, date: null, estimate, source: null });
      expect(body.data).toEqual({
        name: 'Our table',
        x: { name: 'Employees', unit: '' },
        y: { name: 'Operating margin', unit: 'percent' },
        dots: [
          { label: 'North America', x: figure(900), y: figure(15.5), quiet: true },
          { label: 'Europe', x: figure(1250, true), y: figure(-2.5), quiet: false },
        ],
        leftOut: ['<b>Asia'],
        asOf: null,
      });
      expect(body.title).toBe('Our table');
      expect((await read(`${path}.csv`)).text).toContain('Europe,,Employees,1250,,estimate,,');
      const drawn = (await read(path)).text;
      for (const text of ['Hollow: estimate', 'Not shown: &#60;b&#62;Asia', 'Highlighted: Europe.'])
        expect(drawn).toContain(text);
      const picture = String((await read(`${path}.svg`)).body);
      expect(picture).toContain('North America');
      expect(picture).toContain('>Our table</text>');
    });

    it('shows the other column across on request, and is saved and edited so', async () => {
      const ana = await member('Axes');
      const { address, id, columns } = await store(ana, REGIONS);
      const query = `${address}&form=datasets-scatter&datasets=${columns[0]},${columns[2]}&x=${columns[2]}`;
      const page = await ana.get(query);
      expect(page.text).toMatch(new RegExp(`<option\\s+value="${columns[2]}"\\s+selected`));
      const { x, dots } = (await read(`${frameIn(page.text)}.json`)).body.data as { x: object; dots: Dots };
      expect(x).toEqual({ name: 'Founded', unit: '' });
      expect(dots.map(({ x: { value } }) => value)).toEqual([1990, 1995, 2001]);
      const saved = await ana.post(`${BUILDER}/saved`, { choices: query.split('?')[1] });
      const edited = new URL(saved.headers['location']!, api.url).searchParams;
      expect(['table', 'form', 'x'].map((name) => edited.get(name))).toEqual([
        id,
        'datasets-scatter',
        columns[2],
      ]);
      await ana.post(`${BUILDER}/data/${id}/delete`);
      expect((await read(frameIn(page.text))).status).toBe(404);
    });

    it('needs two different columns with values of names, and its own organization', async () => {
      const [ana, other] = [await member('Two'), await member('Third')];
      const { address, columns } = await store(ana, REGIONS);
      const days = await store(ana);
      const ask = (query: string, { key } = ana) =>
        request(api.url).get(`/api/v1/embed/datasets-scatter/?${query}`).set('Authorization', `Token ${key}`);
      const two = `dataset_ids=${columns[0]},${columns[1]}`;
      for (const [query, message] of [
        [`dataset_ids=${columns[0]}`, 'dataset_ids: must name two columns, one for each axis'],
        [`dataset_ids=${columns[0]},${columns[0]}`, 'dataset_ids: must name two columns, one for each axis'],
        [
          `dataset_ids=${columns[0]},${days.columns[0]}`,
          'dataset_ids: must be columns of your own tables with values of names',
        ],
        [`${two}&x=${days.columns[0]}`, 'x: must be one of the two columns'],
        [`${two}&highlight=Nowhere`, 'highlight: must be the name of one of the dots'],
        [`${two}&highlight=%3Cb%3EAsia`, 'highlight: must be the name of one of the dots'],
      ]) {
        const { status, body } = await ask(query!);
        expect([status, body.message]).toEqual([400, message]);
      }
      expect((await ask(`dataset_ids=${columns.join()}`)).status).toBe(400);
      expect((await ask(two)).status).toBe(200);
      expect((await ask(two, other)).status).toBe(404);
      const page = await ana.get(
        `${address}&form=datasets-scatter&shown=datasets-scatter&datasets=${columns[0]}`,
      );
      expect([page.status, page.text]).toEqual([
        200,
        expect.stringContaining('Choose two columns, one for each axis, to see the scatter plot.'),
      ]);
      const company_id = await insertCompany(api.db, {
        slug: 'mixed',
        name: 'Mixed',
        domain: 'mixed.example',
      });
      await insertDataset(api.db, { company_id, metric: '' });
      const [ofDays] = await api.db('datasets').where({ company_id }).pluck('id');
      const mixed = await ana.get(
        `${address}&companies=mixed&form=datasets-bars&datasets=${columns[0]},${ofDays}`,
      );
      expect([mixed.status, mixed.text]).toEqual([
        400,
        expect.stringContaining('The datasets must all have values of names, or all values of days.'),
      ]);
      expect(mixed.text).toContain('data-summary="Your own table: Our table. Chosen: Mixed.');
    });

    it('has no day up to which its values are shown, and neither have bars of names', async () => {
      const ana = await member('Dayless');
      const { address, columns } = await store(ana, REGIONS);
      const ask = (form: string, ids: (string | undefined)[]) =>
        request(api.url)
          .get(`/api/v1/embed/${form}/?dataset_ids=${ids.join()}&as_of=2020-01-01`)
          .set('Authorization', `Token ${ana.key}`);
      const scatter = await ask('datasets-scatter', columns.slice(0, 2));
      expect([scatter.status, scatter.body.message]).toEqual([400, expect.stringContaining('as_of')]);
      const bars = await ask('datasets-bars', [columns[0]]);
      expect([bars.status, bars.body.message]).toEqual([
        400,
        'as_of: must be omitted, because values of names have no days',
      ]);
      for (const form of ['datasets-bars', 'datasets-scatter']) {
        const page = await ana.get(`${address}&as_of=2020-01-01&form=${form}`);
        expect([form, page.status, page.text.includes('id="as_of"')]).toEqual([form, 200, false]);
        expect(frameIn(page.text)).not.toContain('asOf=');
      }
    });

    it('begins with two columns ticked, and is offered for two columns of names only', async () => {
      const ana = await member('Ticks');
      const { address, columns } = await store(ana, REGIONS);
      const tickedIn = async (query: string) => {
        const page = await ana.get(`${address}&form=datasets-scatter${query}`);
        return [
          page.status,
          ...columns.filter((id) => new RegExp(`value="${id}"\\s+checked`).test(page.text)),
        ];
      };
      const [a, b, c] = columns as [string, string, string];
      expect(await tickedIn(`&shown=datasets-bars&datasets=${a}`)).toEqual([200, a, b]);
      expect(await tickedIn(`&shown=datasets-bars&datasets=${c}`)).toEqual([200, a, c]);
      expect(await tickedIn(`&datasets=${columns.join()}`)).toEqual([200, a, b]);
      expect(await tickedIn('')).toEqual([200, a, b]);
      expect(await tickedIn(`&shown=datasets-scatter&datasets=${b}`)).toEqual([200, b]);
      const one = await store(ana, 'Region,Employees\nEurope,5');
      expect((await ana.get(one.address)).text).not.toContain('id="form-datasets-scatter"');
    });

    it('offers names with both values, and tells columns of one name apart', async () => {
      const ana = await member('Twins');
      const { address, columns } = await store(ana, 'Region,Sales (USD),Sales (%)\nA,5,1\nB,,2\nC,3,3\nD,7,');
      const page = (await ana.get(`${address}&form=datasets-scatter`)).text;
      expect(page.match(/(?<=<option\s+value=")[A-D](?=")/g)).toEqual(['A', 'C']);
      for (const [i, unit] of ['USD', 'percent'].entries())
        expect(page).toMatch(new RegExp(`value="${columns[i]}"[^>]*>\\s*Sales \\(${unit}\\)`));
      const { data } = (await read(`${frameIn(page)}.json`)).body;
      expect((await read(frameIn(page))).text).toContain('Sales (US dollars)');
      expect(data.leftOut).toEqual(['B', 'D']);
    });
  });

  it('is its organization’s alone', async () => {
    const [ana, other] = [await member('Owners'), await member('Others')];
    const { address, id, columns } = await store(ana);
    const ask = (key: string) =>
      request(api.url)
        .get(`/api/v1/embed/datasets/?dataset_ids=${columns[0]}`)
        .set('Authorization', `Token ${key}`);
    const own = await ask(ana.key);
    expect(own.status).toBe(200);
    expect((await read(srcOf(own.body.data.embed_html).replace(PUBLIC_URL, ''))).status).toBe(200);
    expect((await ask(other.key)).status).toBe(404);
    for (const path of [address, `${BUILDER}/data`]) {
      const page = (await other.get(path)).text;
      expect(page).not.toMatch(/Secretcolumn|Our table/);
    }
    expect((await other.post(`${BUILDER}/data/${id}/delete`)).status).toBe(404);
    const put = await request(api.url)
      .put('/api/v1/embed/charts/')
      .set('Authorization', `Token ${other.key}`)
      .send({ data: [{ dataset_id: columns[0] }] });
    expect(put.status).toBe(404);
    const stored = await request(api.url)
      .put('/api/v1/embed/charts/')
      .set('Authorization', `Token ${ana.key}`)
      .send({ data: [{ dataset_id: columns[0] }] });
    const chart = await read(srcOf(stored.body.data.embed_html).replace(PUBLIC_URL, ''));
    expect(chart.headers['cache-control']).toBe('public, max-age=60');
    for (const path of ['/api/v1/search/?q=Secretcolumn', '/api/v1/search/suggest/?q=Secretcolumn'])
      expect((await api.get(path)).text).not.toContain('Our table');
  });

  it('follows the name of its organization, and needs the role of an editor', async () => {
    const ana = await member('Before');
    const { address } = await store(ana);
    await write(api.db, (trx) => renameOrganization(trx, 'Before', 'After'));
    expect((await ana.get(address)).text).toContain('Secretcolumn');
    const { operator } = consoleOf(api);
    const rik = visitor((await operator('Rik', 'reader')).cookie);
    expect((await rik.post(`${BUILDER}/data`, { name: 'A', text: TEXT })).status).toBe(403);
    expect((await rik.get(`${BUILDER}/data`)).text).not.toContain('<textarea');
    expect((await read(`${BUILDER}/data`)).status).toBe(303);
  });

  it('is changed only with an entry of the audit log, which says who did what', async () => {
    const { operator } = consoleOf(api);
    const other = await member('Not audited');
    for (const [who, actor] of [
      [visitor((await operator('Una', 'editor')).cookie), /^operator Una$/],
      [await member('Audited'), /^key \w+$/],
    ] as const) {
      const { id } = await store(who);
      for (const each of [other, who, who]) await each.post(`${BUILDER}/data/${id}/delete`);
      const entries = await listAudit(api.db, 9, id);
      for (const entry of entries) expect(entry.actor).toMatch(actor);
      expect(entries.map(({ action, details }) => [action, details])).toEqual([
        ['embeds delete table', { name: 'Our table' }],
        ['embeds add table', { name: 'Our table', columns: 3 }],
      ]);
    }
  });

  it('has a limit of size, and records no table above it', async () => {
    const ana = await member('Large');
    const long = await ana.post(`${BUILDER}/data`, { name: 'A', text: `A,B\n${'x'.repeat(200_000)},1` });
    expect(long.status).toBe(400);
    const rows = Array.from({ length: 200 }, (_, i) => ({
      id: `row-${engine}-${i}`,
      table_id: `table-${engine}-${i}`,
      creator: 'Large',
      table_name: 'T',
      position: 0,
      name: 'N',
      metric: '',
      frequency: null,
      data_json: '[]',
      created_at: '2026-01-01T00:00:00.000Z',
    }));
    await api.db.batchInsert('own_columns', rows, 50);
    const audit = () => api.db('audit_log').count({ n: '*' });
    const before = await audit();
    const full = await ana.post(`${BUILDER}/data`, { name: 'A', text: TEXT, store: 'yes' });
    expect([full.status, full.text.includes('You have 200 tables')]).toEqual([400, true]);
    expect(await api.db('own_columns').where({ creator: 'Large' })).toHaveLength(200);
    expect(await audit()).toEqual(before);
  });
});
