import { renderInline, type Inline, type Point, type Widget, type WidgetData } from '@dossier/embeds';
import type { DatasetRow, Db } from '@dossier/store';
import { LRUCache } from 'lru-cache';
import { withCitations } from '../../../charts/citations.ts';
import { dayOfData, drawnAs, pointsOf, sourceOf } from '../../../charts/points.ts';
import { viewValuations } from '../../../charts/valuations.ts';
import type { CompanyPageRows } from './read.ts';

/** The charts of a page, as the embeds draw them. */
export interface Charts {
  all: Inline[];
  hasValuations: boolean;
}

/** The level of a chart's heading: one below the heading of its section. */
const LEVEL = 3;

/** The most characters of the charts that are kept with their data: about 200 charts. */
const MAX_KEPT = 8_000_000;
const drawn = new LRUCache<string, Inline>({
  maxSize: MAX_KEPT,
  sizeCalculation: ({ markup }, { length }) => markup.length + length,
});

/**
 * Draws a chart, or returns it as it was drawn from the same data: a page is made again when any company changes, since that
 * may change its ranks, but its charts are the same, and drawing them takes longer than the rest of the page.
 */
function draw(widget: Widget, address: string | undefined): Inline {
  const key = JSON.stringify([widget, address]);
  const known = drawn.get(key);
  if (known) return known;
  const chart = renderInline(widget, { level: LEVEL, ...(address !== undefined && { address }) });
  drawn.set(key, chart);
  return chart;
}

/**
 * Returns a chart of the valuations, and one of each other dataset.
 * @param address the address of the embed of the valuations, which offers their data
 */
export async function viewCharts(
  db: Db,
  { company, datasets, figures }: CompanyPageRows,
  address: string | undefined,
): Promise<Charts> {
  const isValuation = ({ data_type }: DatasetRow) => data_type === 'Valuation';
  const latest = figures.rows.find(({ name }) => name === 'latest_estimated_valuation');
  const { company: of, ...valuations } = viewValuations(company, datasets.filter(isValuation), latest);
  // The page shows the logo once.
  const unmarked = { ...of, logoUrl: null };
  const others = datasets.filter((dataset) => !isValuation(dataset) && pointsOf(dataset).length > 0);
  const series = [valuations.points, ...others.map((dataset) => pointsOf({ ...dataset, source_url: null }))];
  const [first, ...rest] = (await withCitations(db, [company.id], series)) as [Point[], ...Point[][]];
  const hasValuations = datasets.some(isValuation) && first.length > 0;
  const widgets: Widget[] = [
    ...(hasValuations
      ? [{ kind: 'valuation-chart' as const, data: { ...valuations, company: unmarked, points: first } }]
      : []),
    ...others.map((dataset, i) => ({ kind: 'dataset-chart' as const, data: viewDataset(dataset, rest[i]!) })),
  ];
  const all = widgets.map((widget) => draw(widget, widget.kind === 'valuation-chart' ? address : undefined));
  return { all, hasValuations };
}

/** Sums over a period are columns; values on a day are a line. */
const viewOf = ({ frequency, data_type }: DatasetRow) =>
  data_type === 'Revenue' && frequency !== null && frequency !== 'Irregular' ? 'column' : 'line';

function viewDataset(dataset: DatasetRow, points: Point[]): WidgetData['dataset-chart'] {
  const { name, metric, source_url } = dataset;
  return {
    name,
    description: null,
    view: viewOf(dataset),
    unit: metric,
    series: [
      {
        ...{ name, color: null, points, annotations: [], dataLabels: false },
        source: sourceOf(source_url),
        ...drawnAs(dataset),
      },
    ],
    asOf: dayOfData(pointsOf(dataset), [dataset]),
  };
}
