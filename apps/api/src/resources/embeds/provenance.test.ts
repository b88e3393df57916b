import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Source, WidgetData } from '@dossier/embeds';
import type { EventRow } from '@dossier/store';
import { engines } from '@dossier/store/testing';
import request from 'supertest';
import { withCitations } from '../../charts/citations.ts';
import { PUBLIC_URL, startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany, insertDataset, insertEvent, insertMetric } from '../../testing/fixtures.ts';

const EMBED = '/api/v1/embed/company-data-';
const NEWSROOM = 'https://acme.com/newsroom';
const ARTICLE = 'https://news.example/acme-raises';
const REPORT = 'https://sec.example/10-k';

describe.each(engines)('the provenance of values on %s', (engine) => {
  let api: TestApi;
  let dataset_id: number;
  beforeAll(async () => {
    api = await startTestApi(engine, {
      brand: { name: 'Acme <Research>', url: 'https://research.example/' },
    });
    const { db } = api;
    const company_id = await insertCompany(db, { domain: 'acme.com', slug: 'acme', name: 'Acme' });
    const point = (x: string, source_url: string | null) => ({ x, y: 1e9, type: 'historical', source_url });
    const dataset = await insertDataset(db, {
      company_id,
      data_type: 'Valuation',
      data_json: JSON.stringify([
        point('2020-03-01', NEWSROOM),
        point('2021-03-01', NEWSROOM),
        point('2022-03-01', ARTICLE),
        point('2023-12-31', REPORT),
        point('2024-03-01', 'https://unknown.example/'),
        point('2025-03-01', null),
      ]),
    });
    dataset_id = dataset.dataset_id;
    const citation = (link: string, headline: string, quote: string | null, publication: string) => ({
      link,
      headline,
      quote,
      publication,
      type: 'article',
    });
    const cited = (event_date: string, ...citations: object[]) =>
      insertEvent(db, {
        company_id,
        type: 'funding_round',
        event_date,
        citations_json: JSON.stringify(citations),
      });
    await cited('2021-03-01', citation(NEWSROOM, 'Acme raises a Series B', 'We <b>raised</b> it.', 'Acme'));
    // Its day is not that of the value, but the address has this one headline and this one value.
    await cited('2022-02-27', citation(ARTICLE, 'Acme in talks', null, 'Example News'));
    await insertMetric(db, { company_id, end_date: '2023-12-31' }, [
      { link: REPORT, headline: 'Annual report', quote: 'Worth a billion.', publication: 'SEC' },
    ]);
    // Another company's citations say nothing about this one's values.
    const other = await insertCompany(db, { domain: 'other.com' });
    await insertEvent(db, {
      company_id: other,
      type: 'funding_round',
      event_date: '2024-03-01',
      citations_json: JSON.stringify([citation('https://unknown.example/', 'Other', null, 'Other News')]),
    });
  });
  afterAll(() => api.close());

  const srcOf = (body: { data: { embed_html: string } }) =>
    /src="([^"]+)"/.exec(body.data.embed_html)![1]!.replaceAll('&#38;', '&').replace(PUBLIC_URL, '');
  const company = async (kind: string, query = '') =>
    srcOf((await api.get(`${EMBED}${kind}?company_slug=acme${query}`)).body);
  const open = (path: string) => request(api.url).get(path);

  const expected: (Partial<Source> | null)[] = [
    // The headline of 2021 is not about 2020.
    { url: NEWSROOM, title: 'acme.com', publication: 'Acme' },
    {
      url: NEWSROOM,
      title: 'acme.com',
      headline: 'Acme raises a Series B',
      publication: 'Acme',
      quote: 'We <b>raised</b> it.',
    },
    { url: ARTICLE, title: 'news.example', headline: 'Acme in talks', publication: 'Example News' },
    {
      url: REPORT,
      title: 'sec.example',
      headline: 'Annual report',
      publication: 'SEC',
      quote: 'Worth a billion.',
    },
    { url: 'https://unknown.example/', title: 'unknown.example' },
    null,
  ];

  it('has the headline, the publication and the quote of the citation of the same day', async () => {
    const { data } = (await open(`${await company('valuation-chart')}.json`)).body as {
      data: WidgetData['valuation-chart'];
    };
    expect(data.points.map(({ source }) => source)).toEqual(expected);
    const put = await api.send('put', '/api/v1/embed/charts/', { data: [{ dataset_id }] });
    const chart = (await open(`${srcOf(put.body)}.json`)).body as { data: WidgetData['dataset-chart'] };
    expect(chart.data.series[0]!.points.map(({ source }) => source)).toEqual(expected);
  });

  /** Returns the plan of the statement that reads events, on Postgres with the rows that each step returned. */
  async function planOfEvents(work: () => Promise<unknown>): Promise<string[]> {
    const { db } = api;
    const seen: { sql: string; bindings: string[] }[] = [];
    const listen = (statement: (typeof seen)[number]) => seen.push(statement);
    db.on('query', listen);
    await work();
    db.removeListener('query', listen);
    const { sql, bindings } = seen.find((statement) => statement.sql.includes('citations_json'))!;
    if (engine === 'sqlite') {
      const steps = await db.raw<{ detail: string }[]>(`explain query plan ${sql}`, bindings);
      return steps.map(({ detail }) => detail);
    }
    return db.transaction(async (trx) => {
      // With so few events, Postgres would sort all of a company.
      for (const setting of ['seqscan', 'bitmapscan', 'sort'])
        await trx.raw(`set local enable_${setting} = off`);
      const { rows } = await trx.raw<{ rows: { 'QUERY PLAN': string }[] }>(
        `explain analyze ${sql.replaceAll(/\$\d+/g, '?')}`,
        bindings,
      );
      return rows.map((row) => row['QUERY PLAN']);
    });
  }

  it('reads the citations of the newest events of each company, even if another company has 1000 newer events', async () => {
    const { db } = api;
    const [acme, other] = (await db('companies').orderBy('id').pluck('id')) as [number, number];
    const event = await db('events').where({ company_id: other }).first<EventRow>();
    const many = Array.from({ length: 1500 }, (_, n) => ({
      ...event,
      ...{ id: `many-${n}`, name: `many-${n}`, event_date: '2024-04-01', citations_json: '[]' },
    }));
    await db.batchInsert('events', many, 50);
    const series = (...days: string[]) =>
      days.map((date) => ({ date, source: { url: ARTICLE, title: 'news.example' } }));
    const [points] = await withCitations(db, [acme, other], [series('2022-02-27')]);
    const unknown = { url: 'https://unknown.example/', title: 'unknown.example' } as Source;
    const [older] = await withCitations(db, [acme, other], [[{ date: '2024-03-01', source: unknown }]]);
    const plan = await planOfEvents(() =>
      withCitations(db, [acme, other], [[{ date: '2024-03-01', source: unknown }]]),
    );
    await db('events').whereLike('id', 'many-%').delete();
    // Each company is read from an index, in its order, up to the limit.
    if (engine === 'sqlite') {
      const ofOne = 'SEARCH events USING INDEX events_of_companies (company_id=?)';
      expect(plan.filter((step) => step.includes('SEARCH'))).toEqual([ofOne, ofOne]);
      expect(plan.filter((step) => step.includes('TEMP B-TREE'))).toHaveLength(1);
    } else {
      const reads = plan.filter((step) => step.includes(' on events'));
      expect(reads.map((step) => /actual .* rows=(\d+)/.exec(step)![1])).toEqual(['2', '1000']);
    }
    expect(points).toMatchObject([{ source: { headline: 'Acme in talks' } }]);
    expect(older).toEqual([{ date: '2024-03-01', source: unknown }]);
  });

  it('names the operator below the widget, in its picture and in oEmbed', async () => {
    const src = await company('valuation-table');
    const page = await open(src);
    expect(page.text).toContain(
      '<p class="brand">By <a href="https://research.example/" target="_blank" rel="noopener noreferrer">Acme &#60;Research&#62;</a></p>',
    );
    expect(((await open(`${src}.svg`)).body as Buffer).toString()).toContain(
      '>Acme &#60;Research&#62;</text>',
    );
    const oembed = await open(`/oembed?${new URLSearchParams({ url: PUBLIC_URL + src }).toString()}`);
    expect(oembed.body).toMatchObject({
      provider_name: 'Acme <Research>',
      provider_url: 'https://research.example/',
    });
  });

  const citedUrl = (text: string) => /href="(https:\/\/dossier\.example\/embeds[^"]+)"/.exec(text)![1]!;

  it('is cited with an address that later values do not change', async () => {
    const src = await company('valuation-chart', '&theme=dark');
    const page = await open(`${src}.cite`);
    expect([page.status, page.type]).toEqual([200, 'text/html']);
    expect(page.text).toContain('Acme &lt;Research&gt;. “Acme valuation”. Data as of 2025-03-01.');
    expect(page.text).toContain('@misc{Acmevaluation20250301,');
    const pinned = citedUrl(page.text);
    expect(pinned).toContain('theme=dark;asOf=2025-03-01/');
    expect((await open(src)).text).toContain(`${PUBLIC_URL}${src}.cite`);
    const cited = await open(`${pinned.replace(PUBLIC_URL, '')}.json`);
    expect(cited.body.data.points).toHaveLength(6);
    // Citing what is cited leads to the same address.
    const again = await open(`${pinned.replace(PUBLIC_URL, '')}.cite`);
    expect(citedUrl(again.text)).toBe(pinned);
  });

  it('has a citation address with the same expiry and origins as the embed', async () => {
    const src = await company('valuation-chart', '&expires=2099-01-01&origins=https://a.example');
    const page = await open(`${src}.cite`);
    expect(page.text).toContain('It expires on 2099-01-01');
    expect(citedUrl(page.text)).toMatch(
      /expires=2099-01-01T00:00:00\.000Z;origins=a\.example;asOf=2025-03-01/,
    );
    expect((await open(`${src}x.cite`)).status).toBe(404);
  });
});
