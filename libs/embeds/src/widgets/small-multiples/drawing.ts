import type { Locale } from '../../choices.ts';
import { translated } from '../../words/index.ts';
import { say } from '../../words/say.ts';
import type { DatasetChartData } from '../dataset-chart/data.ts';
import type { ComparisonData } from './data.ts';

/** Returns the lines of a comparison, for one chart. */
export const drawingOf = (
  { companies, currency, asOf }: ComparisonData,
  locale: Locale | undefined,
): DatasetChartData => ({
  name: translated(locale, () => say('Valuations compared')),
  description: null,
  view: 'line',
  unit: currency,
  series: companies
    .filter(({ points }) => points.length > 0)
    .map(({ company, points }) => ({
      name: company.name,
      color: null,
      points,
      annotations: [],
      dataLabels: false,
      source: null,
      // Nobody reported a value between two valuations.
      path: 'step',
    })),
  asOf,
});
