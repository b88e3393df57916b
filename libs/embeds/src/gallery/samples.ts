import type { CompanySummaryData, DatasetChartData, DatasetSeries, Point, ValuationData } from '../data.ts';

// Example data: of companies that do not exist. The gallery shows them, and tests draw them.
const company = { name: 'Acme Robotics', slug: 'acme-robotics', domain: 'acme.example', logoUrl: null };

export const point = (date: string, value: number, estimate = false): Point => ({
  date,
  value,
  estimate,
  source: { url: `https://news.example/${date}`, title: `Example News, ${date.slice(0, 4)}` },
});

const valuation = (points: Point[], more: Partial<ValuationData> = {}): ValuationData => ({
  company,
  points,
  currency: 'USD',
  asOf: points.at(-1)?.date ?? '2025-03-01',
  ...more,
});

const hundred = Array.from({ length: 100 }, (_, i) =>
  point(
    new Date(Date.UTC(2015, 0, 1 + i * 37)).toISOString().slice(0, 10),
    Math.round((2 + Math.sin(i / 7) + i / 10) * 1e8),
    i % 10 === 9,
  ),
);

/** What the valuation chart must be able to draw. */
export const valuations = {
  usual: valuation([
    point('2012-05-20', 4e7, true),
    point('2014-02-11', 3.5e8),
    point('2016-09-01', 9.5e8),
    point('2018-06-30', 1.2e9),
    point('2021-03-14', 7.4e9),
    point('2022-07-14', 5.1e9, true),
    point('2023-03-15', 4.2e9),
    point('2025-02-27', 6.75e9),
  ]),
  none: valuation([]),
  one: valuation([point('2025-02-27', 6.75e9)]),
  hundred: valuation(hundred),
  'same-day': valuation([point('2025-02-27', 1e9), point('2025-02-27', 2e9)]),
  zero: valuation([point('2023-01-01', 0), point('2024-01-01', 0)]),
  negative: valuation([
    point('2020-01-01', -5e8),
    point('2021-01-01', 3e8),
    point('2021-06-01', -1e9, true),
    point('2022-01-01', 2e9),
  ]),
  huge: valuation([point('1990-01-01', 1), point('2024-06-30', 4.5e18)]),
  tiny: valuation([point('2024-06-01', 0.00000012), point('2024-06-30', 0.004)]),
  francs: valuation([point('2019-01-01', 2.2e8), point('2024-01-01', 1.15e9, true)], { currency: 'CHF' }),
  currencies: valuation([point('2019-01-01', 2.2e8), point('2024-01-01', 1.15e9)], {
    leftOut: [
      { date: '2020-01-01', currency: 'EUR' },
      { date: '2022-01-01', currency: 'EUR' },
      { date: '2023-01-01', currency: 'GBP' },
    ],
  }),
  'right-to-left': valuation([point('2019-01-01', 2.2e8), point('2024-01-01', 1.15e9)], {
    company: { ...company, name: 'شركة الروبوتات' },
    currency: 'SAR',
  }),
} satisfies Record<string, ValuationData>;

const figure = (value: number, date: string | null, estimate: boolean) => ({
  value,
  date,
  estimate,
  source: { url: 'https://news.example/figure', title: 'Example News' },
});

export const summary: CompanySummaryData = {
  company,
  type: 'private',
  description: 'Acme Robotics builds arms that sort parcels in warehouses of every size.',
  foundingYear: 2011,
  headquarters: { city: 'Zürich', country: 'Switzerland' },
  founders: ['Ada Example', 'Grace Sample'],
  ceo: ['Ada Example'],
  categories: ['Robotics', 'Logistics'],
  currency: 'USD',
  valuation: figure(6.75e9, '2025-02-27', false),
  revenue: figure(4.1e8, '2024-12-31', true),
  funding: figure(1.3e9, null, false),
  asOf: '2025-02-27',
};

/** A company of which next to nothing is known. */
export const bareSummary: CompanySummaryData = {
  ...summary,
  company: { ...company, name: 'شركة الروبوتات', domain: 'robots.example' },
  type: 'public',
  description: null,
  foundingYear: null,
  headquarters: null,
  founders: [],
  ceo: [],
  categories: [],
  valuation: null,
  revenue: null,
  funding: null,
};

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

/** What the dataset chart must be able to draw. */
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
  // A year that nobody has reported, and notes of days before and after all values.
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
