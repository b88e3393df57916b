import { addAllWords } from '../words/index.ts';
import { DossierChart } from './chart.ts';
import { define, defineKinds, type ElementsByTag, type WidgetData } from './kinds.ts';

export type * from '../inputs/choices.ts';
export type * from '../inputs/data.ts';
export type { Look } from '../inputs/options.ts';
export { DossierChart, type Embed } from './chart.ts';
export { problemOf, schemas, type Kind, type Widget, type WidgetData } from './kinds.ts';
export type { WidgetElement } from './checked.ts';
export * from './elements.ts';
export type ValuationData = WidgetData['valuation-chart'];
export type CompanySummaryData = WidgetData['company-summary'];
export type DatasetChartData = WidgetData['dataset-chart'];
export type BarChartData = WidgetData['bar-chart'];
export type ScatterChartData = WidgetData['scatter-chart'];
export type ComparisonData = WidgetData['ranking-table'];

/** Defines `<dossier-chart>` and the element of each kind, except for tags that are defined already. */
export function defineElements(): void {
  addAllWords();
  define('dossier-chart', DossierChart);
  defineKinds();
}

declare global {
  interface HTMLElementTagNameMap extends ElementsByTag {
    'dossier-chart': DossierChart;
  }
}
