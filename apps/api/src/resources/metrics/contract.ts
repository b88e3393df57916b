import {
  booleanInput,
  companyReference,
  cursorPagination,
  listing,
  listInput,
  metricObservation,
  onOrAfter,
  onOrBefore,
} from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { companyFields, companyListFields, cursorFields, MAX_COMPANIES } from '../../http/fields.ts';

export const metricList = listing({
  name: 'metrics',
  keys: { end_date: 'text', id: 'text' },
  direction: 'desc',
  pageSize: { default: 30, max: 100 },
});

const values = listInput(
  z.string('must be a text').max(100, 'must be at most 100 characters'),
  50,
).optional();

const input = (maxCompanies: number) =>
  z.strictObject({
    ...companyFields,
    ...companyListFields(maxCompanies),
    /** `revenue` and `arr` find trailing_revenue and recurring_revenue. */
    metric_base: values,
    metric_view: values,
    measurement_scenario: values,
    base_period: values,
    growth_period: values,
    measurement_end_date_gte: onOrAfter.optional(),
    measurement_end_date_lte: onOrBefore.optional(),
    comparison_window_end_date_gte: onOrAfter.optional(),
    comparison_window_end_date_lte: onOrBefore.optional(),
    created_at_gte: onOrAfter.optional(),
    created_at_lte: onOrBefore.optional(),
    updated_at_gte: onOrAfter.optional(),
    updated_at_lte: onOrBefore.optional(),
    /** True: all citations, also those without a quote, a snippet or a filing. */
    include_all_signal_evidence: booleanInput.default(false),
    ...cursorFields(metricList),
  });
export type MetricInput = z.output<ReturnType<typeof input>>;

const output = {
  200: z.object({
    metrics: z.array(metricObservation),
    pagination: cursorPagination,
    meta: z.object({
      query_type: z.enum(['single-company', 'multi-company', 'domain-less']),
      companies_count: z.int(),
      /** The companies that were found. */
      companies: z.array(companyReference),
    }),
  }),
};

const metrics = {
  path: '/api/v1/metrics',
  tag: 'Metrics',
  output,
  errors: [
    'invalid_input',
    'invalid_cursor',
    'both_cursors',
    'mixed_company_filters',
    'too_many_companies',
    'window_required',
    'company_not_found',
  ] as const,
};

export const listMetrics = endpoint({
  ...metrics,
  errors: [...metrics.errors],
  method: 'GET',
  operationId: 'listMetrics',
  summary: 'Metric observations of one company, of several or of all, newest first',
  input: input(MAX_COMPANIES.query),
});

export const queryMetrics = endpoint({
  ...metrics,
  errors: [...metrics.errors, 'invalid_json'],
  method: 'POST',
  operationId: 'queryMetrics',
  summary: 'Metric observations of many companies, asked for in a body',
  input: input(MAX_COMPANIES.body),
});
