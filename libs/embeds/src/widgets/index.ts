import type { AddressOptions } from '../inputs/options.ts';
import { barChart } from './bar-chart/index.ts';
import { companyCard } from './company-card/index.ts';
import { companySummary } from './company-summary/index.ts';
import { datasetChart } from './dataset-chart/index.ts';
import { rankingTable } from './ranking-table/index.ts';
import { scatterChart } from './scatter-chart/index.ts';
import { smallMultiples } from './small-multiples/index.ts';
import { valuationChart } from './valuation-chart/index.ts';
import { valuationSparkline } from './valuation-sparkline/index.ts';
import { valuationTable } from './valuation-table/index.ts';
import { editorialOf, type Locale } from '../inputs/choices.ts';
import { isFlat } from '../chart/scale.ts';
import { translated } from '../words/index.ts';
import type { Definition } from './widget.ts';

export { highlighted } from './dataset-chart/data.ts';
export { measureNames, titleOfAxes } from './scatter-chart/measures.ts';
export { drawingOf } from './small-multiples/drawing.ts';

/**
 * Every widget, in the order of the gallery. A new widget is a folder here and an entry in this list. Types then ask for its
 * element in `browser/elements.ts` and for its reader in the API.
 */
export const widgets = [
  valuationChart,
  valuationTable,
  valuationSparkline,
  companyCard,
  companySummary,
  datasetChart,
  barChart,
  scatterChart,
  smallMultiples,
  rankingTable,
] as const;

type Defined = (typeof widgets)[number];
export type Kind = Defined['kind'];
/** The data of each kind. */
export type WidgetData = { [W in Defined as W['kind']]: Parameters<W['title']>[0] };
/** One widget: its kind and the data it draws. */
export type Widget = { [K in Kind]: { kind: K; data: WidgetData[K] } }[Kind];

export const kinds: readonly Kind[] = widgets.map(({ kind }) => kind);

/** Returns the definition of a kind. TypeScript cannot follow `find` through the union, hence the cast. */
export const definitionOf = <K extends Kind>(kind: K) =>
  widgets.find((widget) => widget.kind === kind) as unknown as Definition<K, WidgetData[K]>;

/** Returns the kinds that show a company in less height than this one, the highest first. */
export const smallerKinds = (kind: Kind) => (definitionOf(kind).smaller ?? []) as readonly Kind[];

export const tagOf = (kind: Kind) => `dossier-${kind}`;

/** Returns the title of a widget and of its page: the publisher's, or its own in a language. */
export const titleOfWidget = ({ kind, data }: Widget, locale?: Locale) =>
  data.editorial?.title ?? translated({ locale }, () => definitionOf(kind).title(data));

/** Returns the widget without anything later than the day `until` (`YYYY-MM-DD`). Its notes mention the cut. */
export const pinWidget = ({ kind, data }: Widget, until: string) =>
  ({ kind, data: definitionOf(kind).pin(data, until) }) as Widget;

/** Returns true if a widget with linear lines would show more on a logarithmic scale. */
export function wantsLog({ kind, data }: Widget): boolean {
  if (kind === 'valuation-chart') return !data.scale && isFlat([data.points.map(({ value }) => value)]);
  if (kind !== 'dataset-chart' || data.view !== 'line' || data.scale || data.index !== undefined)
    return false;
  return isFlat(data.series.map(({ points }) => points.flatMap(({ value }) => value ?? [])));
}

/** Returns the widget as an address wants it drawn. Its table and its other forms have the same values and texts. */
export function drawWidget({ kind, data }: Widget, options: AddressOptions): Widget {
  const drawn = definitionOf(kind).draw?.(data, options) ?? data;
  const editorial = editorialOf(options);
  const isOwn = Object.keys(editorial).length > 0;
  return { kind, data: { ...drawn, ...(isOwn && { editorial }) } } as Widget;
}
