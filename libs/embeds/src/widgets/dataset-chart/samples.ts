import type { DatasetSeries } from '../../chart/lane.ts';
import { highlighted, type DatasetChartData } from './data.ts';

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

const company = (
  name: string,
  ...points: [date: string, value: number, estimate?: boolean][]
): DatasetSeries => ({
  ...series(`${name}: Valuation ($B)`, points),
  source: { url: `https://${name.toLowerCase()}.example/news`, title: `${name.toLowerCase()}.example` },
  path: 'step',
});

/** Companies whose valuations are never of the same day. */
const companies = [
  company(
    'Acme',
    ['2016-09-01', 9.5e8],
    ['2018-06-30', 1.2e9],
    ['2021-03-14', 7.4e9],
    ['2025-02-27', 6.75e9],
  ),
  company('Bolt', ['2019-04-02', 2.1e8, true], ['2022-11-20', 3.9e9], ['2024-10-02', 1.57e10]),
  company(
    'Crane',
    ['2012-05-20', 4e7],
    ['2014-01-20', 1.2e10],
    ['2023-12-12', 1.8e10],
    ['2024-12-11', 3.5e10],
  ),
];

const quarters = (from: number, values: number[]) =>
  values.map((value, i): [string, number] => [
    new Date(Date.UTC(from, (i + 1) * 3, 0)).toISOString().slice(0, 10),
    value,
  ]);

/** The name that the service gives a chart without one. */
const named = (...all: DatasetSeries[]) => all.map(({ name }) => name).join(', ');

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
  companies: datasets({
    name: named(...companies),
    description: null,
    series: companies,
    asOf: '2025-02-27',
  }),
  highlighted: datasets({
    name: named(...companies),
    description: null,
    series: highlighted(companies, ['acme', 'bolt', 'crane'], 'acme'),
    asOf: '2025-02-27',
  }),
  quiet: datasets({
    series: highlighted([revenue, rival, { ...rival, name: 'Crane Systems' }], ['a', 'b', 'c'], 'a'),
    view: 'column',
    stacked: true,
  }),
  logarithmic: datasets({
    name: 'Three makers of robots',
    description: null,
    series: companies,
    asOf: '2025-02-27',
    scale: 'log',
  }),
  baseline: datasets({
    ...{ name: 'Robots at work', unit: 'percent', baseline: 'data' },
    series: [
      {
        ...revenue,
        name: 'Hours in use',
        points: revenue.points.map((one, i) => ({ ...one, value: 88 + i })),
      },
    ],
  }),
  stacked: datasets({ series: [revenue, rival], view: 'column', stacked: true }),
  areas: datasets({ series: [revenue, { ...rival, points: rival.points.slice(4) }], view: 'area' }),
  forecast: datasets({ series: [{ ...revenue, dataLabels: true }, rival], asOf: '2022-12-31' }),
  quarters: datasets({
    name: 'Quarterly revenue',
    description: null,
    view: 'column',
    series: [
      {
        ...series(
          'Acme Robotics: Revenue ($M)',
          quarters(
            2019,
            [
              90, 98, 104, 121, 99, 60, 84, 130, 128, 139, 150, 171, 160, 166, 180, 214, 190, 204, 215, 252,
              226, 240, 262, 249,
            ].map((millions) => millions * 1e6),
          ),
        ),
        dataLabels: true,
      },
    ],
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
