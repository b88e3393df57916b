import { z } from 'zod';
import { calendarDate, timestamp, uuid } from './scalars.ts';

/** The other names that callers and data may use for a base. */
const baseAliases = new Map([
  ['revenue', 'trailing_revenue'],
  ['arr', 'recurring_revenue'],
]);

/** The one name of a metric base: `revenue` is trailing_revenue, `arr` is recurring_revenue. */
export const canonicalBase = (base: string): string => baseAliases.get(base) ?? base;

const text = z.string().nullable();
const day = calendarDate.nullable();
const amount = z.number().nullable();

export const metricDefinition = z.object({
  base: z.string(),
  view: z.string(),
  base_period: text,
  base_forward: text,
  growth_period: text,
  growth_period_length: z.int().nullable(),
});

/** How an amount is known: `between` gives `low` and `high`, the others `amount`. */
export const measurementType = z.enum(['equals', 'greater_than', 'less_than', 'between', 'about']);

export const metricMeasurement = z.object({
  scenario: z.string(),
  end_date: calendarDate,
  custom_start_date: day,
  comparison_window_end_date: day,
  comparison_window_custom_start_date: day,
  type: measurementType,
  unit_kind: z.string(),
  currency_code: text,
  amount,
  low: amount,
  high: amount,
  scope_name: text,
  scope_type: text,
  status: z.string(),
});

/** Where a statement comes from; metrics and events show their sources in this form. */
export const citationSource = z
  .object({ link: z.string(), headline: z.string(), quote: text, publication: z.string(), type: z.string() })
  .meta({ id: 'CitationSource' });
export type CitationSource = z.infer<typeof citationSource>;

/** What identifies a company where its id is a string. */
export const companyReference = z
  .object({ id: z.string(), slug: z.string(), domain: z.string() })
  .meta({ id: 'CompanyReference' });
export type CompanyReference = z.infer<typeof companyReference>;

export const metricObservation = z
  .object({
    metric_id: uuid,
    metric_definition: metricDefinition,
    measurement: metricMeasurement,
    created_at: timestamp,
    updated_at: timestamp,
    company: companyReference,
    citations: z.object({
      /** Of the sources shown; without any there is no latest one. */
      summary: z.object({ count: z.int(), latest_updated_at: timestamp.nullable() }),
      sources: z.array(citationSource),
    }),
  })
  .meta({ id: 'MetricObservation' });
export type MetricObservation = z.infer<typeof metricObservation>;
