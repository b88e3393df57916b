import { chartData, chartView, DEFAULT_CHART_DESCRIPTION, type ErrorCode } from '@dossier/shared';
import { z } from 'zod';
import { embedAnswer, sizeFields } from '../../embed.ts';
import { endpoint } from '../../http/endpoint.ts';
import { companyFields, companySlugField } from '../../query/fields.ts';
import { optionFields } from './fields.ts';

const MAX_NAME = 300;
const MAX_DESCRIPTION = 1000;

const input = z.strictObject({
  ...companyFields,
  ...companySlugField,
  ...sizeFields('valuation-chart'),
  ...optionFields,
});
export type CompanyEmbedInput = z.output<typeof input>;

const companyEmbed = {
  description:
    'Answers with one `<iframe>` whose address is signed, so that no browser ever holds a key. `company_id` goes before ' +
    '`company_slug`, and that before `company_domain`; 600 by 840 pixels unless `width` and `height` say otherwise.',
  method: 'GET' as const,
  tag: 'Embeds',
  input,
  example: { company_domain: 'stripe.com' },
  output: { 200: embedAnswer },
  errors: ['embed_company_required', 'company_not_found'] satisfies ErrorCode[],
  errorStyle: 'failed' as const,
};

export const getValuationChart = endpoint({
  ...companyEmbed,
  path: '/api/v1/embed/company-data-valuation-chart',
  operationId: 'getValuationChartEmbed',
  summary: "A chart of a company's valuations, to paste into a page",
});

export const getValuationTable = endpoint({
  ...companyEmbed,
  path: '/api/v1/embed/company-data-valuation-table',
  operationId: 'getValuationTableEmbed',
  summary: "A table of a company's valuations, to paste into a page",
});

export const getCompanySummary = endpoint({
  ...companyEmbed,
  path: '/api/v1/embed/company-data-summary',
  operationId: 'getCompanySummaryEmbed',
  summary: "A company's key facts, to paste into a page",
});

/** Blank is absent: a form sends its empty fields too. */
const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must be at most ${max} characters`)
    .optional()
    .transform((text) => text || undefined);

const chartInput = z.strictObject({
  data: chartData,
  name: optionalText(MAX_NAME).meta({
    description: 'Part of what a chart is known by; the names of its datasets by default',
    examples: ['Revenue of Acme'],
  }),
  description: optionalText(MAX_DESCRIPTION)
    .transform((text) => text ?? DEFAULT_CHART_DESCRIPTION)
    .meta({ description: 'Part of what a chart is known by', examples: ['In full years'] }),
  view_type: chartView.default('line').meta({ description: 'How the datasets are drawn' }),
  ...sizeFields('dataset-chart'),
  ...optionFields,
});
export type ChartInput = z.output<typeof chartInput>;

/** Creates a chart, or gives the caller's own of that name and description as it is. */
export const putChart = endpoint({
  method: 'PUT',
  path: '/api/v1/embed/charts',
  operationId: 'putChart',
  summary: 'A chart of datasets, to paste into a page: created, or retrieved by name and description',
  description:
    'Draws 1 to 10 datasets, each named by the `dataset_id` that a company gives with it. A chart with the same name, ' +
    'description and creator is given as it is stored, with 200; a new one is created, with 201.',
  tag: 'Embeds',
  input: chartInput,
  example: {
    data: [{ dataset_id: 12, color: '#1b5e9e', annotated_points: [{ x: '2025-12-31', label: 'Best year' }] }],
    view_type: 'column',
  },
  output: { 200: embedAnswer, 201: embedAnswer },
  errors: ['dataset_not_found', 'database_busy'],
  errorStyle: 'failed',
});
