import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { insertOneOfEach } from '../testing/one-of-each.ts';
import { expectFields } from '../testing/field-kinds.ts';

const CURSOR =
  'page_size integer, current_page_items integer, total_items integer, next_link url|nothing, ' +
  'prev_link url|nothing, after_cursor text|nothing, before_cursor text|nothing, next_cursor text|nothing, ' +
  'prev_cursor text|nothing';
const REFERENCE = 'id text, slug text, domain text';
const PREVIEW = 'title text, image url|nothing, description text|nothing';
const EQUITY =
  'name text, equity_type text, round_type text, issue_price decimal, issued_at time, updated_at time';

describe.each(engines)('the fields of the specification on %s', (engine) => {
  let api: TestApi;
  let acme: number;
  beforeAll(async () => {
    api = await startTestApi(engine, { clock: () => new Date('2026-01-10T00:00:00.000Z') });
    ({ acme } = await insertOneOfEach(api));
  });
  afterAll(() => api.close());

  const get = async (path: string) => {
    const response = await api.get(`/api/v1/${path}`);
    expect([path, response.status, response.type]).toEqual([path, 200, 'application/json']);
    return response.body;
  };

  describe('company', () => {
    it('detail [R-COMPANY-10]', async () => {
      expectFields(
        (await get('companies/acme/')).company,
        'id integer, slug text, name text, domain text, alternative_domains list, cik text, is_active boolean, ' +
          'type text, updated_at time, logo object, social list, founding_year integer, legal_entities list, ' +
          'headquarters object, key_people object, description text, categories list, documents list, ' +
          'company_datasets list, financials list, listings list, milestones list',
      );
    });

    it('cik is null for a company without filings [R-COMPANY-10]', async () => {
      expect((await get('companies/bare/')).company.cik).toBeNull();
    });

    it('parts of the profile [R-COMPANY-11 R-COMPANY-12 R-COMPANY-13 R-COMPANY-14 R-COMPANY-15]', async () => {
      const { company } = await get('companies/acme/');
      expectFields(company.logo, 'url url, dimensions object');
      expectFields(company.logo.dimensions, 'width integer, height integer');
      expectFields(company.social[0], 'url url, type text');
      expectFields(company.legal_entities[0], 'name text, country text');
      expectFields(company.headquarters, 'city text, country text');
      expectFields(company.key_people, 'founders list, ceo list');
      expectFields(company.key_people.founders[0], 'id uuid, name text');
      expectFields(company.key_people.ceo[0], 'id uuid, name text');
    });

    it('categories and documents [R-COMPANY-16 R-COMPANY-17]', async () => {
      const { company } = await get('companies/acme/');
      expectFields(company.categories[0], 'id integer, name text, slug text');
      expectFields(
        company.documents[0],
        'id integer, slug text, title text, link url, type text, date date, relation text, preview_meta object',
      );
      expectFields(company.documents[0].preview_meta, PREVIEW);
    });

    it('datasets [R-COMPANY-18 R-COMPANY-19]', async () => {
      const [dataset] = (await get('companies/acme/')).company.company_datasets;
      expectFields(
        dataset,
        'id uuid, dataset_id integer, name text, x_label text, y_label text, data list, source_type text|nothing, ' +
          'source_url url|nothing, status text, data_type text, frequency text|nothing, metric text, ' +
          'start_date time|nothing, end_date time|nothing, created_at time, updated_at time, company integer',
      );
      expect([dataset.status, dataset.company]).toEqual(['Active', acme]);
      expect(dataset.data).toHaveLength(2);
      // Without the source, which the database has as well.
      for (const point of dataset.data) expectFields(point, 'x time, y number, type text');
      expect(dataset.data).toEqual([
        { x: '2024-12-31T00:00:00.000Z', y: 1_000_000.5, type: 'historical' },
        { x: '2025-12-31T00:00:00.000Z', y: 2_000_000, type: 'estimate' },
      ]);
    });

    it('financials, listings and milestones [R-COMPANY-20 R-COMPANY-21 R-COMPANY-22]', async () => {
      const { company } = await get('companies/acme/');
      for (const financial of company.financials)
        expectFields(financial, 'name text, value number, date date');
      expect(company.financials.map(({ name }: { name: string }) => name)).toEqual([
        'latest_estimated_revenue',
        'latest_estimated_valuation',
        'total_estimated_funding',
      ]);
      expectFields(company.listings[0], 'ticker text, venue text, listed_at date');
      expectFields(
        company.milestones[0],
        'id uuid, type text, date date, label text, description text|nothing',
      );
    });

    it('has the sources of figures only if they are asked for', async () => {
      for (const path of ['companies/acme/?', 'companies/?company_domain=acme.com&']) {
        const { company } = await get(`${path}include=sources`);
        for (const financial of company.financials)
          expectFields(financial, 'name text, value number, date date, source_url url|nothing');
        expect(company.financials[1].source_url).toBe('https://news.example/valuation');
      }
    });

    it('ranking [R-RANK-01 R-RANK-02 R-RANK-04]', async () => {
      const body = await get('companies/rankings/');
      expectFields(body, 'companies list, meta object');
      expectFields(
        body.companies[0],
        'id integer, slug text, name text, domain text, type text, metric text, metric_value number, metric_date date',
      );
      expectFields(
        body.meta,
        'sort_by text, order text, company_type text, limit integer, total_ranked integer',
      );
    });
  });

  describe('news', () => {
    it('response, meta and pagination [R-NEWS-01 R-NEWS-06 R-NEWS-21 R-PAGE-01]', async () => {
      const body = await get('news/company/?company_id=' + acme);
      expectFields(body, 'company_news list, meta object, pagination object');
      expectFields(body.meta, 'query_type text, companies_count integer, companies list');
      expectFields(body.meta.companies[0], 'id integer, domain text');
      expectFields(body.pagination, CURSOR);
    });

    it('item and article [R-NEWS-03 R-NEWS-04 R-NEWS-05]', async () => {
      const [item] = (await get('news/company/?company_id=' + acme)).company_news;
      expectFields(
        item,
        'id uuid, release_date time, created_at time, updated_at time, headline text, short_headline text, ' +
          'description text, articles list, company object',
      );
      expectFields(
        item.articles[0],
        'id uuid, link url, headline text, short_summary text, date_published date|time, thumbnail url|nothing, ' +
          'publication text, publication_score integer',
      );
      expectFields(item.company, 'id integer, domain text');
    });
  });

  describe('document', () => {
    const ITEM =
      'id integer, slug text, title text, link url, web_url url, type text, date date, published_at date, ' +
      'created_at time, updated_at time, preview_meta object';

    it('detail [R-DOC-02 R-DOC-04 R-DOC-05 R-DOC-06]', async () => {
      const detail = await get('documents/anvil-market/');
      expectFields(
        detail,
        'type text, slug text, title text, last_publication_date time, metadata object, preview object, ' +
          'pdf_url url, web_url url, content object',
      );
      expectFields(
        detail.metadata,
        'total_sections integer, reading_time integer, total_elements integer, has_images boolean',
      );
      expectFields(detail.preview, PREVIEW);
      expectFields(detail.content, 'sections list, table_of_contents list');
      const [entry] = detail.content.table_of_contents;
      expectFields(entry, 'id text, title text, level integer, subsections list');
      expectFields(entry.subsections[0], 'id text, title text, level integer');
    });

    it('sections and elements [R-DOC-07 R-DOC-08 R-DOC-09]', async () => {
      const { sections } = (await get('documents/anvil-market/')).content;
      for (const section of sections) {
        expectFields(
          section,
          'id text, type text, title text, level integer, elements list, prev_section text|nothing, ' +
            'next_section text|nothing',
        );
        expect(section.type).toBe('section');
      }
      expect([sections[0].next_section, sections[1].prev_section]).toEqual(['second', 'first']);
      const [heading, paragraph, image] = sections[0].elements;
      for (const element of [heading, paragraph]) expectFields(element, 'text text, type text, spans list');
      expect([heading.type, paragraph.type, image.type]).toEqual(['heading2', 'paragraph', 'image']);
      expectFields(image, 'id text, type text, url url, dimensions object, srcset object, caption text');
      expectFields(image.dimensions, 'width integer, height integer');
      expectFields(image.srcset, 'small url, medium url, large url, original url');
    });

    it('list items [R-DOC-10 R-DOC-11 R-DOC-12 R-DOC-13 R-DOC-14 R-DOC-16]', async () => {
      const global = await get('documents');
      expectFields(global, 'documents list, pagination object');
      expectFields(global.pagination, CURSOR);
      expectFields(global.documents[0], `${ITEM}, companies list`);
      expectFields(global.documents[0].companies[0], 'id integer, domain text, relation text');
      expectFields(global.documents[0].preview_meta, PREVIEW);
      const scoped = await get('documents?company_domain=acme.com');
      expectFields(scoped.documents[0], `${ITEM}, relation text`);
    });
  });

  it('filings, their meta and pagination [R-FILING-01 R-FILING-03 R-FILING-04 R-PAGE-06]', async () => {
    const body = await get('filings/?company_domain=acme.com');
    expectFields(body, 'filings list, meta object, pagination object');
    expectFields(
      body.filings[0],
      'id uuid, name text, type text, format text, region text, filed_at time, created_at time, updated_at time, url url',
    );
    expectFields(
      body.meta,
      'company_id text, company_domain text, company_name text, filing_type_filter text|nothing',
    );
    expectFields(
      body.pagination,
      'next url|nothing, previous url|nothing, page_size integer, current_page_items integer',
    );
  });

  describe('metrics', () => {
    it('response and meta [R-METRIC-01 R-METRIC-08]', async () => {
      const body = await get('metrics/?company_domain=acme.com');
      expectFields(body, 'metrics list, pagination object, meta object');
      expectFields(body.pagination, CURSOR);
      expectFields(body.meta, 'query_type text, companies_count integer, companies list');
      expectFields(body.meta.companies[0], REFERENCE);
    });

    it('observation [R-METRIC-02 R-METRIC-03 R-METRIC-04 R-METRIC-05 R-METRIC-06 R-METRIC-07]', async () => {
      const [metric] = (await get('metrics/?company_domain=acme.com')).metrics;
      expectFields(
        metric,
        'metric_id uuid, metric_definition object, measurement object, created_at time, updated_at time, ' +
          'company object, citations object',
      );
      expectFields(
        metric.metric_definition,
        'base text, view text, base_period text, base_forward nothing, growth_period nothing, ' +
          'growth_period_length nothing',
      );
      expectFields(
        metric.measurement,
        'scenario text, end_date date, custom_start_date nothing, comparison_window_end_date nothing, ' +
          'comparison_window_custom_start_date nothing, type text, unit_kind text, currency_code text, ' +
          'amount number, low nothing, high nothing, scope_name nothing, scope_type nothing, status text',
      );
      expectFields(metric.company, REFERENCE);
      expectFields(metric.citations, 'summary object, sources list');
      expectFields(metric.citations.summary, 'count integer, latest_updated_at time');
      expectFields(
        metric.citations.sources[0],
        'link url, headline text, quote text, publication text, type text',
      );
    });
  });

  describe('categories', () => {
    it('of a company, and one by slug [R-CATEGORY-01 R-CATEGORY-02]', async () => {
      const CATEGORY = 'id integer, name text, slug text';
      const body = await get('categories/?company_domain=acme.com');
      expectFields(body, 'categories list');
      expectFields(body.categories[0], CATEGORY);
      const one = await get('categories/?slug=anvils');
      expectFields(one, 'category object');
      expectFields(one.category, CATEGORY);
    });

    it('items [R-CATEGORY-04 R-CATEGORY-09 R-CATEGORY-10 R-CATEGORY-11 R-PAGE-07]', async () => {
      const body = await get('categories/anvils/items/?limit=1');
      expectFields(body, 'category object, items list, pagination object');
      expectFields(body.pagination, 'limit integer, offset integer, total integer, next_offset integer');
      const { items } = await get('categories/anvils/items/');
      for (const item of items) {
        expectFields(
          item,
          'type text, id integer, slug text, title text, description text|nothing, published_at time, meta object',
        );
      }
      const metaOf = (type: string) => items.find((item: { type: string }) => item.type === type).meta;
      expectFields(metaOf('company'), 'domain text, logo object');
      expectFields(metaOf('company').logo, 'url url, dimensions object');
      expectFields(metaOf('document'), 'doc_type text, document_type text, pdf_url url, preview_image url');
    });
  });

  describe('events', () => {
    const TRACKED = 'created_at time, updated_at time';
    const ACTION =
      'id uuid, name text, type text, announced_date date, effective_date date|nothing, ' +
      'description text|nothing, data object, status text';
    const one = async (type: string, more = '') => (await get(`events/?types=${type}${more}`)).events[0];

    it('envelope of v1 [R-EVENT-01 R-EVENT-02 R-EVENT-04 R-EVENT-08]', async () => {
      const body = await get('events/');
      expectFields(body, 'events list, pagination object');
      for (const event of body.events) {
        expectFields(
          event,
          'event_id text, event_type text, event_subtype text, event_name text, event_date date, ' +
            'event_status text, event_last_updated_at time, company object, data object',
        );
        expectFields(event.company, REFERENCE);
      }
      expect(body.events.map((event: { event_type: string }) => event.event_type).sort()).toEqual([
        'company_milestone',
        'corporate_action',
        'funding_round',
        'secondary_transaction',
      ]);
    });

    it('envelope of v0 [R-VERSION-05]', async () => {
      for (const event of (await get('events/?version=v0')).events) {
        expectFields(
          event,
          'event_id text, event_type text, event_subtype text, event_date date, event_last_updated_at time, ' +
            'company object, data object',
        );
      }
    });

    it('data of a funding round [R-EVENT-09 R-EVENT-10 R-VERSION-07]', async () => {
      const V0 =
        'id uuid, name text, round_type text, amount_raised decimal, currency text, valuation decimal|nothing, ' +
        `announced_date date, equities list, status text, ${TRACKED}`;
      const { data } = await one('funding-round');
      expectFields(data, `${V0}, is_extension boolean`);
      expectFields((await one('funding-round', '&version=v0')).data, V0);
    });

    it('equities of a round, present or empty [R-EVENT-13]', async () => {
      for (const version of ['v0', 'v1']) {
        const { equities } = (await one('funding-round', `&version=${version}`)).data;
        expect(equities).toHaveLength(2);
        for (const equity of equities) expectFields(equity, EQUITY);
        expect(equities.map((equity: { name: string }) => equity.name)).toEqual([
          'Series A Preferred',
          'Series A Common',
        ]);
        expect((await one('secondary-transaction', `&version=${version}`)).data.equities).toEqual([]);
      }
    });

    it('data of a secondary transaction [R-EVENT-14 R-EVENT-15 R-VERSION-06]', async () => {
      const V0 =
        'id uuid, name text, transaction_type text, transaction_amount decimal|nothing, currency text, ' +
        'valuation decimal|nothing, price_per_share decimal|nothing, announced_date date, equities list, ' +
        `status text, ${TRACKED}`;
      expectFields((await one('secondary-transaction')).data, `${V0}, closing_date date`);
      expectFields((await one('secondary-transaction', '&version=v0')).data, V0);
    });

    it('data of a corporate action and of a milestone [R-EVENT-17 R-EVENT-30 R-VERSION-08]', async () => {
      expectFields((await one('corporate-action')).data, ACTION);
      expectFields((await one('company-milestone')).data, ACTION);
      for (const { data } of (await get('events/?version=v0&types=company-milestone')).events) {
        expectFields(
          data,
          'id uuid, type text, date date, label text, description text|nothing, data object',
        );
      }
    });

    it('legacy funding [R-FUNDING-01 R-FUNDING-02 R-FUNDING-03 R-FUNDING-04]', async () => {
      const body = await get('funding-rounds/?company_domain=acme.com');
      expectFields(body, 'id integer, name text, domain text, funding_rounds list');
      const [round] = body.funding_rounds;
      expectFields(round, 'round_name text, share_details list, citations list');
      expectFields(round.share_details[0], 'name text, issue_price decimal, issued_at date, updated_at time');
      expectFields(round.citations[0], 'type text, url url, updated_at time');
    });
  });

  it('search results with FTS5 [R-SEARCH-09 R-SEARCH-10 R-SEARCH-12 R-SEARCH-14 R-SEARCH-16]', async () => {
    const { body } = await api.send('post', '/api/v1/search/', { query: 'anvil' });
    expectFields(body, 'query text, total_results integer, page integer, per_page integer, results list');
    const [document, company] = body.results;
    const RESULT =
      'document_id text, type text, title text, excerpt text, url text, date time, highlight object';
    for (const result of body.results) expectFields(result, RESULT);
    expect([document.type, company.type, company.excerpt]).toEqual(['document', 'company', '']);
    expectFields(document.highlight, 'title text, content text');
    expectFields(company.highlight, 'title text');
    expect(document.date).toMatch(/[+-]\d\d:\d\d$/);
    expect(document.url).toBe('/research/anvil-market');
  });

  it('search results have the section that matched only if it is asked for', async () => {
    const { body } = await api.send('post', '/api/v1/search/', { query: 'anvil', include: ['sections'] });
    const [document] = body.results;
    expectFields(document.section, 'id text, title text');
    expect(document.url).toBe(`/research/anvil-market#${document.section.id}`);
  });

  it('embeds [R-EMBED-01]', async () => {
    const body = await get('embed/company-data-summary/?company_id=' + acme);
    expectFields(body, 'status text, data object');
    expect(body.status).toBe('success');
    expectFields(body.data, 'embed_html text');
    expect(body.data.embed_html).toMatch(/^<iframe .*<\/iframe>$/);
  });
});
