import { z } from 'zod';
import { calendarDate, like, timestamp, uuid } from './scalars.ts';

/** Aliases of metric bases, in requests and data. */
const baseAliases = new Map([
  ['revenue', 'trailing_revenue'],
  ['arr', 'recurring_revenue'],
]);

/** Returns the canonical name of a metric base: `trailing_revenue` for `revenue`, `recurring_revenue` for `arr`. */
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

/** How precisely an amount is known: `between` has `low` and `high`, the others have `amount`. */
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

/** A source of a metric or an event. */
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

/** The identifiers of a company, with the id as a string. */
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
      /** Covers the sources shown; `latest_updated_at` is null without any. */
      summary: z.object({ count: z.int(), latest_updated_at: timestamp.nullable() }),
      sources: z.array(citationSource),
    }),
  })
  .meta({ id: 'MetricObservation' });
export type MetricObservation = z.infer<typeof metricObservation>;
