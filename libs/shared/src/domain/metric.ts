import { z } from 'zod';
import { calendarDate, like, timestamp, uuid } from './scalars.ts';

/** The other names that callers and data may use for a base. */
const baseAliases = new Map([
  ['revenue', 'trailing_revenue'],
  ['arr', 'recurring_revenue'],
]);

/** The one name of a metric base: `revenue` is trailing_revenue, `arr` is recurring_revenue. */
export const canonicalBase = (base: string): string => baseAliases.get(base) ?? base;

const nullable = (example: string) => like(example).nullable();
const day = calendarDate.nullable();
const amount = z
  .number()
  .meta({ examples: [5_100_000_000] })
  .nullable();

export const metricDefinition = z.object({
  base: like('trailing_revenue'),
  view: like('value'),
  base_period: nullable('year'),
  base_forward: nullable('year'),
  growth_period: nullable('year'),
  growth_period_length: z.int().nullable(),
});

/** How an amount is known: `between` gives `low` and `high`, the others `amount`. */
export const measurementType = z.enum(['equals', 'greater_than', 'less_than', 'between', 'about']);

export const metricMeasurement = z.object({
  scenario: like('historical'),
  end_date: calendarDate,
  custom_start_date: day,
  comparison_window_end_date: day,
  comparison_window_custom_start_date: day,
  type: measurementType,
  unit_kind: like('currency'),
  currency_code: nullable('USD'),
  amount,
  low: amount,
  high: amount,
  scope_name: nullable('Europe'),
  scope_type: nullable('region'),
  status: like('Active'),
});

/** Where a statement comes from; metrics and events show their sources in this form. */
export const citationSource = z
  .object({
    link: like('https://stripe.com/newsroom'),
    headline: like('Stripe publishes its annual letter'),
    quote: nullable('Revenue passed five billion dollars.'),
    publication: like('Stripe Newsroom'),
    type: like('article'),
  })
  .meta({ id: 'CitationSource' });
export type CitationSource = z.infer<typeof citationSource>;

/** What identifies a company where its id is a string. */
export const companyReference = z
  .object({ id: like('12'), slug: like('stripe'), domain: like('stripe.com') })
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
