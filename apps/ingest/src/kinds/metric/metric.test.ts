import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import type { MetricCitationRow, MetricRow } from '@dossier/store';
import { loadRecords, tally } from '../../testing/load.ts';
import { companyKind } from '../company/index.ts';
import { metricKind } from './index.ts';

const CITATION = {
  link: 'https://news.example/acme',
  headline: 'Acme doubles',
  quote: 'Sales were 5 million.',
  publication: 'Example News',
  type: 'article',
};
const REVENUE = {
  company: 'acme.com',
  metric_definition: { base: 'trailing_revenue', view: 'value', base_period: 'year' },
  measurement: {
    scenario: 'historical',
    end_date: '2025-12-31',
    type: 'equals',
    unit_kind: 'currency',
    currency_code: 'USD',
    amount: 5000000.01,
  },
  citations: [CITATION, { ...CITATION, link: 'https://news.example/2', quote: ' ' }],
};
const GROWTH = {
  company: 'acme.com',
  metric_definition: {
    base: 'arr',
    view: 'growth',
    base_period: 'year',
    growth_period: 'year',
    growth_period_length: 1,
  },
  measurement: {
    scenario: 'projection',
    end_date: '2026-12-31',
    comparison_window_end_date: '2025-12-31',
    type: 'between',
    unit_kind: 'percent',
    currency_code: null,
    low: -2.5,
    high: 9007199254740991,
  },
};
const measuring = (record: { measurement: object }, change: object) => ({
  ...record,
  measurement: { ...record.measurement, ...change },
});

