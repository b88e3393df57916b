import * as z from 'zod/mini';
import { barChartData } from '../widgets/bar-chart/schema.ts';
import { companySummaryData } from '../widgets/company-summary/schema.ts';
import { datasetChartData } from '../widgets/dataset-chart/schema.ts';
import { brand, look } from '../schemas.ts';
import type { Kind as Known, WidgetData as Drawn } from '../widgets/index.ts';
import { scatterChartData } from '../widgets/scatter-chart/schema.ts';
import { comparisonData } from '../widgets/small-multiples/schema.ts';
import { valuationData } from '../widgets/valuation-chart/schema.ts';

/** The shape of the data of each kind. Unknown fields are ignored. */
export const schemas = {
  'valuation-chart': valuationData,
  'valuation-table': valuationData,
  'valuation-sparkline': valuationData,
  'company-card': valuationData,
  'company-summary': companySummaryData,
  'dataset-chart': datasetChartData,
  'bar-chart': barChartData,
  'scatter-chart': scatterChartData,
  'small-multiples': comparisonData,
  'ranking-table': comparisonData,
} satisfies { [K in Known]: z.ZodMiniType<Drawn[K]> };

/** A kind of widget, which is the end of its tag. */
export type Kind = keyof typeof schemas;
/** The data of each kind. */
export type WidgetData = { [K in Kind]: z.infer<(typeof schemas)[K]> };
export type ValuationData = WidgetData['valuation-chart'];
export type CompanySummaryData = WidgetData['company-summary'];
export type DatasetChartData = WidgetData['dataset-chart'];
export type BarChartData = WidgetData['bar-chart'];
export type ScatterChartData = WidgetData['scatter-chart'];
export type ComparisonData = WidgetData['ranking-table'];
/** One widget: its kind and the data it draws. */
export type Widget = { [K in Kind]: { kind: K; data: WidgetData[K] } }[Kind];

/** What an embed consists of besides its data. */
const envelope = z.object({
  kind: z.enum(Object.keys(schemas) as Kind[]),
  look: z.optional(look),
  brand: z.optional(brand),
});

const LONGEST = 60;

/** Returns a value as an error shows it: short, and objects by their kind only. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value !== null && typeof value === 'object') return 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

const names: Record<string, string> = {
  string: 'a text',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
};

function wanted(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${names[issue.expected] ?? `a ${issue.expected}`}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'invalid_format':
      return 'must be six hex digits such as 1b5e9e';
    // Of a day. Other functions that check have words of their own.
    case 'custom':
      return 'must be a day such as "2025-02-27"';
    default:
      return 'is not valid';
  }
}

/** Returns the message for a problem. It ends with the value, unless that is missing. */
function words(issue: z.core.$ZodRawIssue): string {
  const { input } = issue;
  if (input === undefined) return 'is missing';
  return `${wanted(issue)} (received ${shown(input)})`;
}

/** Writes a path as JavaScript would: `data.points[0].date`. */
const place = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (text, key) => text + (typeof key === 'number' ? `[${key}]` : `.${String(key)}`),
    'data',
  );

function firstProblem(schema: z.ZodMiniType, value: unknown): string | undefined {
  const issue = z.safeParse(schema, value, { error: words }).error?.issues[0];
  return issue && `${place(issue.path)} ${issue.message}.`;
}

/** Returns the first problem of the data of a widget, and where it is; undefined for valid data. */
export const problemOf = (kind: Kind, data: unknown): string | undefined => firstProblem(schemas[kind], data);

/** Returns the first problem of what surrounds the data of a widget: its kind, look and brand. */
export const envelopeProblem = (embed: unknown): string | undefined => firstProblem(envelope, embed);
