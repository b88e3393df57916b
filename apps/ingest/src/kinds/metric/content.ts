import type { MetricRow } from '@dossier/store';
import { contentHash } from '../../stored/hash.ts';
import type { ContentColumns } from '../row-rules.ts';
import type { MetricRecord } from './record.ts';

type MetricContent = ContentColumns<MetricRow, 'observation_key'>;

/** The columns that identify an observation. The amount, and how it is known, may be corrected. */
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

/** Returns the columns that a record states, without citations. Node 20 needs ten times as long to spread the two objects. */
export function columnsOf({ metric_definition, measurement }: MetricRecord) {
  return {
    base: metric_definition.base,
    view: metric_definition.view,
    base_period: metric_definition.base_period ?? null,
    base_forward: metric_definition.base_forward ?? null,
    growth_period: metric_definition.growth_period ?? null,
    growth_period_length: metric_definition.growth_period_length ?? null,
    scenario: measurement.scenario,
    end_date: measurement.end_date,
    custom_start_date: measurement.custom_start_date ?? null,
    comparison_window_end_date: measurement.comparison_window_end_date ?? null,
    comparison_window_custom_start_date: measurement.comparison_window_custom_start_date ?? null,
    type: measurement.type,
    unit_kind: measurement.unit_kind,
    currency_code: measurement.currency_code ?? null,
    amount: measurement.amount ?? null,
    low: measurement.low ?? null,
    high: measurement.high ?? null,
    scope_name: measurement.scope_name ?? null,
    scope_type: measurement.scope_type ?? null,
    status: measurement.status,
  };
}

/** Returns the natural key of an observation, as JSON. */
export const observationKey = (columns: Pick<MetricContent, (typeof KEY)[number]>): string =>
  JSON.stringify(KEY.map((name) => columns[name]));

/** The hash of an empty list of citations. */
const UNCITED = contentHash([]);

/** Returns what an observation states once the record is merged into it. */
export function contentOf(given: MetricRecord, stored: MetricRow | undefined): MetricContent {
  const kept = stored?.citations_hash ?? UNCITED;
  return {
    ...columnsOf(given),
    citations_hash: given.citations === undefined ? kept : contentHash(given.citations ?? []),
  };
}
