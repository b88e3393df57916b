import type { DatasetSeries } from '../../chart/dataset.ts';
import type { DatasetChartData } from './data.ts';

// Example datasets of companies that do not exist, for the gallery and the tests.
const series = (
  name: string,
  points: [date: string, value: number | null, estimate?: boolean][],
): DatasetSeries => ({
  name,
  color: null,
  points: points.map(([date, value, estimate = false]) => ({ date, value, estimate })),
  annotations: [],
  dataLabels: false,
  source: { url: `https://news.example/${encodeURIComponent(name)}`, title: `Example News on ${name}` },
});

const years = (from: number, values: (number | null)[], estimates = 0) =>
  values.map((value, i): [string, number | null, boolean] => [
    `${from + i}-12-31`,
    value,
    i >= values.length - estimates,
  ]);

const revenue = series(
  'Acme Robotics',
  years(2016, [4e7, 6e7, 9e7, 1.4e8, 1.3e8, 1.9e8, 2.6e8, 3.3e8, 4.1e8], 2),
);
export const rival = series(
  'Bolt Machines',
  years(2016, [1.2e8, 1.3e8, null, null, 1.7e8, 1.9e8, 2e8, 1.8e8, 2.3e8]),
);

export const datasets = (
  more: Partial<DatasetChartData> & Pick<DatasetChartData, 'series'>,
): DatasetChartData => ({
  name: 'Revenue of makers of warehouse robots',
  description: 'Full years, as reported or estimated',
  view: 'line',
  unit: 'USD',
  asOf: '2024-12-31',
  ...more,
});

export const annotated = {
  ...revenue,
  dataLabels: true,
  annotations: [
    { date: '2019-12-31', label: 'First factory outside Europe' },
    { date: '2022-12-31', label: 'Takes over Gripper & Sons' },
    { date: '2021-06-15', label: 'Opens a school for fitters' },
  ],
};

/** The cases that the dataset chart must be able to draw. */
export const datasetCharts = {
  line: datasets({ series: [revenue, rival] }),
  area: datasets({ series: [revenue], view: 'area' }),
  column: datasets({ series: [annotated], view: 'column' }),
  columns: datasets({ series: [revenue, rival], view: 'column' }),
  annotated: datasets({ series: [annotated, { ...rival, color: '#ffee00' }] }),
  ten: datasets({
    series: Array.from({ length: 10 }, (_, i) =>
      series(
        `Company ${i + 1} of the sample`,
        years(
          2015,
          Array.from({ length: 10 }, (_x, t) => (i + 2) * (t + 1) * 1e7),
        ),
      ),
    ),
  }),
  negative: datasets({
    name: 'Operating margin',
    description: null,
    unit: 'percent',
    view: 'column',
    series: [
      { ...series('Acme Robotics', years(2018, [-42, -30, -11, 4, 9])), dataLabels: true, color: '#c0392b' },
    ],
  }),
  // A year without a value, and notes before the first value and after the last.
  gaps: datasets({
    view: 'column',
    series: [
      {
        ...rival,
        points: rival.points.filter(({ value }) => value !== null),
        annotations: [
          { date: '1999-04-01', label: 'Founded in a garage' },
          { date: '2018-12-31', label: 'Sold, and bought back' },
          { date: '2025-02-01', label: 'Goes public' },
        ],
      },
    ],
  }),
  beyond: datasets({
    series: [
      {
        ...annotated,
        annotations: [
          { date: '1999-04-01', label: 'Founded in a garage' },
          { date: '2021-06-15', label: 'Opens a school for fitters' },
          { date: '2022-12-31', label: 'Takes over Gripper & Sons' },
          { date: '2022-12-31', label: 'Sells its first plant' },
          { date: '2025-02-01', label: 'Goes public' },
        ],
      },
      rival,
    ],
  }),
  one: datasets({ series: [series('Acme Robotics', years(2024, [4.1e8]))], view: 'column' }),
  none: datasets({ series: [series('Acme Robotics', years(2024, [null]))] }),
} satisfies Record<string, DatasetChartData>;
