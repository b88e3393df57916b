import { kinds, type Address, type Kind, type Widget } from '@dossier/embeds';
import { fail } from '@dossier/shared';
import type { Db } from '@dossier/store';
import { barChart, datasetBars } from './bar-chart.ts';
import { companySummary } from './company-summary.ts';
import { comparisonLines, rankingTable, smallMultiples } from './comparison.ts';
import { datasetChart } from './dataset-chart.ts';
import { datasetsChart } from './datasets.ts';
import { datasetsScatter } from './datasets-scatter.ts';
import { scatterChart } from './scatter-chart.ts';
import { companyCard, valuationChart, valuationSparkline, valuationTable } from './valuations.ts';
import type { ApiWidget } from './widget.ts';

/** The readers and routes of all widgets of `@dossier/embeds`. One without them is an error of types. */
const byKind: { readonly [K in Kind]: ApiWidget<K> } = {
  'valuation-chart': valuationChart,
  'valuation-table': valuationTable,
  'valuation-sparkline': valuationSparkline,
  'company-card': companyCard,
  'company-summary': companySummary,
  'dataset-chart': datasetChart,
  'bar-chart': barChart,
  'scatter-chart': scatterChart,
  'small-multiples': smallMultiples,
  'ranking-table': rankingTable,
};

/** All widgets of the service, in the order of the gallery. */
export const widgets: readonly ApiWidget[] = kinds.map((kind) => byKind[kind]);

/** The routes that return an iframe: one for each widget, one for valuations compared, and those of datasets. */
export const widgetRoutes = [
  ...widgets.flatMap((widget) =>
    widget === datasetChart ? [widget.route, comparisonLines] : [widget.route],
  ),
  datasetsChart,
  datasetBars,
  datasetsScatter,
];

const isWidget = (kind: string): kind is Kind => kind in byKind;

/** Reads the widget of an address. @throws 404 */
export async function readWidget(db: Db, { kind, subject, options }: Address): Promise<Widget> {
  // The PDF of a document has its own route.
  if (!isWidget(kind)) throw fail('not_found');
  return { kind, data: await byKind[kind].read(db, subject, options) } as Widget;
}
