import { groupBy, type MetricObservation } from '@dossier/shared';
import type { CompanyRef, MetricCitationRow, MetricRow } from '@dossier/store';
import type { FoundScope, OfCompany } from '../../query/scope.ts';
import { viewCompanyReference, viewSource } from '../../views.ts';

/** Returns observations with their companies and citations. */
export function viewMetrics(
  metrics: OfCompany<MetricRow, CompanyRef>[],
  citations: MetricCitationRow[],
): MetricObservation[] {
  const byMetric = groupBy(citations, ({ metric_id }) => metric_id);
  return metrics.map(({ row, company }) => ({
    metric_id: row.id,
    metric_definition: {
      base: row.base,
      view: row.view,
      base_period: row.base_period,
      base_forward: row.base_forward,
      growth_period: row.growth_period,
      growth_period_length: row.growth_period_length,
    },
    measurement: {
      scenario: row.scenario,
      end_date: row.end_date,
      custom_start_date: row.custom_start_date,
      comparison_window_end_date: row.comparison_window_end_date,
      comparison_window_custom_start_date: row.comparison_window_custom_start_date,
      type: row.type,
      unit_kind: row.unit_kind,
      currency_code: row.currency_code,
      amount: row.amount,
      low: row.low,
      high: row.high,
      scope_name: row.scope_name,
      scope_type: row.scope_type,
      status: row.status,
    },
    created_at: row.created_at,
    updated_at: row.updated_at,
    company: viewCompanyReference(company),
    citations: viewCitations(byMetric.get(row.id) ?? []),
  }));
}

/** Returns the scope of the request and the companies found. */
export function viewMetricsMeta({ type, companies }: FoundScope) {
  return {
    query_type: type,
    companies_count: companies?.length ?? 0,
    companies: (companies ?? []).map(viewCompanyReference),
  };
}

/** Returns citations with a summary. The summary covers only the citations shown, not all stored ones. */
function viewCitations(rows: MetricCitationRow[]): MetricObservation['citations'] {
  const latest = rows.reduce((max, { updated_at }) => (updated_at > max ? updated_at : max), '');
  return {
    summary: { count: rows.length, latest_updated_at: latest || null },
    sources: rows.map(viewSource),
  };
}
