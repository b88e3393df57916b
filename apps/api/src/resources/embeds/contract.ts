import { wholeNumber } from '@dossier/shared';
import { themes } from '@dossier/embeds';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { companyFields, companySlugField } from '../../http/fields.ts';

const MAX_PIXELS = 4000;

const input = z.strictObject({
  ...companyFields,
  ...companySlugField,
  height: wholeNumber(1, MAX_PIXELS).default(840),
  width: wholeNumber(1, MAX_PIXELS).default(600),
  theme: z.enum(themes).default('auto'),
});
export type CompanyEmbedInput = z.output<typeof input>;

/** A success: the markup to paste. */
export const embedAnswer = z.object({
  status: z.literal('success'),
  data: z.object({ embed_html: z.string() }),
});

const companyEmbed = {
  method: 'GET' as const,
  tag: 'Embeds',
  input,
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

/** The page inside the iframe. Its address is signed, so that no browser ever holds a key. */
export const getFrame = endpoint({
  method: 'GET',
  path: '/embeds/:kind/:subject/:options/:signature',
  operationId: 'getEmbedPage',
  summary: 'The page of an embed',
  tag: 'Embeds',
  access: 'public',
  params: z.object({ kind: z.string(), subject: z.string(), options: z.string(), signature: z.string() }),
  input: z.strictObject({}),
  output: { 200: z.string() },
  errors: ['not_found'],
  errorStyle: 'page',
  produces: 'text/html',
});

/** The script of the pages; its name holds a hash of its content. */
export const getClientScript = endpoint({
  method: 'GET',
  path: '/embeds/:file',
  operationId: 'getEmbedScript',
  summary: 'The script that reads points by pointer and keyboard',
  tag: 'Embeds',
  access: 'public',
  params: z.object({ file: z.string() }),
  input: z.strictObject({}),
  output: { 200: z.string() },
  errors: ['not_found'],
  errorStyle: 'page',
  produces: 'text/javascript',
});
