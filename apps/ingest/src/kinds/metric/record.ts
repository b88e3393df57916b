import { canonicalBase, measurementType } from '@dossier/shared';
import { z } from 'zod';
import { companyFields, namesCompany, NOT_NAMED } from '../../fields/references.ts';
import { code, currencyCode, date, exactNumber, text, webAddress } from '../../fields/values.ts';

const definition = z.strictObject({
  base: code.transform(canonicalBase),
  view: code,
  base_period: code.nullish(),
  base_forward: code.nullish(),
  growth_period: code.nullish(),
  growth_period_length: z.int().min(1).max(1000).nullish(),
});

const measurement = z.strictObject({
  scenario: code,
  end_date: date,
  custom_start_date: date.nullish(),
  comparison_window_end_date: date.nullish(),
  comparison_window_custom_start_date: date.nullish(),
  type: measurementType,
  unit_kind: code,
  currency_code: currencyCode.nullish(),
  amount: exactNumber.nullish(),
  low: exactNumber.nullish(),
  high: exactNumber.nullish(),
  scope_name: text.max(200).nullish(),
  scope_type: code.nullish(),
  status: text.max(100).default('Active'),
});

/** A blank value is null. */
const evidence = z
  .string()
  .trim()
  .max(20_000)
  .nullish()
  .transform((value) => value || null);

const citation = z
  .strictObject({
    link: webAddress,
    headline: text.max(1000),
    quote: evidence,
    /** A paraphrase of the source. It is never shown, but counts as evidence like a quote. */
    snippet: evidence,
    publication: text.max(300),
    type: text.max(100),
    /** Whether the link leads to a filing. When absent, the type decides. */
    is_filing: z.boolean().optional(),
  })
  .transform((given) => ({ ...given, is_filing: given.is_filing ?? given.type === 'filing' }));
export type MetricCitation = z.output<typeof citation>;

type Measurement = z.output<typeof measurement>;

/** Returns what is wrong between the fields of an observation, by field. */
function contradictions(view: string, given: Measurement): [field: keyof Measurement, message: string][] {
  const { type, amount: value, low, high, unit_kind: unit, currency_code: currency } = given;
  const between = type === 'between';
  const problems: [boolean, keyof Measurement, string][] = [
    [between && typeof low !== 'number', 'low', 'is required when type is between'],
    [between && typeof high !== 'number', 'high', 'is required when type is between'],
    [between && low! > high!, 'low', 'must not be above high'],
    [!between && typeof value !== 'number', 'amount', `is required when type is ${type}`],
    [unit === 'percent' && typeof currency === 'string', 'currency_code', 'must be null for a percent'],
    [unit === 'currency' && typeof currency !== 'string', 'currency_code', 'is required for a currency'],
    [
      view === 'growth' && typeof given.comparison_window_end_date !== 'string',
      'comparison_window_end_date',
      'is required when view is growth',
    ],
    [isAfter(given.custom_start_date, given.end_date), 'custom_start_date', 'must not be after end_date'],
    [
      isAfter(given.comparison_window_custom_start_date, given.comparison_window_end_date),
      'comparison_window_custom_start_date',
      'must not be after comparison_window_end_date',
    ],
  ];
  return problems.flatMap(([wrong, field, message]) => (wrong ? [[field, message]] : []));
}

const isAfter = (a: string | null | undefined, b: string | null | undefined) =>
  typeof a === 'string' && typeof b === 'string' && a > b;

/**
 * An observation as a source writes it. Definition and measurement are always complete: an absent member is null.
 * Absent citations keep the stored ones.
 */
export const metricRecord = z
  .strictObject({
    ...companyFields,
    metric_definition: definition,
    measurement,
    citations: z.array(citation).max(200).nullish(),
  })
  .superRefine((record, context) => {
    if (!namesCompany(record)) context.addIssue({ code: 'custom', message: NOT_NAMED.error });
    for (const [field, message] of contradictions(record.metric_definition.view, record.measurement)) {
      context.addIssue({ code: 'custom', path: ['measurement', field], message });
    }
  });
export type MetricRecord = z.output<typeof metricRecord>;
