import { addAllWords } from '../words/index.ts';
import { DossierChart } from './chart.ts';
import * as elements from './elements.ts';

export type * from '../choices.ts';
export type * from '../data.ts';
export type { Look } from '../options.ts';
export { DossierChart, type Embed } from './chart.ts';
export {
  problemOf,
  schemas,
  type BarChartData,
  type ScatterChartData,
  type CompanySummaryData,
  type ComparisonData,
  type DatasetChartData,
  type Kind,
  type ValuationData,
  type Widget,
  type WidgetData,
} from './check.ts';
export type { WidgetElement } from './checked.ts';
export * from './elements.ts';

/** The elements by their tags. */
const tags: {
  [
    Tag in keyof HTMLElementTagNameMap as Tag extends `dossier-${string}` ? Tag : never
  ]: CustomElementConstructor;
} = {
  'dossier-chart': DossierChart,
  'dossier-valuation-chart': elements.ValuationChartElement,
  'dossier-valuation-table': elements.ValuationTableElement,
  'dossier-valuation-sparkline': elements.ValuationSparklineElement,
  'dossier-company-card': elements.CompanyCardElement,
  'dossier-company-summary': elements.CompanySummaryElement,
  'dossier-dataset-chart': elements.DatasetChartElement,
  'dossier-bar-chart': elements.BarChartElement,
  'dossier-scatter-chart': elements.ScatterChartElement,
  'dossier-small-multiples': elements.SmallMultiplesElement,
  'dossier-ranking-table': elements.RankingTableElement,
};

/** Defines `<dossier-chart>` and the element of each kind, except for tags that are defined already. */
export function defineElements(): void {
  addAllWords();
  for (const [tag, element] of Object.entries(tags))
    if (!customElements.get(tag)) customElements.define(tag, element);
}

declare global {
  interface HTMLElementTagNameMap {
    'dossier-chart': DossierChart;
    'dossier-valuation-chart': elements.ValuationChartElement;
    'dossier-valuation-table': elements.ValuationTableElement;
    'dossier-valuation-sparkline': elements.ValuationSparklineElement;
    'dossier-company-card': elements.CompanyCardElement;
    'dossier-company-summary': elements.CompanySummaryElement;
    'dossier-dataset-chart': elements.DatasetChartElement;
    'dossier-bar-chart': elements.BarChartElement;
    'dossier-scatter-chart': elements.ScatterChartElement;
    'dossier-small-multiples': elements.SmallMultiplesElement;
    'dossier-ranking-table': elements.RankingTableElement;
  }
}
