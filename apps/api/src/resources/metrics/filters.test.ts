import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { insertCompany, insertMetric } from '../../testing/fixtures.ts';

/** Three observations that differ in every field that a filter reads. */
const observations = [
  {
    base: 'trailing_revenue',
    view: 'value',
    base_period: 'year',
    growth_period: 'year',
    scenario: 'historical',
    end_date: '2025-01-31',
    comparison_window_end_date: '2024-01-31',
    created_at: '2026-01-01T10:00:00.000Z',
    updated_at: '2026-02-01T10:00:00.000Z',
  },
  {
    base: 'recurring_revenue',
    view: 'growth',
    base_period: 'quarter',
    growth_period: 'quarter',
    scenario: 'projection',
    end_date: '2025-02-28',
    comparison_window_end_date: '2024-02-29',
    created_at: '2026-01-02T10:00:00.000Z',
    updated_at: '2026-02-02T10:00:00.000Z',
  },
  {
    base: 'gross_profit',
    view: 'margin',
    base_period: 'month',
    growth_period: 'month',
    scenario: 'budget',
    end_date: '2025-03-31',
    comparison_window_end_date: '2024-03-31',
    created_at: '2026-01-03T10:00:00.000Z',
    updated_at: '2026-02-03T10:00:00.000Z',
  },
];

describe.each(engines)('the filters of metrics on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    const company_id = await insertCompany(api.db, { domain: 'acme.com' });
    for (const fields of observations) await insertMetric(api.db, { company_id, ...fields });
  });
  afterAll(() => api.close());

  /** The places of the observations that a query finds. */
  async function found(query: string): Promise<number[]> {
    const { status, body } = await api.get(`/api/v1/metrics/?company_domain=acme.com&${query}`);
    expect(status).toBe(200);
    const bases = body.metrics.map(
      (metric: { metric_definition: { base: string } }) => metric.metric_definition.base,
    );
    return observations.flatMap(({ base }, place) => (bases.includes(base) ? [place] : []));
  }

  it('returns all three observations without a filter', async () => {
    expect(await found('page_size=100')).toEqual([0, 1, 2]);
  });

  it.each([
    ['R-METRIC-15', 'metric_base', 'recurring_revenue,gross_profit'],
    ['R-METRIC-16', 'metric_view', 'growth,margin'],
    ['R-METRIC-17', 'base_period', 'quarter,month'],
    ['R-METRIC-18', 'growth_period', 'quarter,month'],
    ['R-METRIC-19', 'measurement_scenario', 'projection,budget'],
  ])('[%s] %s=%s returns exactly the observations with one of these values', async (_, field, values) => {
    expect(await found(`${field}=${values}`)).toEqual([1, 2]);
    expect(await found(`${field}=${values.split(',')[0]}`)).toEqual([1]);
    expect(await found(`${field}=none_such`)).toEqual([]);
  });

  it.each([
    ['R-METRIC-20', 'measurement_end_date', '2025-01-31', '2025-02-28', '2025-03-31'],
    ['R-METRIC-21', 'comparison_window_end_date', '2024-01-31', '2024-02-29', '2024-03-31'],
    ['R-METRIC-22', 'created_at', '2026-01-01T10:00:00Z', '2026-01-02T10:00:00Z', '2026-01-03T10:00:00Z'],
    ['R-METRIC-22', 'updated_at', '2026-02-01T10:00:00Z', '2026-02-02T10:00:00Z', '2026-02-03T10:00:00Z'],
  ])('[%s] both bounds on %s are inclusive', async (_, field, first, middle, last) => {
    expect(await found(`${field}_gte=${middle}`)).toEqual([1, 2]);
    expect(await found(`${field}_lte=${middle}`)).toEqual([0, 1]);
    expect(await found(`${field}_gte=${middle}&${field}_lte=${middle}`)).toEqual([1]);
    expect(await found(`${field}_gte=${first}&${field}_lte=${last}`)).toEqual([0, 1, 2]);
  });

  it.each([
    ['revenue', [0]],
    ['arr', [1]],
    ['revenue,arr', [0, 1]],
  ])('[R-METRIC-29] metric_base=%s returns the observations of its canonical base', async (name, places) => {
    expect(await found(`metric_base=${name}`)).toEqual(places);
  });
});
