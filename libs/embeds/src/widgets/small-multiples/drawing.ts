import type { Locale } from '../../inputs/choices.ts';
import { translated } from '../../words/index.ts';
import { say } from '../../words/say.ts';
import type { DatasetSeries } from '../../chart/lane.ts';
import { highlighted, type DatasetChartData } from '../dataset-chart/data.ts';
import type { ComparisonData } from './data.ts';

/**
 * Returns the lines of a comparison, for one chart.
 * @param highlight the slug of the company in colour
 */
export function drawingOf(
  { companies, currency, asOf }: ComparisonData,
  locale: Locale | undefined,
  highlight?: string,
): DatasetChartData {
  const known = companies.filter(({ points }) => points.length > 0);
  const series = known.map(({ company, points }): DatasetSeries => ({
    name: company.name,
    color: null,
    points,
    annotations: [],
    dataLabels: false,
    source: null,
    // Nobody reported a value between two valuations.
    path: 'step',
  }));
  const slugs = known.map(({ company }) => company.slug);
  return {
    name: translated({ locale }, () => say('Valuations compared')),
    description: null,
    view: 'line',
    unit: currency,
    series: highlighted(series, slugs, highlight),
    asOf,
  };
}
