import type { MetricRow, Tracked } from '@dossier/store';
import { contentHash } from '../rows.ts';
import type { MetricRecord } from './record.ts';

export type MetricContent = Omit<MetricRow, 'id' | keyof Tracked>;

/** What says which observation a record is; how the amount is known, and the amount itself, may be corrected. */
const KEY = [
  'base',
  'view',
  'base_period',
  'base_forward',
  'growth_period',
  'growth_period_length',
  'scenario',
  'end_date',
  'custom_start_date',
  'comparison_window_end_date',
  'comparison_window_custom_start_date',
  'unit_kind',
  'currency_code',
  'scope_name',
  'scope_type',
] as const satisfies (keyof MetricContent)[];

/** What a record says of its observation, as columns. */
export function columnsOf({ metric_definition, measurement }: MetricRecord) {
  const { base_period, base_forward, growth_period, growth_period_length } = metric_definition;
  const columns = {
    ...metric_definition,
    base_period: base_period ?? null,
    base_forward: base_forward ?? null,
    growth_period: growth_period ?? null,
    growth_period_length: growth_period_length ?? null,
    ...measurement,
    custom_start_date: measurement.custom_start_date ?? null,
    comparison_window_end_date: measurement.comparison_window_end_date ?? null,
    comparison_window_custom_start_date: measurement.comparison_window_custom_start_date ?? null,
    currency_code: measurement.currency_code ?? null,
    amount: measurement.amount ?? null,
    low: measurement.low ?? null,
    high: measurement.high ?? null,
    scope_name: measurement.scope_name ?? null,
    scope_type: measurement.scope_type ?? null,
  };
  return { ...columns, observation_key: JSON.stringify(KEY.map((name) => columns[name])) };
}

/** The hash of no citations at all. */
const UNCITED = contentHash([]);

/** What is stored of an observation once the record is merged into it. */
export function contentOf(
  columns: ReturnType<typeof columnsOf>,
  citations: MetricRecord['citations'],
  companyId: number,
  stored: MetricRow | undefined,
): MetricContent {
  const kept = stored?.citations_hash ?? UNCITED;
  return {
    ...columns,
    company_id: companyId,
    citations_hash: citations === undefined ? kept : contentHash(citations ?? []),
  };
}