describe.each(engines)('metrics on %s', (engine) => {
  let database: TestDatabase;
  const load = (...records: object[]) => loadRecords(database.db, metricKind, records);
  const rowOf = async (base: string): Promise<MetricRow> => database.db('metrics').where({ base }).first();
  const citationsOf = async (id: string): Promise<MetricCitationRow[]> =>
    database.db('metric_citations').where({ metric_id: id }).orderBy('position');
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    await loadRecords(database.db, companyKind, [
      { domain: 'acme.com', name: 'Acme', type: 'private', alternative_domains: ['acme.org'] },
    ]);
    expect(tally(await load(REVENUE, GROWTH))).toEqual({ new: 2 });
  });
  afterAll(() => database.close());

  it('stores an observation with exact amounts, and absent fields as null', async () => {
    const row = await rowOf('trailing_revenue');
    expect(row).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5/),
      base_period: 'year',
      growth_period: null,
      amount: 5000000.01,
      low: null,
      high: null,
      scope_name: null,
      status: 'Active',
      created_at: row.updated_at,
    });
  });

  it('stores the base arr as recurring_revenue', async () => {
    expect(await rowOf('recurring_revenue')).toMatchObject({
      growth_period_length: 1,
      amount: null,
      low: -2.5,
      high: 9007199254740991,
      currency_code: null,
    });
  });

  it('stores citations in order, a blank quote as null, and a default is_filing from the type', async () => {
    const { id, updated_at } = await rowOf('trailing_revenue');
    const citations = await citationsOf(id);
    expect(citations).toMatchObject([
      { link: CITATION.link, quote: CITATION.quote, snippet: null, updated_at },
      { quote: null },
    ]);
    expect(citations.map(({ is_filing }) => Boolean(is_filing))).toEqual([false, false]);
    const filing = { ...CITATION, type: 'filing' };
    await load({
      ...GROWTH,
      citations: [filing, { ...filing, link: 'https://x.example', is_filing: false }],
    });
    const filings = await citationsOf((await rowOf('recurring_revenue')).id);
    expect(filings.map(({ is_filing }) => Boolean(is_filing))).toEqual([true, false]);
  });

  it('changes nothing when an observation is loaded twice, by any domain of its company', async () => {
    const read = () =>
      Promise.all(
        ['metrics', 'metric_citations'].map((table) => database.db(table).orderBy(['updated_at', 1])),
      );
    const before = await read();
    expect(tally(await load(REVENUE, GROWTH, { ...REVENUE, company: 'ACME.org' }))).toEqual({ unchanged: 3 });
    expect(await read()).toEqual(before);
  });

  it('updates an observation when its amount changes, and adds one for another date or scope', async () => {
    const before = await rowOf('trailing_revenue');
    const corrected = measuring(REVENUE, { type: 'about', amount: 5.1e6 });
    expect(tally(await load(corrected))).toEqual({ changed: 1 });
    const after = await rowOf('trailing_revenue');
    expect(after).toMatchObject({
      id: before.id,
      created_at: before.created_at,
      amount: 5.1e6,
      type: 'about',
    });
    expect(after.updated_at > before.updated_at).toBe(true);
    expect(tally(await load(REVENUE))).toEqual({ changed: 1 });
    const others = [
      measuring(REVENUE, { end_date: '2024-12-31' }),
      measuring(REVENUE, { scope_name: 'Europe', scope_type: 'region' }),
      measuring(REVENUE, { currency_code: 'eur' }),
      measuring(REVENUE, { scenario: 'projection' }),
    ];
    expect(tally(await load(...others))).toEqual({ new: 4 });
    expect(tally(await load(...others))).toEqual({ unchanged: 4 });
  });

  it('updates an observation when its citations change, and keeps updated_at of unchanged ones', async () => {
    const cited = measuring(REVENUE, { scope_name: 'Cited' });
    await load(cited);
    const [{ id }] = await database.db('metrics').where({ scope_name: 'Cited' });
    const [first] = await citationsOf(id);
    const added = { ...CITATION, link: 'https://news.example/3', snippet: 'five million' };
    expect(tally(await load({ ...cited, citations: [added, CITATION] }))).toEqual({ changed: 1 });
    const [{ updated_at }] = await database.db('metrics').where({ id });
    const after = await citationsOf(id);
    expect(after.map((citation) => [citation.link, citation.updated_at])).toEqual([
      [added.link, updated_at],
      [CITATION.link, first!.updated_at],
    ]);
    expect(updated_at > first!.updated_at).toBe(true);
    expect(tally(await load({ ...cited, citations: undefined }))).toEqual({ unchanged: 1 });
    expect(tally(await load({ ...cited, citations: null }))).toEqual({ changed: 1 });
    expect(await citationsOf(id)).toEqual([]);
  });

  it('stores the first of two contradictory records of one load and rejects the second', async () => {
    expect(await load(GROWTH, measuring(GROWTH, { low: 3 }))).toMatchObject([
      { outcome: 'unchanged' },
      { outcome: 'rejected', reason: 'duplicate metric: record 1 has it with other content' },
    ]);
  });

  it('keeps percentages free of currencies, and growth with the end of its comparison [R-METRIC-26 R-METRIC-27]', async () => {
    for (const [field, value] of [
      ['currency_code', 'USD'],
      ['comparison_window_end_date', null],
    ] as const) {
      expect(await load(measuring(GROWTH, { [field]: value }))).toEqual([
        { outcome: 'rejected', reason: expect.stringContaining(`measurement.${field}`) },
      ]);
    }
    await load(GROWTH);
    const rows = await database.db('metrics').where({ view: 'growth' });
    expect(rows.length).toBeGreaterThan(0);
    for (const { currency_code, comparison_window_end_date } of rows)
      expect([currency_code, comparison_window_end_date]).toEqual([null, expect.any(String)]);
  });

  it.each([
    [{ ...REVENUE, company: 'nobody.com' }, 'unknown company: no company has the domain nobody.com'],
    [measuring(REVENUE, { amount: undefined }), 'measurement.amount is required when type is equals'],
    [measuring(REVENUE, { amount: '5M' }), 'measurement.amount'],
    [measuring(REVENUE, { amount: 2 ** 53 }), 'measurement.amount is too large to be exact'],
    [measuring(REVENUE, { currency_code: null }), 'measurement.currency_code is required for a currency'],
    [measuring(REVENUE, { currency_code: 'dollars' }), 'measurement.currency_code must be a currency code'],
    [measuring(REVENUE, { type: 'roughly' }), 'measurement.type'],
    [measuring(REVENUE, { end_date: '2025-02-30' }), 'measurement.end_date must be a date'],
    [measuring(REVENUE, { end_date: null }), 'measurement.end_date'],
    [
      measuring(REVENUE, { custom_start_date: '2026-01-01' }),
      'measurement.custom_start_date must not be after',
    ],
    [measuring(GROWTH, { currency_code: 'USD' }), 'measurement.currency_code must be null for a percent'],
    [
      measuring(GROWTH, { comparison_window_end_date: null }),
      'measurement.comparison_window_end_date is required when view is growth',
    ],
    [measuring(GROWTH, { high: null }), 'measurement.high is required when type is between'],
    [measuring(GROWTH, { low: 1e10, high: 1 }), 'measurement.low must not be above high'],
    [{ ...REVENUE, metric_definition: { view: 'value' } }, 'metric_definition.base'],
    [
      { ...REVENUE, citations: [{ ...CITATION, link: 'acme' }] },
      'citations[0].link must be an http(s) address',
    ],
    [{ ...REVENUE, amount: 5 }, 'amount'],
  ])('rejects %j with a reason', async (record, words) => {
    const before = await database.db('metrics').orderBy('id');
    expect(await load(record)).toEqual([{ outcome: 'rejected', reason: expect.stringContaining(words) }]);
    expect(await database.db('metrics').orderBy('id')).toEqual(before);
  });
});
