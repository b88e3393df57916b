import { kinds } from '@dossier/embeds';
import {
  chartData,
  chartView,
  DEFAULT_CHART_DESCRIPTION,
  like,
  wholeNumber,
  type ErrorCode,
} from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { companyFields, companySlugField } from '../../http/fields.ts';
import { optionFields, sizeFields } from './fields.ts';

const MAX_NAME = 300;
const MOST_PIXELS = 100_000;
const MAX_DESCRIPTION = 1000;

const input = z.strictObject({
  ...companyFields,
  ...companySlugField,
  ...sizeFields('valuation-chart'),
  ...optionFields,
});
export type CompanyEmbedInput = z.output<typeof input>;
/** What every embed's iframe is made with. */
export type FrameInput = Omit<CompanyEmbedInput, keyof typeof companyFields | keyof typeof companySlugField>;

/** A success: the markup to paste. */
export const embedAnswer = z.object({
  status: z.literal('success'),
  data: z.object({
    embed_html: like(
      '<iframe title="Stripe: valuation chart" src="https://dossier.example/embeds/…"></iframe>',
    ),
  }),
});

const companyEmbed = {
  method: 'GET' as const,
  tag: 'Embeds',
  input,
  example: { company_domain: 'stripe.com' },
  output: { 200: embedAnswer },
  errorStyle: 'failed' as const,
};

export const getValuationChart = endpoint({
  ...companyEmbed,
  errors: ['invalid_input', 'embed_company_required', 'company_not_found'],
  path: '/api/v1/embed/company-data-valuation-chart',
  operationId: 'getValuationChartEmbed',
  summary: "A chart of a company's valuations, to paste into a page",
});

export const getValuationTable = endpoint({
  ...companyEmbed,
  errors: ['invalid_input', 'embed_company_required', 'company_not_found'],
  path: '/api/v1/embed/company-data-valuation-table',
  operationId: 'getValuationTableEmbed',
  summary: "A table of a company's valuations, to paste into a page",
});

export const getCompanySummary = endpoint({
  ...companyEmbed,
  errors: ['invalid_input', 'embed_company_required', 'company_not_found'],
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
  tag: 'Embeds',
  input: chartInput,
  example: {
    data: [{ dataset_id: 12, color: '#1b5e9e', annotated_points: [{ x: '2025-12-31', label: 'Best year' }] }],
    view_type: 'column',
  },
  output: { 200: embedAnswer, 201: embedAnswer },
  errors: ['invalid_input', 'invalid_json', 'dataset_not_found'],
  errorStyle: 'failed',
});

const part = (description: string, example: string) => z.string().meta({ description, examples: [example] });

/** What a signed address leads to needs no key. A form of it says what it is at its end. */
const signed = {
  method: 'GET' as const,
  tag: 'Embeds',
  access: 'public' as const,
  params: z.object({
    kind: part('The kind of widget', 'valuation-chart'),
    subject: part('What it shows', 'stripe'),
    options: part('How it looks', '-'),
    signature: part('Of this address; the answer of an embed holds it', 'AAAAAAAAAAAAAAAAAAAAAA'),
  }),
  input: z.strictObject({}),
  errors: ['not_found'] satisfies ErrorCode[],
  errorStyle: 'page' as const,
};
const SIGNED = '/embeds/:kind/:subject/:options/:signature';

/** The page inside the iframe. Its address is signed, so that no browser ever holds a key. */
export const getFrame = endpoint({
  ...signed,
  path: SIGNED,
  operationId: 'getEmbedPage',
  summary: 'The page of an embed',
  output: { 200: like('<!doctype html><title>Stripe</title>') },
  produces: 'text/html',
});

export const getFrameJson = endpoint({
  ...signed,
  path: `${SIGNED}.json`,
  operationId: 'getEmbedJson',
  summary: 'The data of an embed, as its element takes them',
  output: {
    200: z.object({
      kind: z.enum(kinds),
      title: like('Stripe valuation'),
      data: z.looseObject({}).meta({ description: 'See docs/embeds.md' }),
    }),
  },
});

export const getFrameCsv = endpoint({
  ...signed,
  path: `${SIGNED}.csv`,
  operationId: 'getEmbedCsv',
  summary: 'The values of an embed, a line each; a company summary has none',
  output: { 200: like('date,value,currency,kind,source,source_url') },
  produces: 'text/csv',
});

export const getFrameSvg = endpoint({
  ...signed,
  path: `${SIGNED}.svg`,
  operationId: 'getEmbedPicture',
  summary: 'The picture of a chart',
  output: { 200: like('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  produces: 'image/svg+xml',
});

const script = {
  method: 'GET' as const,
  tag: 'Embeds',
  access: 'public' as const,
  input: z.strictObject({}),
  errors: ['not_found'] satisfies ErrorCode[],
  errorStyle: 'page' as const,
  produces: 'text/javascript',
};

/** For pages that hold embeds, and would give them the height of their content. */
export const getResizeScript = endpoint({
  ...script,
  path: '/embeds/resize.js',
  operationId: 'getEmbedResizeScript',
  summary: 'A script for pages that hold embeds: each gets the height of its content',
  output: { 200: like('addEventListener("message",…)') },
});

/** The script of a page; its name holds a hash of its content. */
export const getPageScript = endpoint({
  ...script,
  path: '/embeds/:file',
  operationId: 'getEmbedScript',
  summary: 'The script that reads points by pointer and keyboard',
  params: z.object({
    file: part('Its name, from the page of an embed', 'valuation-chart.0123456789abcdef.js'),
  }),
  output: { 200: like('customElements.define(…)') },
});

const maxPixels = (of: string) =>
  wholeNumber(1, MOST_PIXELS)
    .optional()
    .meta({ description: `The greatest ${of} that the asking page has room for`, examples: [600] });

/** https://oembed.com, version 1.0. Askers add parameters of their own, which say nothing here. */
export const getOembed = endpoint({
  method: 'GET',
  path: '/oembed',
  operationId: 'getOembed',
  summary: 'The paste code of an embed by the address of its page, as oEmbed has it',
  tag: 'Embeds',
  access: 'public',
  input: z.object({
    url: z
      .string()
      .max(4000)
      .meta({
        description: 'The address of the page of an embed',
        examples: ['https://dossier.example/embeds/valuation-chart/stripe/-/k1.AAAAAAAAAAAAAAAAAAAAAA'],
      }),
    maxwidth: maxPixels('width'),
    maxheight: maxPixels('height'),
    format: z.string().default('json').meta({ description: 'json or xml' }),
  }),
  output: {
    200: like('{"version":"1.0","type":"rich","html":"<iframe …></iframe>","width":600,"height":840}'),
  },
  errors: ['not_found', 'oembed_format'],
  produces: '*/*',
});
