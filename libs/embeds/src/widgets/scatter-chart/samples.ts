import type { Dot, ScatterChartData } from './data.ts';

const source = { url: 'https://news.example/figures', title: 'news.example' };
const dot = (label: string, y: number, x: number, estimate = false): Dot => ({
  label,
  y: { value: y, date: '2025-02-27', estimate, source },
  x: { value: x, date: '2024-12-31', estimate: false, source },
});
const scatter = (data: Partial<ScatterChartData>): ScatterChartData => ({
  x: { name: 'Total funding', unit: 'USD' },
  y: { name: 'Valuation', unit: 'USD' },
  dots: [],
  asOf: '2025-02-27',
  ...data,
});
const makers = [
  dot('Acme Robotics', 6.75e9, 1.2e9),
  dot('Bolt', 9.1e8, 1.4e8, true),
  dot('Crane and Sons', 4.2e9, 9.8e8),
  dot('Gripper International (formerly Northern)', 2.4e7, 6e6),
  dot('Zürcher Werke', 5.1e9, 1.1e9),
];

/** The cases that a scatter plot must be able to draw. */
export const scatterCharts = {
  usual: scatter({ dots: makers, leftOut: ['Nothing known'] }),
  highlighted: scatter({ dots: makers.map((one, i) => ({ ...one, quiet: i !== 2 })) }),
  crowded: scatter({
    dots: Array.from({ length: 60 }, (_, i) =>
      dot(`Company ${i}`, 1e9 * (1 + ((i * 7) % 13)), 1e8 * (1 + ((i * 5) % 11))),
    ),
  }),
  own: scatter({
    name: 'Margins by region',
    x: { name: 'Employees', unit: '' },
    y: { name: 'Operating margin', unit: 'percent' },
    dots: ['North America', 'Europe', 'Asia'].map((label, i) => ({
      label,
      x: { value: 900 + 350 * i, date: null, estimate: false, source: null },
      y: { value: [15.5, -2.5, 3][i]!, date: null, estimate: false, source: null },
    })),
    asOf: null,
  }),
  one: scatter({ dots: makers.slice(0, 1) }),
  none: scatter({ asOf: null }),
} satisfies Record<string, ScatterChartData>;
