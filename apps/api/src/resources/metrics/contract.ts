import {
  booleanInput,
  canonicalBase,
  companyReference,
  cursorPagination,
  listing,
  listInput,
  metricObservation,
  type ErrorCode,
} from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { asOfErrors, asOfField } from '../../query/as-of.ts';
import { fieldsOf, oneOf, onDays, within } from '../../query/filters.ts';
import { companyFields, companyListFields, cursorFields, MAX_COMPANIES } from '../../query/fields.ts';

export const metricList = listing({
  name: 'metrics',
  keys: { end_date: 'text', id: 'text' },
  direction: 'desc',
  pageSize: { default: 30, max: 100 },
});

const values = (what: string, example: string) =>
  listInput(
    z
      .string()
      .max(100)
      .meta({ examples: [example] }),
    50,
  )
    .optional()
    .meta({ description: `Only observations with one of these values of ${what}` });

export const metricFilters = [
  oneOf(
    'base',
    {
      metric_base: values(
        'metric_definition.base. revenue and arr mean trailing_revenue and recurring_revenue',
        'trailing_revenue',
      ),
    },
    { toValue: canonicalBase },
  ),
  oneOf('view', { metric_view: values('metric_definition.view', 'value') }),
  oneOf('scenario', { measurement_scenario: values('measurement.scenario', 'historical') }),
  oneOf('base_period', { base_period: values('metric_definition.base_period', 'year') }),
  oneOf('growth_period', { growth_period: values('metric_definition.growth_period', 'year') }),
  onDays('end_date', ['measurement_end_date_gte'], ['measurement_end_date_lte']),
  onDays(
    'comparison_window_end_date',
    ['comparison_window_end_date_gte'],
    ['comparison_window_end_date_lte'],
  ),
  within('created_at', ['created_at_gte'], ['created_at_lte']),
  within('updated_at', ['updated_at_gte'], ['updated_at_lte']),
] as const;

const input = (maxCompanies: number) =>
  z.strictObject({
    ...companyFields,
    ...companyListFields(maxCompanies),
    ...fieldsOf(metricFilters),
    include_all_signal_evidence: booleanInput.default(false).meta({
      description: 'true: all citations, including those without a quote, a snippet or a filing',
    }),
    ...asOfField,
    ...cursorFields(metricList),
  });
export type MetricInput = z.output<ReturnType<typeof input>>;

const output = {
  200: z.object({
    metrics: z.array(metricObservation).describe('The observations of the page'),
    pagination: cursorPagination,
    meta: z
      .object({
        query_type: z
          .enum(['single-company', 'multi-company', 'domain-less'])
          .describe('Whether the request named one company, several or none'),
        companies_count: z.int().describe('The number of companies that were found'),
        companies: z.array(companyReference).describe('The companies that were found'),
      })
      .describe('What the request asked for'),
  }),
};

const paging = `Newest end date first, ${metricList.pageSize.default} on a page, at most ${metricList.pageSize.max}.`;

const metrics = {
  path: '/api/v1/metrics',
  tag: 'Metrics',
  rows: 'metrics',
  output,
  errors: [
    'invalid_cursor',
    'both_cursors',
    'mixed_company_filters',
    'different_companies',
    'too_many_companies',
    'window_required',
    'company_not_found',
    ...asOfErrors,
  ] satisfies ErrorCode[],
};

export const listMetrics = endpoint({
  ...metrics,
  method: 'GET',
  operationId: 'listMetrics',
  summary: 'Metrics of one company, of several or of all',
  description:
    `Accepts up to ${MAX_COMPANIES.query} companies. Without a company, one date range must span 14 days or less. Each ` +
    `observation has its citations. ${paging}`,
  input: input(MAX_COMPANIES.query),
  example: { company_domain: 'airbnb.com', metric_base: ['trailing_revenue'] },
});

export const queryMetrics = endpoint({
  ...metrics,
  method: 'POST',
  operationId: 'queryMetrics',
  summary: 'Metrics of many companies, with the filters in a body',
  description: `Works like the GET, for up to ${MAX_COMPANIES.body} companies. To follow a link, send it with the same body. ${paging}`,
  input: input(MAX_COMPANIES.body),
  example: { company_domains: ['airbnb.com', 'uber.com'], metric_base: ['trailing_revenue'], page_size: 50 },
});
