import type { BarChartData } from './data.ts';

const source = { url: 'https://news.example/rounds', title: 'news.example' };
const bar = (
  label: string,
  values: (number | null)[],
  date: string | null = null,
): BarChartData['bars'][number] => ({
  label,
  date,
  values,
  source: date === null ? null : source,
});
const bars = (data: Partial<BarChartData>): BarChartData => ({
  name: 'Robots sold',
  unit: '',
  columns: ['Robots'],
  bars: [],
  asOf: '2025-02-27',
  ...data,
});

/** The cases that bars must be able to draw. */
export const barCharts = {
  rounds: bars({
    name: 'Acme Robotics funding rounds',
    unit: 'USD',
    columns: [''],
    bars: [
      bar('Seed', [2e6], '2012-05-01'),
      bar('Series A', [1.8e7], '2014-02-03'),
      bar('Series B (with a long name that a column does not hold)', [8e7], '2016-09-12'),
      bar('Series C', [6e8], '2021-03-14'),
    ],
    leftOut: [{ name: 'Series D', currency: 'EUR' }],
  }),
  names: bars({
    bars: [
      { ...bar('Logistics', [41_000]), quiet: true },
      { ...bar('Hospitals and laboratories', [18_500]), quiet: false },
      { ...bar('Kitchens', [3200]), quiet: true },
    ],
  }),
  several: bars({
    name: 'Operating margin by region',
    unit: 'percent',
    columns: ['2023', '2024'],
    bars: [bar('North America', [12, 15.5]), bar('Europe', [-8, 3]), bar('Asia', [null, -2.5])],
  }),
  estimates: bars({
    name: 'Revenue of robot makers',
    unit: 'USD',
    columns: [''],
    bars: [
      { ...bar('Acme Robotics', [9.1e7], '2024-12-31'), period: 'year' },
      { ...bar('Bolt', [6.4e7], '2024-12-31'), period: 'year', estimates: [true] },
      { ...bar('Crane and Sons', [1.9e7], '2025-09-30'), period: 'quarter', estimates: [true] },
    ],
  }),
  none: bars({ asOf: null }),
} satisfies Record<string, BarChartData>;
