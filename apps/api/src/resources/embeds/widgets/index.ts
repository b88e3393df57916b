import type { Address, Widget } from '@dossier/embeds';
import { fail } from '@dossier/shared';
import type { Db } from '@dossier/store';
import { barChart, datasetBars } from './bar-chart.ts';
import { companyCard } from './company-card.ts';
import { companySummary } from './company-summary.ts';
import { comparisonLines } from './comparison.ts';
import { datasetChart } from './dataset-chart.ts';
import { datasetsChart } from './datasets.ts';
import { datasetsScatter } from './datasets-scatter.ts';
import { rankingTable } from './ranking-table.ts';
import { scatterChart } from './scatter-chart.ts';
import { smallMultiples } from './small-multiples.ts';
import { valuationChart } from './valuation-chart.ts';
import { valuationSparkline } from './valuation-sparkline.ts';
import { valuationTable } from './valuation-table.ts';
import type { ApiWidget } from './widget.ts';

/** All widgets of the service. To add a widget, add a file here and an entry in this list. */
export const widgets: readonly ApiWidget[] = [
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
];

/** The routes that return an iframe: one for each widget, one for valuations compared, and those of datasets. */
export const widgetRoutes = [
  ...widgets.flatMap((widget) =>
    widget === datasetChart ? [widget.route, comparisonLines] : [widget.route],
  ),
  datasetsChart,
  datasetBars,
  datasetsScatter,
];

/** Reads the widget of an address. @throws 404 */
export async function readWidget(db: Db, { kind, subject, options }: Address): Promise<Widget> {
  const widget = widgets.find((one) => one.kind === kind);
  // The PDF of a document has its own route.
  if (!widget) throw fail('not_found');
  return { kind, data: await widget.read(db, subject, options) } as Widget;
}
