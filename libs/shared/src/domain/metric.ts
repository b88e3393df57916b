import { z } from 'zod';
import { calendarDate, textLike, timestamp, uuid } from './scalars.ts';

/** Aliases of metric bases, in requests and data. */
const baseAliases = new Map([
  ['revenue', 'trailing_revenue'],
  ['arr', 'recurring_revenue'],
]);

/** Returns the canonical name of a metric base: `trailing_revenue` for `revenue`, `recurring_revenue` for `arr`. */
export const canonicalBase = (base: string): string => baseAliases.get(base) ?? base;

const nullable = (example: string) => textLike(example).nullable();
const day = calendarDate.nullable();
const amount = z
  .number()
  .meta({ examples: [5_100_000_000] })
  .nullable();

export const metricDefinition = z.object({
  base: textLike('trailing_revenue').describe('What is measured, such as `trailing_revenue`'),
  view: textLike('value').describe('`value`, or `growth` over an earlier period'),
  base_period: nullable('year').describe('The length of the measured period'),
  base_forward: nullable('year').describe('How far ahead the period lies, for forecasts'),
  growth_period: nullable('year').describe('The unit of the period over which growth is measured'),
  growth_period_length: z.int().nullable().describe('The number of these units'),
});

/** How precisely an amount is known: `between` has `low` and `high`, the others have `amount`. */
export const measurementType = z.enum(['equals', 'greater_than', 'less_than', 'between', 'about']);

export const metricMeasurement = z.object({
  scenario: textLike('historical').describe('`historical`, or `projection` for a forecast'),
  end_date: calendarDate.describe('The last day of the measured period'),
  custom_start_date: day.describe('The first day, if the period has no usual length'),
  comparison_window_end_date: day.describe('The last day of the period that growth compares with'),
  comparison_window_custom_start_date: day.describe(
    'The first day of that period, if it has no usual length',
  ),
  type: measurementType.describe(
    'How precisely the value is known: `between` has `low` and `high`, the others have `amount`',
  ),
  unit_kind: textLike('currency').describe('The kind of unit, such as `currency`, `percent` or `count`'),
  currency_code: nullable('USD').describe('The ISO 4217 code, for currencies'),
  amount: amount.describe('The value in single units'),
  low: amount.describe('The lower bound'),
  high: amount.describe('The upper bound'),
  scope_name: nullable('Europe').describe('The part of the company that is measured; null for all of it'),
  scope_type: nullable('region').describe('The kind of part, such as `region` or `segment`'),
  status: textLike('Active').describe('The state of the observation: `Active` while it is in use'),
});

/** A source of a metric or an event. */
export const citationSource = z
  .object({
    link: textLike('https://stripe.com/newsroom').describe('The address of the source'),
    headline: textLike('Stripe publishes its annual letter').describe('The title of the source'),
    quote: nullable('Revenue passed five billion dollars.').describe('The words that state the value'),
    publication: textLike('Stripe Newsroom').describe('Who published it'),
    type: textLike('article').describe('The kind of source, such as `article` or `filing`'),
  })
  .meta({ id: 'CitationSource' });
export type CitationSource = z.infer<typeof citationSource>;

/** The identifiers of a company, with the id as a string. */
export const companyReference = z
  .object({
    id: textLike('12').describe('The id of the company, as text'),
    slug: textLike('stripe').describe('The name of the company in addresses'),
    domain: textLike('stripe.com').describe('The main domain of the company'),
  })
  .meta({ id: 'CompanyReference' });
export type CompanyReference = z.infer<typeof companyReference>;

export const metricObservation = z
  .object({
    metric_id: uuid.describe('The id of the observation'),
    metric_definition: metricDefinition.describe('What is measured'),
    measurement: metricMeasurement.describe('The value, its period and its unit'),
    created_at: timestamp.describe('When the observation was first stored'),
    updated_at: timestamp.describe('When the observation last changed'),
    company: companyReference.describe('The company that is measured'),
    citations: z
      .object({
        /** Covers the sources shown; `latest_updated_at` is null without any. */
        summary: z
          .object({
            count: z.int().describe('The number of sources'),
            latest_updated_at: timestamp.nullable().describe('When the newest source was stored'),
          })
          .describe('A summary of `sources`'),
        sources: z.array(citationSource).describe('The sources'),
      })
      .describe('Where the value comes from'),
  })
  .meta({ id: 'MetricObservation' });
export type MetricObservation = z.infer<typeof metricObservation>;
